import assert from 'node:assert/strict';
import { type ClientRequest, request } from 'node:http';
import test from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { uploadProfilePicture } from '#contract/files.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { registered, tokenOf } from '#test/support/people.ts';
import { asFile, halves } from '#test/support/pictures.ts';

const app = await openTestApp({ TRUST_PROXY: 'loopback' });
const address = await app.fastify.listen({ host: '127.0.0.1', port: 0 });

const member = async (name: string) => {
  const { userId } = await registered(app, { email: `${name}@example.org` });
  return { token: await tokenOf(app, userId) };
};

/** Begins to send a picture, and never ends. */
function beginPicture({ token }: { token: string }, client: string): ClientRequest {
  const sending = request(`${address}/api/user/upload-profile-picture`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=edge',
      'x-forwarded-for': client,
      connection: 'close',
    },
  }).on('error', () => {});
  const head = 'Content-Disposition: form-data; name="file"; filename="me.jpg"';
  sending.write(`--edge\r\n${head}\r\n\r\n\xFF`);
  return sending;
}

test('a picture gets through while five other members send theirs slowly', async () => {
  const honest = await member('honest');
  const slow = await Promise.all(
    Array.from({ length: 5 }, async (_, n) => {
      const account = await member(`slow-${n}`);
      const client = `198.51.100.${n + 1}`;
      return [beginPicture(account, client), beginPicture(account, client)];
    }),
  );
  await pause(300);
  try {
    const file = asFile(await halves('jpeg'));
    const sent = callApi(app, uploadProfilePicture, { file, body: {} }, honest);
    const status = await Promise.race([sent.then((reply) => reply.status), pause(10_000, 'waits')]);
    assert.equal(status, 200);
  } finally {
    for (const sending of slow.flat()) sending.destroy();
  }
});
