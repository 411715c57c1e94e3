import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { confirm } from './confirm.ts';

/** The provider's validate address, on loopback. */
async function openProvider(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/eng/query/validate`;
}

async function answerTo(listener: RequestListener, timeoutMs = 5000) {
  return confirm('a=1', { validateUrl: await openProvider(listener), timeoutMs });
}

test('the confirmation request posts the parameters as a form with a user agent', async () => {
  const requests: unknown[] = [];
  const validateUrl = await openProvider((request, reply) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { 'content-type': type, 'user-agent': agent } = request.headers;
      requests.push([request.method, type, agent, body]);
      reply.end('VALID');
    });
  });
  assert.equal(
    await confirm('m_payment_id=1&item_description=&x=a+b%26', { validateUrl }),
    'VALID',
  );
  assert.deepEqual(requests, [
    [
      'POST',
      'application/x-www-form-urlencoded',
      'conservation-membership',
      'm_payment_id=1&item_description=&x=a+b%26',
    ],
  ]);
});

test('both replies are recognised in any case, with or without a line end', async () => {
  assert.equal(await answerTo((_, reply) => reply.end('INVALID')), 'INVALID');
  assert.equal(await answerTo((_, reply) => reply.end('valid\r\n')), 'VALID');
  assert.equal(await answerTo((_, reply) => reply.end('VALID\nmore')), 'VALID');
});

test('any other reply is unknown', async () => {
  const replies: RequestListener[] = [
    (_, reply) => reply.writeHead(500).end('VALID'),
    (_, reply) => reply.writeHead(403).end('INVALID'),
    (_, reply) => reply.writeHead(204).end(),
    (_, reply) => reply.end(),
    (_, reply) => reply.end('VALIDATED'),
    (_, reply) => reply.end('<html>VALID</html>'),
    (_, reply) => reply.end(`${' '.repeat(1_000_000)}VALID`),
    (request) => request.socket.destroy(),
  ];
  for (const listener of replies) assert.equal(await answerTo(listener), 'unknown');
});

test('a redirect is not followed', async () => {
  let followed = false;
  const elsewhere = await openProvider((_, reply) => {
    followed = true;
    reply.end('VALID');
  });
  const answer = await answerTo((_, reply) => reply.writeHead(302, { location: elsewhere }).end());
  assert.equal(answer, 'unknown');
  assert.equal(followed, false);
});

test('a slow or endless reply is cancelled', async () => {
  assert.equal(await answerTo(() => {}, 100), 'unknown');
  assert.equal(await answerTo((_, reply) => void reply.write('VALID'), 100), 'unknown');
  const endless: RequestListener = (_, reply) => {
    const pour = () => {
      while (reply.write('x'.repeat(65_536)));
      reply.once('drain', pour);
    };
    pour();
  };
  assert.equal(await answerTo(endless), 'unknown');
});

test('an unreachable provider is unknown', async () => {
  for (const validateUrl of ['http://127.0.0.1:1/', 'http://nowhere.invalid/', 'no address']) {
    assert.equal(await confirm('a=1', { validateUrl, timeoutMs: 5000 }), 'unknown');
  }
});
