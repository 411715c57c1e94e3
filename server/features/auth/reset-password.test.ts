import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { forgotPassword, login, resetPassword } from '#contract/auth/endpoints.ts';
import { firstPasswordTexts } from '#contract/auth/first-password.ts';
import { updateMember } from '#contract/members/endpoints.ts';
import { sendInvitation } from '#contract/members/invitation.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { sendOne } from '#test/support/mail/send-one.ts';
import type { MailTransport } from '#server/platform/mail/transport.ts';
import { statusId } from '#server/features/member-statuses/queries.ts';
import { renderEmail } from '#server/emails.ts';
import { callApi } from '#test/support/call.ts';
import { countHashings } from '#test/support/assertions.ts';
import { naledi, registered } from '#test/support/people.ts';
import { untilWaiting } from '#test/support/locks.ts';
import { openTestApp, testStart } from '#test/support/app.ts';
import { mailDepsOf } from '#server/workers.ts';
import { mailResetLink, mailResetLinkAgain } from './mail-reset-link.ts';
import { hashToken, mailedLinkMs, makePasswordLink } from './password-links.ts';

const app = await openTestApp();
const failure = 'Failed to reset password. Please try again.';
let people = 0;

async function someone() {
  people += 1;
  app.clock.set(testStart);
  return registered(app, { email: `person-${people}@example.org`, paymentType: 'Credit Card' });
}

/** Requests a link as the worker does, and returns the token in the mail. */
async function linkFor(person: { email: string }): Promise<string> {
  await mailResetLink(app.ctx(), person.email);
  const mail = (await mailsTo(person.email)).at(-1);
  assert.ok(mail?.secret);
  return mail.secret;
}

const mailsTo = (email: string) => mailsOfKind('reset', email);
/** In the order in which they were made. */
const mailsOfKind = (kind: string, email: string) =>
  app.db
    .selectFrom('mails')
    .selectAll()
    .where('to_email', '=', email)
    .where('kind', '=', kind)
    .orderBy(sql`xmin::text::bigint`)
    .execute();
const reset = (email: string, token: string, newPassword = 'Another1') =>
  callApi(app, resetPassword, { body: { email, token, newPassword } });
const signIn = async (email: string, typed: string) =>
  (await callApi(app, login, { body: { email, password: typed } })).status;

test('a reset request gets the same reply for known and unknown addresses, and only queues a job', async () => {
  const { email } = await someone();
  const replies = await Promise.all(
    [email, 'nobody@example.org', email.toUpperCase()].map((address) =>
      callApi(app, forgotPassword, { body: { email: address } }),
    ),
  );
  assert.deepEqual(new Set(replies.map((reply) => reply.text)), new Set(['{"success":true}']));
  assert.equal((await mailsTo(email)).length, 0);
});

test('the link sets the password once, and the old password stops working', async () => {
  const { email } = await someone();
  const token = await linkFor({ email });
  assert.equal((await reset(` ${email.toUpperCase()}`, token)).status, 200);
  assert.deepEqual([await signIn(email, 'Another1'), await signIn(email, 'Secret123')], [200, 401]);
  const again = await reset(email, token, 'Third123');
  assert.deepEqual([again.status, again.message], [400, failure]);
});

test('a token has 256 random bits, and the links table stores only a hash', async () => {
  const { email, userId } = await someone();
  const token = await linkFor({ email });
  assert.equal(Buffer.from(token, 'base64url').length, 32);
  const link = await app.db
    .selectFrom('password_links')
    .where('user_id', '=', userId)
    .selectAll()
    .executeTakeFirstOrThrow();
  assert.deepEqual(link.token_hash, hashToken(token));
  assert.ok(!JSON.stringify(link).includes(token));
});

test('a wrong, empty, foreign or malformed token or address gets the same 400', async () => {
  const [one, other] = [await someone(), await someone()];
  const token = await linkFor(one);
  const othersToken = await linkFor(other);
  for (const [email, tried] of [
    [one.email, othersToken],
    [other.email, token],
    ['nobody@example.org', token],
    [one.email, ''],
    [one.email, '\u0000'],
    [one.email, `${token}x`],
    ['\u0000', token],
    ['\ud800', token],
  ] as const) {
    const reply = await reset(email, tried);
    assert.deepEqual([reply.status, reply.message], [400, failure]);
  }
  assert.equal((await reset(one.email, token)).status, 200);
});

