import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import * as contract from '#contract/communication/mail-log.ts';
import { forgotPassword, resetPassword } from '#contract/auth/endpoints.ts';
import { requestResetToken } from '#contract/auth/first-password.ts';
import { getMember } from '#contract/members/endpoints.ts';
import { mailResetLink } from '#server/features/auth/mail-reset-link.ts';
import { recordFailure, recordSent } from '#server/platform/mail/record-attempt.ts';
import { callApi } from '#test/support/call.ts';
import { entered, naledi, registered } from '#test/support/people.ts';
import { auditEntriesOf } from '#test/support/audit-entries.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const as = { token };
const thandi = await registered(app);
await callApi(app, forgotPassword, { body: { email: thandi.email } });
await mailResetLink(app.ctx(), thandi.email);

type Filters = Parameters<typeof callApi<typeof contract.searchMails>>[2]['body'];
const search = async (body: Filters) =>
  (await callApi(app, contract.searchMails, { body }, as)).data.results;
const again = (id: string) => callApi(app, contract.sendMailAgain, { params: { id } }, as);

async function becomes(kind: string, facts: { sent_at?: Date; failed_at?: Date }) {
  const [mail] = await search({ kind });
  await app.db
    .updateTable('mails')
    .set({
      next_attempt_at: null,
      sent_at: null,
      failed_at: null,
      server_answer: '550 no such user',
      ...facts,
    })
    .where('id', '=', mail?.id ?? '')
    .execute();
  return mail?.id ?? '';
}

test('mails can be searched by address, kind, outcome and day, and show no secrets', async () => {
  const all = await search({ toEmail: 'THANDI@' });
  assert.deepEqual(all.map(({ kind }) => kind).toSorted(), ['invoice', 'reset']);
  assert.ok(all.every(({ outcome, canSendAgain }) => outcome === 'waiting' && !canSendAgain));
  assert.equal((await search({ kind: 'invoice' }))[0]?.kindName, contract.mailKinds.invoice);
  assert.equal((await search({ outcome: 'sent' })).length, 0);
  assert.equal((await search({ to: '2027-03-09' })).length, 0);
  assert.equal((await search({ toEmail: '', kind: null, outcome: '' })).length, 2);
  const secrets = await app.db.selectFrom('mails').select('secret').execute();
  const secret = secrets.find((row) => row.secret !== null)?.secret ?? '';
  const { text } = await callApi(app, contract.searchMails, { body: {} }, as);
  assert.ok(secret.length > 20 && !text.includes(secret));
  assert.doesNotMatch(text, /"(secret|about)"/);
  const wrong = { kind: 'nonsense' as 'invoice' };
  assert.equal((await callApi(app, contract.searchMails, { body: wrong }, as)).status, 400);
});

test('a password link is hidden when the mail server quotes it', async () => {
  const reset = app.db.selectFrom('mails').where('kind', '=', 'reset');
  const mail = await reset.selectAll().executeTakeFirstOrThrow();
  const links = ['https://m.example/login/3f2c', '<m.example/reset-password?token=se%63ret>.'];
  for (const link of links) {
    const answer = `554 5.7.1 ${link} is on a list`;
    await recordFailure(app, mail, { kind: 'temporary', answer });
    const { text } = await callApi(app, contract.searchMails, { body: { kind: 'reset' } }, as);
    assert.ok(text.includes('"554 5.7.1 (link) is on a list"'), text);
    // It is not stored either.
    const { server_answer } = await reset.selectAll().executeTakeFirstOrThrow();
    assert.equal(server_answer, '554 5.7.1 (link) is on a list');
  }
});

test('the list can be exported as a file', async () => {
  const headers = { accept: 'text/csv' };
  const file = await callApi(app, contract.searchMails, { body: {} }, { token, headers });
  assert.deepEqual(Object.keys(contract.mailOutcomeNames), [...contract.mailOutcomes]);
  const waiting = contract.mailOutcomeNames.waiting;
  assert.ok(file.text.includes(`thandi@example.org,Thandi Dlamini,Invoice,,${waiting}`));
});

