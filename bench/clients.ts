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

const clients = 16;

/**
 * Measures requests per second for sixteen clients. Each has an open connection and sends the next
 * request after the reply. Bare sockets keep the load of the clients low. A reply with another
 * status ends the run.
 */
export async function rateOf(
  port: number,
  next: () => Buffer,
  { seconds = 3, status = 200 }: { seconds?: number; status?: number } = {},
): Promise<number> {
  const start = performance.now();
  const end = start + seconds * 1000;
  const counts = await Promise.all(
    Array.from({ length: clients }, () => askUntil(end, port, next, String(status))),
  );
  const total = counts.reduce((sum, count) => sum + count, 0);
  return total / ((performance.now() - start) / 1000);
}

/** The requests one after the other, again and again. */
export function inTurn(requests: Buffer[]): () => Buffer {
  let count = 0;
  return () => requests[count++ % requests.length] ?? Buffer.alloc(0);
}

async function askUntil(end: number, port: number, next: () => Buffer, status: string) {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  const answers = answersOf(socket);
  let count = 0;
  while (performance.now() < end) {
    socket.write(next());
    const answer = await answers.next();
    if (answer.value !== status) throw new Error(`answered ${answer.value}`);
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