test('without a link that works, no password is hashed', async () => {
  const { email } = await someone();
  const token = await linkFor({ email });
  assert.equal(await countHashings(() => reset(email, 'x'.repeat(43))), 0);
  assert.equal(await countHashings(() => reset('other@example.org', token)), 0);
  assert.equal(await countHashings(() => reset(email, token)), 1);
  assert.equal(await countHashings(() => reset(email, token)), 0);
});

test('a password that breaks the rules is refused, and the link stays valid', async () => {
  const { email } = await someone();
  const token = await linkFor({ email });
  const reply = await reset(email, token, 'short');
  assert.equal(reply.status, 400);
  assert.deepEqual(new Set(reply.errors.map((error) => error.field)), new Set(['newPassword']));
  assert.equal((await reset(email, token)).status, 200);
});

test('of fifty concurrent resets with one token, one succeeds', async () => {
  const { email } = await someone();
  const token = await linkFor({ email });
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, n) => reset(email, token, `Another${n}`)),
  );
  const winners = replies.flatMap((reply, n) => (reply.status === 200 ? [n] : []));
  assert.equal(winners.length, 1);
  assert.ok(replies.every(({ status }) => status === 200 || status === 400));
  assert.equal(await signIn(email, `Another${winners[0]}`), 200);
});

test('a link expires after half an hour on the application clock', async () => {
  const person = await someone();
  const token = await linkFor(person);
  app.clock.set('2027-03-10T08:30:00Z');
  assert.equal((await reset(person.email, token)).status, 400);
  app.clock.set('2027-03-10T08:29:59Z');
  assert.equal((await reset(person.email, token)).status, 200);
});

test('a new link ends the older ones', async () => {
  const person = await someone();
  const first = await linkFor(person);
  const second = await linkFor(person);
  assert.equal((await reset(person.email, first)).status, 400);
  assert.equal((await reset(person.email, second)).status, 200);
  assert.equal((await reset(person.email, first)).status, 400);
});

test('a link that was mailed to an old address does not work', async () => {
  const person = await someone();
  const token = await linkFor(person);
  const email = `new-${person.email}`;
  await app.db.updateTable('users').set({ email }).where('id', '=', person.userId).execute();
  for (const address of [person.email, email]) {
    assert.equal((await reset(address, token)).status, 400);
  }
  assert.equal(await signIn(email, 'Secret123'), 200);
});

test('no link goes to an address that is older than a restored backup, until the new one is saved', async () => {
  const person = await someone();
  const { token } = await naledi(app);
  const ofPerson = app.db.updateTable('users').where('id', '=', person.userId);
  await ofPerson.set({ is_address_old: true, password_hash: null }).execute();
  await mailResetLink(app.ctx(), person.email);
  assert.equal(await mailResetLinkAgain(app.ctx(), person.userId), null);
  assert.equal((await mailsTo(person.email)).length, 0);
  const params = { id: person.memberId };
  const invited = await callApi(app, sendInvitation, { params }, { token });
  assert.deepEqual([invited.status, invited.message], [409, firstPasswordTexts.isAddressOld]);
  const email = `new-${person.email}`;
  assert.equal(
    (await callApi(app, updateMember, { params, body: { email } }, { token })).status,
    200,
  );
  assert.equal((await mailsOfKind('invitation', email)).length, 1);
  assert.match(await linkFor({ email }), /./);
});

test('at most five links are mailed in half an hour, even after twenty concurrent requests', async () => {
  const { email } = await someone();
  await Promise.all(Array.from({ length: 20 }, () => mailResetLink(app.ctx(), email)));
  assert.equal((await mailsTo(email)).length, 5);
  app.clock.set('2027-03-10T08:30:00Z');
  await mailResetLink(app.ctx(), email);
  assert.equal((await mailsTo(email)).length, 6);
});

