import { connect, type Socket } from 'node:net';

/** A request as it goes over the wire. */
export function requestOf(method: string, path: string, body = '', token?: string): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

/**
 * Measures requests per second for a number of clients. Each has an open connection and sends the
 * next request after the reply. Bare sockets keep the load of the clients low. A reply other than
 * 200 ends the run.
 */
export async function rateOf(port: number, requests: Buffer[], clients = 16, seconds = 3) {
  const end = performance.now() + seconds * 1000;
  const start = performance.now();
  const counts = await Promise.all(
    Array.from({ length: clients }, (_, n) => askUntil(end, port, requests, n)),
  );
  const total = counts.reduce((sum, count) => sum + count, 0);
  return total / ((performance.now() - start) / 1000);
}

async function askUntil(end: number, port: number, requests: Buffer[], first: number) {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  const answers = answersOf(socket);
  let count = 0;
  while (performance.now() < end) {
    socket.write(requests[(first + count) % requests.length] ?? '');
    const answer = await answers.next();
    if (answer.value !== '200') throw new Error(`answered ${answer.value}`);
    count += 1;
  }
  socket.destroy();
  return count;
}

/** The status of each answer, once all of it is there. */
async function* answersOf(socket: Socket): AsyncGenerator<string, undefined> {
  let status = '';
  let missing = 0;
  for await (const piece of socket as AsyncIterable<Buffer>) {
    if (missing === 0) {
      const headEnd = piece.indexOf('\r\n\r\n');
      const head = piece.toString('latin1', 0, headEnd);
      status = head.slice(9, 12);
      missing = Number(/content-length: (\d+)/i.exec(head)?.[1]) + headEnd + 4;
    }
    missing -= piece.length;
    if (missing === 0) yield status;
  }
}
