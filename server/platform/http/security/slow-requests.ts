import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { plainAddress } from './client-of.ts';
import { answerUnreadable } from './unreadable.ts';

/** For a body of JSON. A file has the two minutes of the server's own limit, if it makes progress. */
const bodyMs = 15_000;

/** A file brings at least this much in this time. */
const leastProgress = { bytes: 64 * 1024, ms: 30_000 };

/** Ends the request of a file that does not arrive. Answers how to stop watching. */
export function endWithoutProgress(request: IncomingMessage, least = leastProgress): () => void {
  const { socket } = request;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (socket.bytesRead - before < least.bytes && !request.complete) {
      answerUnreadable({ code: 'TOO_SLOW' }, socket);
    }
    before = socket.bytesRead;
  }, least.ms);
  return () => clearInterval(timer);
}

/** What is before the file of a form has this time and size: its sender holds no turn yet. */
const mostBefore = { bytes: 16 * 1024, ms: 5000 };
const lookMs = 250;

/** Ends the request of a form whose file does not begin. Answers how to stop watching. */
export function endWithoutFile(
  { socket, complete }: IncomingMessage,
  most = mostBefore,
): () => void {
  if (complete) return () => {};
  const end = performance.now() + most.ms;
  const before = socket.bytesRead;
  const timer = setInterval(
    () => {
      const isOver = performance.now() >= end || socket.bytesRead - before > most.bytes;
      if (isOver) answerUnreadable({ code: 'TOO_SLOW' }, socket);
    },
    Math.min(lookMs, most.ms),
  );
  return () => clearInterval(timer);
}

interface Connections {
  most?: number;
  /** An address may be that of a crowd, whose browsers open six connections each. */
  mostOfAddress?: number;
}

/** Ends requests whose body arrives too slowly: each holds a connection and memory. */
export function endSlowRequests(app: FastifyInstance, patienceMs = bodyMs): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { headers } = request;
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'];
    const { upload, bytes } = request.routeOptions.config.endpoint ?? {};
    if (hasBody && upload === undefined && bytes === undefined) {
      const timer = setTimeout(() => {
        if (!request.raw.complete) answerUnreadable({ code: 'TOO_SLOW' }, request.raw.socket);
      }, patienceMs);
      request.raw.once('end', () => clearTimeout(timer));
      reply.raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

/** Bounds the connections, so that a flood of them takes neither the memory nor the file handles. */
export function limitConnections(
  { server }: FastifyInstance,
  { most = 2000, mostOfAddress = 500 }: Connections = {},
): void {
  server.maxConnections = most;
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress);
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
    if (count > mostOfAddress) socket.destroy();
  });
}