test('a failed mail is sent again as a new mail about the same record, and the log keeps both', async () => {
  const id = await becomes('invoice', { failed_at: app.clock.now() });
  const [failed] = await search({ outcome: 'failed' });
  assert.deepEqual([failed?.answer, failed?.canSendAgain], ['550 no such user', true]);
  const { status, data } = await again(id);
  assert.deepEqual([status, data.outcome, data.kind], [200, 'waiting', 'invoice']);
  assert.notEqual(data.id, id);
  assert.equal((await search({ kind: 'invoice' })).length, 2);
  assert.equal((await auditEntriesOf(app, id))[0]?.action, 'sendMailAgain');
});

test('a failed password reset is sent again with a new link, and the earlier links end', async () => {
  const failed = await becomes('reset', { failed_at: app.clock.now() });
  const secretOf = async (id: string) => {
    const mail = app.db.selectFrom('mails').select(['secret', 'to_email']).where('id', '=', id);
    return (await mail.executeTakeFirstOrThrow()).secret ?? '';
  };
  const old = await secretOf(failed);
  const { status, data } = await again(failed);
  assert.deepEqual([status, data.kind, data.toEmail], [200, 'reset', thandi.email]);
  const link = await secretOf(data.id);
  assert.notEqual(link, old);
  const body = { email: thandi.email, newPassword: 'Another123' };
  const reset = (secret: string) =>
    callApi(app, resetPassword, { body: { ...body, token: secret } });
  assert.equal((await reset(old)).status, 400);
  assert.equal((await reset(link)).status, 200);
});

test('a failed invitation is sent again with a new link, until the member has a password', async () => {
  const member = await entered(app, token, { email: 'sibusiso@mails.example.org' });
  const failed = await becomes('invitation', { failed_at: app.clock.now() });
  const { status, data } = await again(failed);
  assert.deepEqual([status, data.kind, data.toEmail], [200, 'invitation', member.email]);
  const params = { id: member.id };
  const { userID } = (await callApi(app, getMember, { params }, as)).data;
  assert.notEqual(userID, member.userID);
  const open = (userId: string) => callApi(app, requestResetToken, { body: { userId } });
  assert.equal((await open(member.userID)).status, 400, 'the earlier link');
  const { data: first } = await open(userID);
  const newPassword = 'Secret123';
  await callApi(app, resetPassword, { body: { ...first, newPassword } });
  const failedAgain = await becomes('invitation', { failed_at: app.clock.now() });
  const refused = await again(failedAgain);
  assert.deepEqual([refused.status, refused.message], [409, contract.mailLogTexts.needless]);
});

test('a password link that was sent, a waiting mail and an outdated mail are never sent again', async () => {
  const reset = await becomes('reset', { sent_at: app.clock.now() });
  const refused = await again(reset);
  assert.deepEqual([refused.status, refused.message], [409, contract.mailLogTexts.signsIn]);
  const [waiting] = await search({ outcome: 'waiting' });
  assert.equal((await again(waiting?.id ?? '')).message, contract.mailLogTexts.waiting);
  const gone = randomUUID();
  const at = app.clock.now();
  const about = JSON.stringify({ donationId: randomUUID() });
  const mail = { id: gone, kind: 'donation-thanks', to_email: 'a@example.org', about };
  await app.db
    .insertInto('mails')
    .values({ ...mail, created_at: at, sent_at: at, next_attempt_at: null })
    .execute();
  assert.equal((await again(gone)).message, contract.mailLogTexts.needless);
  assert.equal((await again(randomUUID())).status, 404);
});

test('a mail that was only kept is not sent, and can be sent later with a new link', async () => {
  const { email } = await registered(app, { email: 'kept@example.org' });
  await mailResetLink(app.ctx(), email);
  const reset = app.db.selectFrom('mails').where('kind', '=', 'reset');
  const mail = await reset.where('to_email', '=', email).selectAll().executeTakeFirstOrThrow();
  await recordSent(app, mail, { subject: 'Reset', isCaptured: true });
  const found = async (outcome: 'captured' | 'sent') =>
    (await search({ toEmail: email, outcome })).map((one) => [one.kind, one.sentUtc]);
  assert.deepEqual([await found('captured'), await found('sent')], [[['reset', null]], []]);
  const read = await callApi(app, contract.readMail, { params: { id: mail.id } }, as);
  assert.ok(read.data.notes.includes(contract.mailLogTexts.capturedNote));
  assert.equal((await again(mail.id)).data.kind, 'reset');
});
