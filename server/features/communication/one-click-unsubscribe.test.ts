import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { registered } from '#test/support/people.ts';
import { rowsOfRun, underWay } from '#test/support/mail/bulk.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { email } = await registered(app);
const [recipient] = await rowsOfRun(app, await underWay(app, 0));
const link = `/unsubscribe?token=${recipient?.id}`;

const suppressed = async () =>
  (await app.db.selectFrom('suppressions').select('email').execute()).map((row) => row.email);
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const post = (url: string, payload = 'List-Unsubscribe=One-Click', headers: object = form) =>
  app.fastify.inject({ method: 'POST', url, payload, headers: { ...headers } });

test('opening the link changes nothing, so a mail scanner cannot unsubscribe anyone', async () => {
  for (const method of ['GET', 'HEAD', 'GET', 'OPTIONS'] as const) {
    const { statusCode } = await app.fastify.inject({ method, url: link });
    assert.ok(statusCode < 500);
  }
  assert.deepEqual(await suppressed(), []);
});

test('a POST without a token, or with a wrong one, gets a 400', async () => {
  const wrong = [
    await post('/unsubscribe'),
    await post('/unsubscribe', ''),
    await post(`/unsubscribe?token=${randomUUID()}`),
    await post('/unsubscribe?token=a&token=b'),
    await post('/unsubscribe?token=%00'),
  ];
  assert.deepEqual(
    wrong.map(({ statusCode }) => statusCode),
    wrong.map(() => 400),
  );
  assert.deepEqual(await suppressed(), []);
});

test('the POST of a mail program unsubscribes, in both form encodings, without a body and repeatedly', async () => {
  const edge = { 'content-type': 'multipart/form-data; boundary=e' };
  const part =
    '--e\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--e--';
  const bare = () => app.fastify.inject({ method: 'POST', url: link });
  const posts = [bare, () => post(link, ''), () => post(link), () => post(link, part, edge)];
  for (const send of posts) {
    await app.db.deleteFrom('suppressions').execute();
    for (const reply of [await send(), await send()]) {
      assert.equal(reply.statusCode, 200);
      assert.equal(reply.headers['set-cookie'], undefined);
    }
    assert.deepEqual(await suppressed(), [email]);
  }
});
