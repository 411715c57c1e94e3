import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { addDays } from '#contract/calendar.ts';
import { formatDay } from '#contract/days.ts';
import { processInvoicePayment, resendInvoiceEmail } from '#contract/invoices/endpoints.ts';
import { sendInvitation } from '#contract/members/invitation.ts';
import { updateMember } from '#contract/members/endpoints.ts';
import { getMemberStory, storyLimits } from '#contract/members/story.ts';
import { askForErasure, declineErasure } from '#contract/privacy/erasure.ts';
import { undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import { createInvoice } from '#server/features/invoices/create-invoice.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { openTestApp, testStart } from '#test/support/app.ts';
import { membershipOf } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { processBulkEmail } from '#server/features/bulk-emails/sending/process-bulk-email.ts';
import { drafted } from '#test/support/mail/bulk.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import { entered, naledi, registered, tokenOf } from '#test/support/people.ts';
import { deriveStatuses } from '../periods/derive-statuses.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const storyOf = async (id: string) =>
  (await callApi(app, getMemberStory, { params: { id } }, { token })).data;

test('the story of a paid member has the period, the invoice, the payment and the mails', async () => {
  const { memberId, invoiceId } = await registered(app, { email: 'story@example.org' });
  await callApi(app, processInvoicePayment, { params: { id: invoiceId } }, { token });
  const story = await storyOf(memberId);
  assert.equal(story.why, 'Active: paid until 9 Mar 2028.');
  assert.equal(story.next, 'Due for Renewal from 9 Jan 2028.');
  const [period] = story.periods.results;
  assert.deepEqual(
    [period?.startsOn, period?.endsOn, period?.fee, period?.invoiceId],
    ['2027-03-10', '2028-03-09', 450, invoiceId],
  );
  assert.deepEqual(
    story.invoices.results.map(({ id, state }) => [id, state]),
    [[invoiceId, 'paid']],
  );
  const [payment] = story.payments.results;
  assert.deepEqual(
    [payment?.recordedBy, payment?.state, payment?.paidOn, payment?.invoiceNumber],
    ['Naledi Khumalo', 'counts', '2027-03-10', period?.invoiceNumber],
  );
  assert.deepEqual(story.mails.map(({ kind }) => kind).toSorted(), ['invoice', 'receipt']);
});

test('an invitation that is kept without a mail server is not called sent', async (t) => {
  const { id } = await entered(app, token, { email: 'invited@example.org' });
  const isKept = async () => (await storyOf(id)).isInvitationKept;
  assert.equal(await isKept(), true);
  app.config.smtpUrl = 'smtp://127.0.0.1:9';
  t.after(() => {
    app.config.smtpUrl = null;
  });
  assert.equal(await isKept(), false);
  const kept = { is_captured: true, sent_at: app.clock.now(), next_attempt_at: null };
  const toMember = app.db.updateTable('mails').where('to_email', '=', 'invited@example.org');
  await toMember.set(kept).execute();
  assert.equal(await isKept(), true);
  app.clock.set(new Date(app.clock.now().getTime() + 1000).toISOString());
  await callApi(app, sendInvitation, { params: { id } }, { token });
  assert.equal(await isKept(), false);
});

test('a request to be erased is in the story with its last day, until it is answered', async () => {
  const { memberId, userId } = await registered(app, { email: 'erase-me@example.org' });
  const params = { id: memberId };
  assert.equal((await storyOf(memberId)).erasure, null);
  app.clock.set('2027-03-10T22:30:00.000Z');
  await callApi(app, askForErasure, { params }, { token: await tokenOf(app, userId) });
  app.clock.set(testStart);
  const erasure = { askedUtc: '2027-03-10T22:30:00.000Z', answerBy: '2027-04-10' };
  assert.deepEqual((await storyOf(memberId)).erasure, erasure);
  const auditor = await naledi(app, 'Auditor');
  const asAuditor = await callApi(app, getMemberStory, { params }, { token: auditor.token });
  assert.deepEqual([asAuditor.status, asAuditor.data.erasure], [200, null]);
  const body = { reason: 'Your membership runs until March.' };
  await callApi(app, declineErasure, { params, body }, { token });
  assert.equal((await storyOf(memberId)).erasure, null);
});

test('the bulk emails to the address of a member are in the story', async () => {
  const { memberId } = await registered(app, { email: 'bulk@example.org' });
  const id = await drafted(app, { subject: 'A walk for {{ FirstName }}', content: '<p>Come</p>' });
  await processBulkEmail(app.ctx(), id);
  const bulkEmails = [
    { id, subject: 'A walk for Thandi', outcome: 'pending', atUtc: null, answer: null },
  ];
  assert.deepEqual((await storyOf(memberId)).bulkEmails, bulkEmails);
  const later = await registered(app, { email: 'later@example.org' });
  assert.deepEqual((await storyOf(later.memberId)).bulkEmails, []);
});

test('a payment that was undone stays in the story, with the reason', async () => {
  const { memberId, invoiceId } = await registered(app, { email: 'undone@example.org' });
  await settleInvoice(app.ctx(), { invoiceId, source: 'payfast', externalReference: 'pf-9' });
  const undo = { params: { id: invoiceId }, body: { reason: 'Refunded' } };
  await callApi(app, undoInvoicePayment, undo, { token });
  const { payments, why, next } = await storyOf(memberId);
  const [payment] = payments.results;
  assert.deepEqual(
    [payment?.source, payment?.state, payment?.closedBy, payment?.closedReason],
    ['payfast', 'undone', 'Naledi Khumalo', 'Refunded'],
  );
  assert.match(why, /^Pending: /);
  assert.match(next, /Invoice INV-\d{5} is not paid yet\.$/);
});

test('a story has a bounded number of rows, and counts all of them', async () => {
  const { memberId, invoiceId } = await registered(app, { email: 'busy@example.org' });
  for (let n = 0; n < 7; n += 1) {
    await createInvoice(app.ctx(), { memberId, line: 'A cap', amount: 10, paymentType: 'EFT' });
    await callApi(app, resendInvoiceEmail, { params: { id: invoiceId } }, { token });
  }
  const { invoices, mails } = await storyOf(memberId);
  assert.deepEqual([invoices.results.length, invoices.totalCount], [storyLimits.invoices, 8]);
  assert.equal(mails.length, storyLimits.mails);
});

test('after a change of address, mails to the old one still belong to the story', async () => {
  const { memberId } = await registered(app, { email: 'old@example.org' });
  const body = { email: 'new@example.org' };
  await callApi(app, updateMember, { params: { id: memberId }, body }, { token });
  const { mails } = await storyOf(memberId);
  assert.ok(mails.some(({ toEmail, kind }) => toEmail === 'old@example.org' && kind === 'invoice'));
});

test('a period that was entered by hand names the administrator', async () => {
  const { id } = await entered(app, token, { email: 'by-hand@example.org' });
  const status = await app.db
    .selectFrom('member_statuses')
    .select('id')
    .where('name', '=', 'Active')
    .executeTakeFirstOrThrow();
  const input = { params: { id }, body: { memberStatusID: status.id } };
  await callApi(app, updateMember, input, { token });
  const { periods, why, next } = await storyOf(id);
  assert.equal(periods.results[0]?.enteredBy, 'Naledi Khumalo');
  assert.equal(
    why,
    'Active, set by hand by Naledi Khumalo on 10 Mar 2027: valid until 9 Mar 2028 without a payment.',
  );
  assert.match(next, /^Follows the payments again from 10 Mar 2028/);
});

test('the daily run sets the next status on the day that the story names', async () => {
  const endsOn = '2027-12-31';
  const [id = ''] = await addManyMembers(app, 1, { lastName: 'Daily', endsOn });
  for (const [day, status] of [
    ['2027-11-01', 'Due for Renewal'],
    ['2028-01-31', 'Expired'],
  ] as const) {
    app.clock.set(`${addDays(day, -1)}T08:00:00Z`);
    await deriveStatuses(app.ctx());
    const { next } = await storyAtThatTime(id);
    assert.ok(next.startsWith(`${status} from ${formatDay(day)}`), next);
    assert.notEqual((await membershipOf(app, id)).status, status);
    app.clock.set(`${day}T08:00:00Z`);
    await deriveStatuses(app.ctx());
    assert.equal((await membershipOf(app, id)).status, status);
    assert.ok((await storyAtThatTime(id)).why.startsWith(`${status} since ${formatDay(day)}`));
  }
  app.clock.set(testStart);
});

/** The first session has expired on those days. */
async function storyAtThatTime(id: string) {
  const { token: fresh } = await naledi(app);
  return (await callApi(app, getMemberStory, { params: { id } }, { token: fresh })).data;
}

test('only administrators read the story, and an unknown member gets a 404', async () => {
  const { memberId, userId } = await registered(app, { email: 'own@example.org' });
  const own = { token: await tokenOf(app, userId) };
  const read = (id: string, as: { token?: string }) =>
    callApi(app, getMemberStory, { params: { id } }, as);
  assert.equal((await read(memberId, own)).status, 403);
  assert.equal((await read(randomUUID(), { token })).status, 404);
});
