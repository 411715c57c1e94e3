import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { mailLogTexts, readMail } from '#contract/communication/mail-log.ts';
import { mailResetLink } from '#server/features/auth/mail-reset-link.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { entered, naledi, registered, tokenOf } from '#test/support/people.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const read = (id: string, as: { token?: string } = { token }) =>
  callApi(app, readMail, { params: { id } }, as);

/** The latest mail of a kind to an address. */
async function mailTo(email: string, kind: string) {
  return app.db
    .selectFrom('mails')
    .selectAll()
    .where('to_email', '=', email)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
}

/** Marks a mail as sent, as the sender does. */
async function sent(id: string, subject: string): Promise<void> {
  await app.db
    .updateTable('mails')
    .set({ sent_at: app.clock.now(), next_attempt_at: null, secret: null, subject })
    .where('id', '=', id)
    .execute();
}

test('the mail of an invoice can be read in full, with the name of the attachment', async () => {
  const { email } = await registered(app, { email: 'reader@example.org' });
  const { data } = await read((await mailTo(email, 'invoice')).id);
  assert.match(data.text ?? '', /Thank you for your support\. Here is your invoice\./);
  assert.match(data.text ?? '', /Payment reference|reply to this email/);
  assert.equal(data.attachments.length, 1);
  assert.deepEqual(data.notes, [mailLogTexts.waitingNote]);
  assert.match(data.subject ?? '', /^Invoice INV-/);
});

test('the reply contains no token and no id of a sign-in', async () => {
  const { email, userId } = await registered(app, { email: 'secret@example.org' });
  await mailResetLink(app.ctx(), email);
  const reset = await mailTo(email, 'reset');
  const waiting = await read(reset.id);
  assert.ok(reset.secret !== null && !waiting.text.includes(reset.secret));
  assert.match(waiting.data.text ?? '', /token=hidden/);
  await sent(reset.id, 'Choose a new password');
  const after = await read(reset.id);
  assert.match(after.data.text ?? '', /token=hidden/);
  assert.ok(after.data.notes.includes(mailLogTexts.linkNote));
  const invited = await entered(app, token, { email: 'invited@example.org' });
  const invitation = await read((await mailTo(invited.email, 'invitation')).id);
  assert.match(invitation.data.text ?? '', /\/login\/hidden/);
  for (const { text } of [waiting, after, invitation]) {
    assert.ok(!text.includes(userId) && !text.includes(invited.userID));
    assert.ok(!('secret' in JSON.parse(text).data) && !('about' in JSON.parse(text).data));
  }
});

test('a mail whose record has changed says so', async () => {
  const { email, invoiceId } = await registered(app, { email: 'changed@example.org' });
  const { id } = await mailTo(email, 'invoice');
  await sent(id, 'Invoice of an earlier version');
  await settleInvoice(app.ctx(), { invoiceId, source: 'administrator' });
  const { data } = await read(id);
  assert.equal(data.subject, 'Invoice of an earlier version');
  assert.deepEqual(data.notes, [
    mailLogTexts.subjectNote('Invoice of an earlier version'),
    mailLogTexts.sentNote('10 Mar 2027'),
  ]);
  assert.match(data.text ?? '', /Paid on 10 Mar 2027/);
});

test('a mail about a record that is gone cannot be shown, and the reply says why', async () => {
  const { email, invoiceId } = await registered(app, { email: 'gone@example.org' });
  await settleInvoice(app.ctx(), { invoiceId, source: 'administrator' });
  const { id } = await mailTo(email, 'receipt');
  await app.db
    .updateTable('mails')
    .set({ about: JSON.stringify({ invoiceId: randomUUID() }) })
    .where('id', '=', id)
    .execute();
  const { status, data } = await read(id);
  assert.equal(status, 200);
  assert.deepEqual([data.text, data.notes], [null, [mailLogTexts.unreadable]]);
});

test('only administrators read mails, and an unknown one is a 404', async () => {
  const { email, userId } = await registered(app, { email: 'nosy@example.org' });
  const { id } = await mailTo(email, 'invoice');
  assert.equal((await read(id, { token: await tokenOf(app, userId) })).status, 403);
  assert.equal((await read(id, {})).status, 401);
  assert.equal((await read(randomUUID())).status, 404);
});
