import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openTestApp } from '#test/support/app.ts';
import { naledi } from '#test/support/people.ts';
import { halves } from '#test/support/pictures.ts';

const app = await openTestApp();
const address = await app.fastify.listen({ host: '127.0.0.1', port: 0 });

interface Held {
  path: string;
  type: string;
  parts: (string | Buffer)[];
}

/** Sends the last part of the body after the effect. Answers the status. */
async function statusAfter(
  token: string,
  { path, type, parts }: Held,
  effect: () => Promise<void>,
) {
  const sending = request(`${address}/api${path}`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': type,
      'content-length': parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0),
    },
  });
  const replied = once(sending, 'response') as Promise<[IncomingMessage]>;
  for (const part of parts.slice(0, -1)) sending.write(part);
  // Longer than the second in which a caller is not read again.
  await pause(1100);
  await effect();
  sending.end(parts.at(-1));
  const [reply] = await replied;
  return reply.resume().statusCode;
}

const user = {
  firstName: 'Ghost',
  lastName: 'Dube',
  email: 'ghost@example.org',
  password: 'Secret123',
  confirmPassword: 'Secret123',
};
const newUser: Held = {
  path: '/user',
  type: 'application/json',
  parts: [JSON.stringify(user).slice(0, 5), JSON.stringify(user).slice(5)],
};
const edge = '--edge\r\nContent-Disposition: form-data; name="file"; filename="me.jpg"\r\n\r\n';
const picture: Held = {
  path: '/user/upload-profile-picture',
  type: 'multipart/form-data; boundary=edge',
  parts: [edge, await halves('jpeg'), '\r\n--edge--\r\n'],
};

test('a body that is held back does not outlive a role', async () => {
  const { id, token } = await naledi(app);
  const status = await statusAfter(token, newUser, async () => {
    await app.db.updateTable('users').set({ role: 'Auditor' }).where('id', '=', id).execute();
  });
  assert.equal(status, 403);
  const found = await app.db.selectFrom('users').where('email', '=', user.email).execute();
  assert.equal(found.length, 0);
});

test('a file that is held back does not outlive a session', async () => {
  const { id, token } = await naledi(app);
  assert.equal(await statusAfter(token, picture, () => Promise.resolve()), 200);
  const status = await statusAfter(token, picture, async () => {
    await app.db
      .updateTable('sessions')
      .set({ ended_at: app.clock.now() })
      .where('user_id', '=', id)
      .execute();
  });
  assert.equal(status, 401);
});
