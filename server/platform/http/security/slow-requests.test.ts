import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import fastify from 'fastify';
import { uploadProfilePicture } from '#contract/files.ts';
import { donate } from '#contract/donations/endpoints.ts';
import {
  endSlowRequests,
  endWithoutFile,
  endWithoutProgress,
  limitConnections,
} from './slow-requests.ts';
import { answerUnreadable } from './unreadable.ts';

const app = fastify({
  http: { headersTimeout: 300, connectionsCheckingInterval: 50 },
  clientErrorHandler: answerUnreadable,
});
endSlowRequests(app, 100);
limitConnections(app, { mostOfAddress: 3 });
const parsed = async ({ body }: { body: unknown }) => ({ body });
app.post('/call', { config: { endpoint: donate } }, parsed);
app.addContentTypeParser('text/file', (_request, body, done) => {
  const stop = endWithoutProgress(body, { bytes: 10, ms: 150 });
  body.resume().on('close', stop);
  body.on('end', () => done(null, ''));
});
app.addContentTypeParser('text/form', (_request, body, done) => {
  const stop = endWithoutFile(body, { bytes: 100, ms: 300 });
  body.resume().on('close', stop);
  body.on('end', () => done(null, ''));
});
app.post('/form', { config: { endpoint: uploadProfilePicture } }, parsed);
app.post('/file', { config: { endpoint: uploadProfilePicture } }, parsed);
app.post('/upload', { config: { endpoint: uploadProfilePicture } }, parsed);
const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
after(async () => {
  app.server.closeAllConnections();
  await app.close();
});

/** Sends the body in two parts with a pause. Answers the first line, or nothing if the server hangs up. */
async function post(path: string, pauseMs: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let reply = '';
  socket.setEncoding('latin1').on('data', (text: string) => (reply += text));
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}Content-Length: 2\r\n\r\n{`);
  const timer = setTimeout(() => socket.writable && socket.write('}'), pauseMs);
  await once(socket, 'close');
  clearTimeout(timer);
  return reply.split('\r\n')[0] ?? '';
}

test('a body that arrives too slowly is refused, and a file may take longer', async () => {
  assert.equal(await post('/call', 10), 'HTTP/1.1 200 OK');
  assert.equal(await post('/call', 2000), 'HTTP/1.1 400 Bad Request');
  assert.equal(await post('/upload', 300), 'HTTP/1.1 200 OK');
});

test('a file that makes no progress ends, and one that does may take as long as it needs', async () => {
  const send = async (pieces: number) => {
    const socket = connect(port, '127.0.0.1');
    let reply = '';
    socket.setEncoding('latin1').on('data', (text: string) => (reply += text));
    const head =
      'POST /file HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/file\r\n';
    socket.write(`${head}Content-Length: 200\r\n\r\n`);
    let left = pieces;
    const timer = setInterval(() => {
      if (left > 0) socket.write('x'.repeat(20));
      left -= 1;
    }, 50);
    await once(socket, 'close');
    clearInterval(timer);
    return reply.split('\r\n')[0];
  };
  assert.equal(await send(10), 'HTTP/1.1 200 OK');
  assert.equal(await send(1), 'HTTP/1.1 400 Bad Request');
});

test('a form whose file does not begin in time, or after too much else, ends', async () => {
  const send = async (bytes: number, pauseMs: number) => {
    const socket = connect(port, '127.0.0.1');
    let reply = '';
    socket.setEncoding('latin1').on('data', (text: string) => (reply += text));
    const head =
      'POST /form HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/form\r\n';
    socket.write(`${head}Content-Length: ${bytes + 1}\r\n\r\n`);
    const timers = [
      setTimeout(() => socket.write('x'.repeat(bytes)), 20),
      setTimeout(() => socket.writable && socket.write('x'), pauseMs),
    ];
    await once(socket, 'close');
    for (const timer of timers) clearTimeout(timer);
    return reply.split('\r\n')[0];
  };
  assert.equal(await send(10, 50), 'HTTP/1.1 200 OK');
  assert.equal(await send(10, 2000), 'HTTP/1.1 400 Bad Request');
  const start = performance.now();
  assert.equal(await send(1000, 2000), 'HTTP/1.1 400 Bad Request');
  assert.ok(performance.now() - start < 2000);
});

test('a connection without a request is closed without a reply, half a request gets one', async () => {
  const repliesTo = async (bytes: string) => {
    const socket = connect(port, '127.0.0.1', () => bytes !== '' && socket.write(bytes));
    let reply = '';
    socket.setEncoding('latin1').on('data', (text: string) => (reply += text));
    await once(socket, 'close');
    return reply.split('\r\n')[0];
  };
  assert.equal(await repliesTo(''), '');
  assert.equal(await repliesTo('GET / HT'), 'HTTP/1.1 400 Bad Request');
});

test('a client that leaves its side of a refused connection open loses it all the same', async () => {
  const sockets = [
    'nonsense\r\n\r\n',
    `POST /call HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n`,
  ].map((text) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {}).write(text);
    return socket;
  });
  const open = () => promisify(app.server.getConnections.bind(app.server))();
  // Each has its refusal.
  await Promise.all(sockets.map((socket) => once(socket, 'data')));
  const patience = AbortSignal.timeout(10_000);
  while ((await open()) > 0 && !patience.aborted) await pause(100);
  assert.equal(await open(), 0);
});

test('one address has a bounded number of connections, and gets new ones when it closes some', async () => {
  const sockets = [1, 2, 3].map(() => connect(port, '127.0.0.1'));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  assert.equal(await post('/call', 10).catch(() => ''), '');
  const [first] = sockets;
  first?.destroy();
  await once(app.server, 'connection', { signal: AbortSignal.timeout(1) }).catch(() => {});
  let reply = '';
  for (let tries = 0; reply === '' && tries < 50; tries += 1)
    reply = await post('/call', 10).catch(() => '');
  assert.equal(reply, 'HTTP/1.1 200 OK');
  for (const socket of sockets) socket.destroy();
});
