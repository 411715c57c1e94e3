import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import {
  confirmConsents,
  confirmConsentsTexts as texts,
  readConsentLink,
} from '#contract/communication/confirm-consents.ts';
import { unsubscribe } from '#contract/communication/endpoints.ts';
import { donate } from '#contract/donations/endpoints.ts';
import { consentWords, type ConsentChoices } from '#contract/privacy/consents.ts';
import { register } from '#contract/registration/endpoints.ts';
import { emailOptions, renderEmail } from '#server/emails.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { concurrently } from '#test/support/concurrent.ts';
import { rowsOfRun, underWay } from '#test/support/mail/bulk.ts';
import { donationTypeId } from '#test/support/payfast/notifications.ts';
import { registered, thandisForm } from '#test/support/people.ts';
import { hasConsent, recordConsent, withdrawConsent } from './consents.ts';
import { release } from './suppressions.ts';

const app = await openTestApp();
const both = { news: true, appeals: true };

/** Donates, and answers what the mail to the donor says. */
async function donated(email: string, consents: ConsentChoices = both) {
  const person = { firstName: 'Nomsa', lastName: 'Dlamini', email };
  const donationTypeID = await donationTypeId(app, 'EFT');
  const body = { ...person, amount: 50, donationTypeId: donationTypeID, consents };
  assert.equal((await callApi(app, donate, { body })).status, 201);
  return lastMail(email);
}

async function lastMail(email: string) {
  const mail = await app.db
    .selectFrom('mails')
    .selectAll()
    .where('to_email', '=', email)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const text = (await renderEmail({ ...emailOptions(app), mail }))?.text ?? '';
  return { mail, text, token: /\/consent\?token=([\w-]+)/.exec(text)?.[1] ?? '' };
}

const confirm = (token: string) => callApi(app, confirmConsents, { body: { token } });
const read = (token: string) => callApi(app, readConsentLink, { body: { token } });
const holds = async (email: string) => [
  await hasConsent(app.db, email, 'news'),
  await hasConsent(app.db, email, 'appeals'),
];
const mailCount = async () => (await app.db.selectFrom('mails').select('id').execute()).length;

test('a consent beside a donation holds when the link in the mail with the bank details confirms it', async () => {
  const email = 'giver@example.org';
  const { token, text } = await donated(email);
  assert.ok(text.includes('our news and our requests for donations'), text);
  assert.deepEqual(await holds(email), [false, false]);
  const link = await read(token);
  const words = [consentWords.news, consentWords.appeals];
  const maskedEmail = 'g***@example.org';
  const none = { maskedEmail, words: [], agreed: [], isUnsubscribed: false };
  assert.deepEqual([link.status, link.data], [200, { ...none, words }]);
  assert.deepEqual(await holds(email), [false, false], 'reading the link changes nothing');
  const before = await mailCount();
  app.clock.set('2027-03-11T08:00:00.000Z');
  const replies = await concurrently(5, () => confirm(token));
  assert.deepEqual(
    replies.map((reply) => reply.status === 'fulfilled' && reply.value.status),
    replies.map(() => 200),
  );
  assert.deepEqual(await holds(email), [true, true]);
  assert.equal(await mailCount(), before, 'no further mail');
  assert.deepEqual((await read(token)).data, { ...none, agreed: words }, 'not asked again');
  const rows = app.db
    .selectFrom('consents')
    .select(['given_at', 'source'])
    .where('email', '=', email);
  for (const { given_at, source } of await rows.execute()) {
    assert.deepEqual([given_at, source], [app.clock.now(), 'donation']);
  }
  assert.equal((await lastMail(email)).token, '', 'a confirmed consent is not asked for again');
});

test('a link asks for all that waited with the address when the last was ticked, and for no more', async () => {
  const email = 'twice@example.org';
  const first = await donated(email, { news: true });
  app.clock.set('2027-03-12T08:00:00.000Z');
  const second = await donated(email, { appeals: true });
  assert.deepEqual((await read(first.token)).data.words, [consentWords.news]);
  assert.ok(second.text.includes('our news and our requests for donations'), second.text);
  assert.deepEqual((await read(second.token)).data.words, [
    consentWords.news,
    consentWords.appeals,
  ]);
  await confirm(first.token);
  assert.deepEqual(await holds(email), [true, false]);
  assert.deepEqual((await read(second.token)).data.words, [consentWords.appeals]);
  await confirm(second.token);
  assert.deepEqual(await holds(email), [true, true]);
});

