import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';
import { changePassword, changePasswordTexts } from '#contract/auth/change-password.ts';
import { login } from '#contract/auth/endpoints.ts';
import { getMember } from '#contract/members/endpoints.ts';
import { renderEmail } from '#server/emails.ts';
import { sentences } from '#server/errors.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, password, registered, tokenOf } from '#test/support/people.ts';
import { openTestApp, testStart } from '#test/support/app.ts';
import { makePasswordLink, mailedLinkMs } from './password-links.ts';

const app = await openTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });
const another = 'Leopard2';
let people = 0;

/** Each test has its own client address. */
let headers = {};
beforeEach(() => {
  people += 1;
  headers = { 'x-forwarded-for': `198.51.${people}.1` };
  app.clock.set(testStart);
});

async function someone() {
  const email = `person-${people}@example.org`;
  const person = await registered(app, { email, paymentType: 'Credit Card' });
  return { ...person, token: await tokenOf(app, person.userId) };
}

type Person = Awaited<ReturnType<typeof someone>>;

const change = (token: string, currentPassword = password, newPassword = another) =>
  callApi(app, changePassword, { body: { currentPassword, newPassword } }, { token, headers });

async function statusOf(token: string, { memberId }: Person) {
  return (await callApi(app, getMember, { params: { id: memberId } }, { token })).status;
}

async function signIn(email: string, typed: string) {
  return (await callApi(app, login, { body: { email, password: typed } }, { headers })).status;
}

const mailsTo = (email: string) =>
  app.db
    .selectFrom('mails')
    .selectAll()
    .where('to_email', '=', email)
    .where('kind', '=', 'password-changed')
    .execute();

test('the new password works, the old one stops working, and only this session stays', async () => {
  const person = await someone();
  const elsewhere = await tokenOf(app, person.userId);
  const { status, text } = await change(person.token);
  assert.deepEqual([status, text], [200, '{"success":true}']);
  assert.deepEqual(
    [await statusOf(person.token, person), await statusOf(elsewhere, person)],
    [200, 401],
  );
  assert.deepEqual(
    [await signIn(person.email, another), await signIn(person.email, password)],
    [200, 401],
  );
});

test('the user is informed by mail, with the way to a new password', async () => {
  const { email, token } = await someone();
  await change(token);
  const [mail, ...others] = await mailsTo(email);
  assert.ok(mail);
  assert.deepEqual(others, []);
  const input = { db: app.db, publicUrl: 'https://tga.example', withoutCard: false, mail };
  const message = await renderEmail(input);
  assert.ok(message && 'text' in message);
  assert.equal(message.subject, 'Your password was changed');
  assert.match(message.text, /If it was not you, choose a new password at once\./);
  assert.match(message.text, /https:\/\/tga\.example\/forgot-password/);
});

test('mailed links that set a password stop working', async () => {
  const { email, userId, token } = await someone();
  await makePasswordLink(app.db, { id: userId, email }, app.clock.now(), mailedLinkMs);
  await change(token);
  const links = await app.db
    .selectFrom('password_links')
    .selectAll()
    .where('user_id', '=', userId)
    .execute();
  assert.deepEqual(links, []);
});

test('a wrong current password changes nothing and is an error of its field', async () => {
  const person = await someone();
  const elsewhere = await tokenOf(app, person.userId);
  const { status, errors } = await change(person.token, 'Wrong123');
  const { wrong } = changePasswordTexts;
  assert.deepEqual([status, errors], [400, [{ field: 'currentPassword', message: wrong }]]);
  assert.equal(await statusOf(elsewhere, person), 200);
  assert.equal(await signIn(person.email, password), 200);
  assert.deepEqual(await mailsTo(person.email), []);
});

test('a new password that breaks the rules, and an empty current one, are refused at their fields', async () => {
  const { token } = await someone();
  const weak = await change(token, password, 'leopard');
  assert.deepEqual(
    [weak.status, weak.errors],
    [
      400,
      [
        {
          field: 'newPassword',
          message: 'Password must contain at least one uppercase letter.',
        },
      ],
    ],
  );
  const empty = await change(token, '');
  assert.deepEqual(
    [empty.status, empty.errors[0]],
    [400, { field: 'currentPassword', message: changePasswordTexts.required }],
  );
  assert.equal((await change(token, 'x'.repeat(301))).status, 400);
});

test('ten wrong passwords end the session, and the owner signs in as before', async () => {
  const person = await someone();
  const { email, token } = person;
  for (let n = 0; n < 10; n += 1) assert.equal((await change(token, 'Wrong123')).status, 400);
  const reply = await change(token);
  assert.equal(reply.status, 429);
  assert.equal(reply.message, sentences.tooManyPasswords);
  assert.equal(reply.headers['retry-after'], '1');
  assert.equal(await statusOf(token, person), 401);
  assert.equal(await signIn(email, password), 200);
});

test('of ten concurrent changes from as many sessions, one succeeds and keeps its session', async () => {
  const person = await someone();
  const tokens = await Promise.all(Array.from({ length: 10 }, () => tokenOf(app, person.userId)));
  const replies = await Promise.all(
    tokens.map((token, n) => change(token, password, `Leopard${n}`)),
  );
  const winners = replies.flatMap(({ status }, n) => (status === 200 ? [n] : []));
  assert.equal(winners.length, 1);
  assert.ok(replies.every(({ status }) => [200, 400, 401].includes(status)));
  const live = await Promise.all(tokens.map((token) => statusOf(token, person)));
  assert.deepEqual(
    live.flatMap((status, n) => (status === 200 ? [n] : [])),
    winners,
  );
  assert.equal((await mailsTo(person.email)).length, 1);
});

test('an administrator changes the own password too', async () => {
  const { id, token } = await naledi(app);
  assert.equal((await change(token)).status, 200);
  const { email } = await app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(await signIn(email, another), 200);
});
