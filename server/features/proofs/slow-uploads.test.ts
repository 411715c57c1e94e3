import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openTestApp } from '#test/support/app.ts';
import { until } from '#test/support/outage.ts';
import { pdf } from '#test/support/proofs/send-proof.ts';
import { registered } from '#test/support/people.ts';
import { makeProofToken } from './proof-link.ts';

const app = await openTestApp({ TRUST_PROXY: 'loopback' });
const address = await app.fastify.listen({ host: '127.0.0.1', port: 0 });
let count = 0;

/** Begins to send a proof for an own invoice from the client's address. */
async function begin(client: string) {
  const { invoiceId } = await registered(app, { email: `stranger-${++count}@example.org` });
  const token = makeProofToken(app.secret, invoiceId, app.clock.now());
  const sending = request(`${address}/api/payment-proofs`, {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'multipart/form-data; boundary=edge',
      'x-forwarded-for': client,
      connection: 'close',
    },
  }).on('error', () => {});
  const name = (field: string) => `--edge\r\nContent-Disposition: form-data; name="${field}"`;
  sending.write(
    `${name('token')}\r\n\r\n${token}\r\n${name('file')}; filename="a.pdf"\r\n\r\n%PDF-1.7\n`,
  );
  return sending;
}

/** The status of a whole file, or `waits`. */
async function send(client: string, patienceMs = 10_000) {
  const sending = await begin(client);
  const replied = once(sending, 'response') as Promise<[IncomingMessage]>;
  sending.end(`${pdf('honest').toString()}\r\n--edge--\r\n`);
  const status = replied.then(
    ([reply]) => reply.resume().statusCode,
    () => 'ended',
  );
  const result = await Promise.race([status, pause(patienceMs, 'waits', { ref: false })]);
  sending.destroy();
  return result;
}

async function whileSlow(clients: string[], effect: () => Promise<void>) {
  const slow = await Promise.all(clients.map(begin));
  await pause(300);
  try {
    await effect();
  } finally {
    for (const sending of slow) sending.destroy();
    await pause(300);
  }
}

test('a whole file gets through while 46 strangers send slowly', () =>
  whileSlow(
    Array.from({ length: 46 }, (_, n) => `198.51.100.${n}`),
    async () => assert.equal(await send('203.0.113.1'), 200),
  ));

test('a client, a line and a site send slowly only a part of what all may send', async () => {
  for (const [clients, inside, outside] of [
    [Array<string>(10).fill('198.51.100.1'), '198.51.100.1', '198.51.100.2'],
    [
      Array.from({ length: 20 }, (_, n) => `2001:db8:1:1${n % 10}0::1`),
      '2001:db8:1:1ff::1',
      '2001:db8:1:200::1',
    ],
    [
      Array.from({ length: 30 }, (_, n) => `2001:db8:2:${n + 10}00::1`),
      '2001:db8:2:1ff::1',
      '2001:db8:3:1ff::1',
    ],
  ] as const) {
    await whileSlow([...clients], async () => {
      // A busy machine may not have read all of the slow ones yet.
      await until('a client that waits', async () => (await send(inside, 500)) === 'waits');
      assert.equal(await send(outside), 200);
    });
  }
});
