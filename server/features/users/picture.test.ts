import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import sharp from 'sharp';
import { login } from '#contract/auth/endpoints.ts';
import { getPicture, pictureTexts, uploadProfilePicture } from '#contract/files.ts';
import { getUser, userTexts } from '#contract/users/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, password, registered, tokenOf } from '#test/support/people.ts';
import { concurrently, failed, succeeded } from '#test/support/concurrent.ts';
import { asFile, halves } from '#test/support/pictures.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const admin = await naledi(app);
const thandi = await registered(app);
const pieter = await registered(app, { email: 'pieter@example.org' });
const asThandi = { token: await tokenOf(app, thandi.userId) };
const picture = await halves('jpeg');

const upload = (manner: { token?: string }, userId?: string, file = asFile(picture)) =>
  callApi(
    app,
    uploadProfilePicture,
    { file, body: userId === undefined ? {} : { userId } },
    manner,
  );
const idIn = (path: string) => path.split('/').at(-1) ?? '';
const read = (path: string) => callApi(app, getPicture, { params: { id: idIn(path) } });
const pathOf = async (id: string) =>
  (await callApi(app, getUser, { params: { id } }, admin)).data.profilePicture;
const files = () => app.db.selectFrom('files').select(['id', 'uploaded_by']).execute();
const claimOf = async (email: string) => {
  const { data } = await callApi(app, login, { body: { email, password } });
  const claims = Buffer.from(data.token.split('.')[1] ?? '', 'base64url').toString();
  return JSON.parse(claims).ProfilePicture as string;
};

test('a member uploads a profile picture, and everyone with its path can see it', async () => {
  const { status, data } = await upload(asThandi);
  assert.equal(status, 200);
  assert.match(data, /^\/api\/files\/[\da-f-]{36}$/);
  assert.equal(await pathOf(thandi.userId), data);
  assert.equal(await claimOf(thandi.email), data);
  const reply = await app.fastify.inject(data);
  assert.equal(reply.statusCode, 200);
  const { headers } = reply;
  assert.deepEqual(
    [headers['content-type'], headers['cache-control'], headers['x-content-type-options']],
    ['image/webp', 'public, max-age=31536000, immutable', 'nosniff'],
  );
  assert.match(String(headers['content-disposition']), /^inline; filename="picture\.webp"$/);
  const { width, height, format } = await sharp(reply.rawPayload).metadata();
  assert.deepEqual([width, height, format], [256, 256, 'webp']);
});

test('a new picture has a new path, and the previous one is deleted', async () => {
  const { data: before } = await upload(asThandi);
  const { data: after } = await upload(asThandi);
  assert.notEqual(before, after);
  const gone = await read(before);
  assert.deepEqual([gone.status, gone.headers['cache-control']], [404, 'no-store']);
  assert.equal((await read(after)).status, 200);
  assert.deepEqual(
    (await files()).map(({ id }) => id),
    [idIn(after)],
  );
});

test("an administrator can change any user's picture, and the change is audited", async () => {
  for (const id of [thandi.userId, admin.id]) {
    const { status, data } = await upload(admin, id === admin.id ? '' : id);
    assert.equal(status, 200);
    assert.equal(await pathOf(id), data);
    const entry = await app.db
      .selectFrom('audit_entries')
      .where('subject_id', '=', id)
      .orderBy('id', 'desc')
      .selectAll()
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      [entry.action, entry.by_user_id, entry.after],
      ['uploadProfilePicture', admin.id, { profilePicture: data }],
    );
  }
});

test('a member gets a 404 for another user, and an administrator gets a 404 for an unknown user', async () => {
  const refusals = [
    await upload(asThandi, pieter.userId),
    await upload(asThandi, randomUUID()),
    await upload(admin, randomUUID()),
  ];
  for (const reply of refusals) {
    assert.deepEqual([reply.status, reply.message], [404, userTexts.notFound]);
    assert.equal(reply.text, refusals[0]?.text);
  }
  assert.equal(await pathOf(pieter.userId), '');
  assert.equal((await upload(asThandi, thandi.userId)).status, 200);
  assert.equal((await upload(asThandi, 'me')).status, 400);
  assert.equal((await upload({})).status, 401);
  const treasurer = await naledi(app, 'Treasurer');
  assert.equal((await upload(treasurer)).status, 200);
  assert.equal((await upload(treasurer, thandi.userId)).status, 404);
  assert.equal((await upload(await naledi(app, 'Owner'))).status, 403);
});

test('only pictures can be read without a session, attachments cannot', async () => {
  const id = randomUUID();
  const kept = { name: 'minutes.pdf', media_type: 'application/pdf', bytes: Buffer.from('%PDF') };
  await app.db
    .insertInto('files')
    .values({
      id,
      kind: 'attachment',
      ...kept,
      uploaded_by: admin.id,
      created_at: app.clock.now(),
    })
    .execute();
  for (const unknown of [id, randomUUID()]) {
    assert.equal((await callApi(app, getPicture, { params: { id: unknown } })).status, 404);
  }
  assert.equal((await callApi(app, getPicture, { params: { id: 'picture.webp' } })).status, 400);
  await app.db.deleteFrom('files').where('id', '=', id).execute();
});

test('a bad picture is refused with the fixed message and advice, and changes nothing', async () => {
  const before = await pathOf(thandi.userId);
  for (const [content, advice] of [
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', pictureTexts.svg],
    ['GIF89a', pictureTexts.damaged],
    ['hello', pictureTexts.wrongType],
    ['', pictureTexts.missing],
  ] as const) {
    const { status, message, errors } = await upload(asThandi, undefined, asFile(content));
    assert.deepEqual([status, message], [400, pictureTexts.refused], advice);
    assert.deepEqual(
      errors.map((error) => error.message),
      [pictureTexts.refused, advice],
    );
  }
  assert.equal(await pathOf(thandi.userId), before);
  assert.equal((await read(before)).status, 200);
});

test('twenty concurrent uploads leave one picture, which is shown', async () => {
  const before = (await files()).length;
  const { userId } = await registered(app, { email: 'sipho@example.org' });
  const outcomes = await concurrently(20, () => upload(admin, userId));
  assert.deepEqual(failed(outcomes), []);
  const replies = succeeded(outcomes);
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
  const shown = await pathOf(userId);
  assert.ok(replies.some(({ data }) => data === shown));
  assert.equal((await read(shown)).status, 200);
  assert.equal((await files()).length, before + 1);
});
