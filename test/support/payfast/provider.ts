import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** The possible replies when the server asks the provider to validate a notification. */
export const answers = {
  VALID: (_request, response) => response.end('VALID'),
  INVALID: (_request, response) => response.end('INVALID'),
  'a failure': (_request, response) => response.writeHead(500).end('VALID'),
  'no access': (_request, response) => response.writeHead(403).end('Forbidden'),
  'another page': (_request, response) => response.end('<html>VALID</html>'),
  'a cut connection': (request) => request.socket.destroy(),
  'half of a word': (request, response) => {
    response.writeHead(200, { 'content-length': '5' }).write('VAL');
    request.socket.destroySoon();
  },
  'a redirect': (request, response) =>
    request.url === '/moved'
      ? response.end('VALID')
      : response.writeHead(302, { location: '/moved' }).end(),
  silence: () => undefined,
} satisfies Record<string, Answer>;

/** Stands in for the card provider. It records the requests in `asked` and replies with `answer`. */
export async function openProvider() {
  const provider = { url: '', asked: [] as string[], answer: answers.VALID as Answer };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString('latin1')));
    request.on('end', () => {
      provider.asked.push(body);
      provider.answer(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/validate`;
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return provider;
}