test('the choice of a member that waits is confirmed with a later one of a donation', async () => {
  const form = await thandisForm(app, { email: 'both-ways@example.org' });
  const { email } = form;
  const body = { ...form, consents: { news: true } };
  assert.equal((await callApi(app, register, { body })).status, 200);
  app.clock.set('2027-03-13T08:00:00.000Z');
  const { token } = await donated(email);
  assert.deepEqual((await read(token)).data.words, [consentWords.news, consentWords.appeals]);
  await confirm(token);
  const user = await app.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const ofMember = await app.db
    .selectFrom('consents')
    .select(['purpose', 'is_waiting', 'withdrawn_at'])
    .where('given_by', '=', user.id)
    .execute();
  assert.deepEqual(ofMember, [{ purpose: 'news', is_waiting: false, withdrawn_at: null }]);
  assert.deepEqual(await holds(email), [true, true]);
});

test('the invoice of a registration has the link', async () => {
  const form = await thandisForm(app, { email: 'joins@example.org' });
  const body = { ...form, consents: { news: true } };
  assert.equal((await callApi(app, register, { body })).status, 200);
  const { token, mail } = await lastMail(form.email);
  assert.equal(mail.kind, 'invoice');
  await confirm(token);
  assert.deepEqual(await holds(form.email), [true, false]);
});

test('a link confirms nothing after a later withdrawal', async () => {
  const email = 'later-no@example.org';
  const { token } = await donated(email);
  for (const purpose of ['news', 'appeals'] as const) {
    await withdrawConsent(app.ctx(), { email, purpose });
  }
  assert.deepEqual((await read(token)).data.words, []);
  const refused = await confirm(token);
  assert.deepEqual([refused.status, refused.message], [409, texts.withdrawn]);
  assert.deepEqual(await holds(email), [false, false]);
  assert.equal((await lastMail(email)).token, '');
});

test('a withdrawal at the same time as a confirmation wins', async () => {
  for (let n = 0; n < 10; n += 1) {
    const email = `race-${n}@example.org`;
    const { token } = await donated(email, { news: true });
    const withdraw = () =>
      app.db
        .transaction()
        .execute((db) => withdrawConsent({ ...app.ctx(), db }, { email, purpose: 'news' }));
    await Promise.all(n % 2 === 0 ? [confirm(token), withdraw()] : [withdraw(), confirm(token)]);
    assert.equal(await hasConsent(app.db, email, 'news'), false);
  }
});

test('a link confirms nothing after the address unsubscribed, also when that is taken back', async () => {
  const { email } = await registered(app, { email: 'unsubscribes@example.org' });
  const { token } = await donated(email);
  const recipients = await rowsOfRun(app, await underWay(app, 0));
  const recipient = recipients.find((row) => row.email === email);
  await callApi(app, unsubscribe, { body: { token: recipient?.id ?? '' } });
  const refused = await confirm(token);
  assert.deepEqual([refused.status, refused.message], [409, texts.unsubscribed]);
  const { words, agreed, isUnsubscribed } = (await read(token)).data;
  assert.deepEqual([words, agreed, isUnsubscribed], [[], [], true]);
  const { id } = await app.db
    .selectFrom('suppressions')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await release(app.ctx(), id, { reason: 'Wants emails again' });
  assert.equal((await confirm(token)).status, 409);
  assert.deepEqual(await holds(email), [false, false]);
});

test('a consent that holds already is not asked for, and a wrong link is refused', async () => {
  const email = 'agreed@example.org';
  const words = consentWords.news;
  await recordConsent(app.ctx(), { email, purpose: 'news', words, source: 'profile' });
  assert.equal((await donated(email, { news: true })).token, '');
  for (const wrong of ['', 'test', randomUUID(), '\u0000']) {
    for (const reply of [await confirm(wrong), await read(wrong)]) {
      assert.deepEqual([reply.status, reply.message], [400, texts.badToken]);
    }
  }
});

test('a mail that is sent long after a consent was ticked does not ask for it', async () => {
  const email = 'late@example.org';
  const { mail } = await donated(email);
  const created_at = new Date(mail.created_at.getTime() + 91 * 24 * 3600 * 1000);
  const late = await renderEmail({ ...emailOptions(app), mail: { ...mail, created_at } });
  assert.ok(!late?.text.includes('/consent?'));
});