test('after a link is used, another one can be mailed', async () => {
  const { email } = await someone();
  for (let links = 0; links < 5; links++) await mailResetLink(app.ctx(), email);
  const mail = (await mailsTo(email)).at(-1);
  assert.equal((await reset(email, mail?.secret ?? '')).status, 200);
  await mailResetLink(app.ctx(), email);
  assert.equal((await mailsTo(email)).length, 6);
});

test('a reset and a concurrent change of the address do not deadlock', async () => {
  const { email, userId } = await someone();
  const token = await linkFor({ email });
  const held = await app.db.startTransaction().execute();
  await held.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  const used = reset(email, token);
  await untilWaiting(app, 1);
  await held.deleteFrom('password_links').where('user_id', '=', userId).execute();
  await held.commit().execute();
  assert.equal((await used).status, 400);
});

test('a removed user cannot set a password with a link that is left', async () => {
  const { email, userId } = await someone();
  const token = await linkFor({ email });
  const removed_at = app.clock.now();
  await app.db.updateTable('users').set({ removed_at }).where('id', '=', userId).execute();
  assert.equal((await reset(email, token)).status, 400);
});

test('no link is mailed to an unknown, deactivated, archived or removed user', async () => {
  const [deactivated, archived, removed] = [await someone(), await someone(), await someone()];
  const out = { removed_at: app.clock.now() };
  await app.db.updateTable('users').set(out).where('id', '=', removed.userId).execute();
  const off = { member_status_id: await statusId(app.db, statusNames.deactivated) };
  await app.db.updateTable('members').set(off).where('id', '=', deactivated.memberId).execute();
  const gone = { archived_at: app.clock.now() };
  await app.db.updateTable('members').set(gone).where('id', '=', archived.memberId).execute();
  const nobody = { email: 'nobody@example.org' };
  for (const { email } of [deactivated, archived, removed, nobody]) {
    await mailResetLink(app.ctx(), email);
    assert.deepEqual(await mailsTo(email), []);
  }
});

test('the mail contains a working link, and its token is erased after sending', async () => {
  const { email } = await someone();
  const token = await linkFor({ email });
  let text = '';
  const transport: MailTransport = {
    async send({ message }) {
      text = message.text;
      return { kind: 'sent' };
    },
    close() {},
  };
  const [mail] = await mailsTo(email);
  await sendOne(mailDepsOf(app, transport), mail?.id ?? '');
  const link = new URL(/http:\S+reset-password\S+/.exec(text)?.[0] ?? '');
  assert.deepEqual(Object.fromEntries(link.searchParams), { token, email });
  const [sent] = await mailsTo(email);
  assert.deepEqual([sent?.secret, sent?.sent_at !== null], [null, true]);
});

test('a mail says that and when the password was changed, and tells a first password apart', async () => {
  const { email, userId } = await someone();
  const textOf = async (nth: number) => {
    const mail = (await mailsOfKind('password-changed', email))[nth];
    assert.ok(mail);
    const message = await renderEmail({ db: app.db, publicUrl: 'https://tga.example', mail });
    assert.equal(message?.subject, 'Your password was changed');
    assert.match(message.text, /If it was not you, choose a new password at once\./);
    assert.match(message.text, /https:\/\/tga\.example\/forgot-password/);
    return message.text;
  };
  await reset(email, 'wrong');
  assert.deepEqual(await mailsOfKind('password-changed', email), []);
  await reset(email, await linkFor({ email }));
  assert.match(
    await textOf(0),
    /changed on 10 Mar 2027, 10:00 with a link that was sent to this address/,
  );
  await app.db.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute();
  const user = { id: userId, email };
  await reset(email, await makePasswordLink(app.db, user, app.clock.now(), mailedLinkMs));
  const mails = await mailsOfKind('password-changed', email);
  assert.equal(mails.length, 2);
  const first = mails.findIndex(({ about }) => (about as { by: string }).by === 'firstLink');
  assert.match(await textOf(first), /Your first password was chosen on 10 Mar 2027, 10:00\./);
});
