import type { ConnectionError, FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import type { Failure } from '#contract/envelope.ts';
import { sentences } from '#server/errors.ts';

const body = JSON.stringify({ success: false, message: sentences.badRequest } satisfies Failure);
const reply = [
  'HTTP/1.1 400 Bad Request',
  'content-type: application/json; charset=utf-8',
  `content-length: ${Buffer.byteLength(body)}`,
  'connection: close',
  '',
  body,
].join('\r\n');

const closingMs = 2000;

/** Refuses invalid HTTP, oversized headers and endless requests like other bad input (product-rules 1.10). */
export function answerUnreadable(error: Pick<ConnectionError, 'code'>, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // Browsers connect ahead of a request, which they would take the reply for. They repeat it when nothing arrives.
  const isAsked = socket.bytesRead > 0;
  if (!socket.writable || !isAsked) {
    socket.destroy();
    return;
  }
  // The client may not have the reply yet when the rest of its request arrives.
  socket.end(reply);
  // A client that never closes its side would keep the connection for ever.
  setTimeout(() => socket.destroy(), closingMs).unref();
}

/** Node answers an `Expect` that it does not know by itself, without a body; we do as if it were not there. */
export function answerExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}
