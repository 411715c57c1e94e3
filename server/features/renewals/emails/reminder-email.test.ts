import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { createInvoice } from '#server/features/invoices/create-invoice.ts';
import { voidMembershipInvoice } from '#server/features/invoices/open-invoices.ts';
import { sendOne } from '#test/support/mail/send-one.ts';
import type { MailTransport, OutgoingMail } from '#server/platform/mail/transport.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { archive, openInvoice, setStatusByHand } from '#test/support/assertions.ts';
import { naledi } from '#test/support/people.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import { openTestApp } from '#test/support/app.ts';
import { mailDepsOf } from '#server/workers.ts';
import { runDaily } from '../daily/run-day.ts';
import { renderReminderEmail } from './reminder-email.ts';

const publicUrl = 'https://members.example.org';
const proofUrl = (invoiceId: string) => `${publicUrl}/proof/${invoiceId}`;
const app = await openTestApp();
await app.db
  .updateTable('company_info')
  .set({ name: 'Friends of the Waterberg', bank: 'Bank of Skukuza', account_number: '000123' })
  .execute();
let families = 0;

/** A member whose period ends on 31 December 2027, reminded by the run of the given day. */
async function reminded(day: string, arrange?: (id: string) => Promise<unknown>) {
  const lastName = `Reminded${++families}x`;
  const [id = ''] = await addManyMembers(app, 1, { lastName, endsOn: '2027-12-31' });
  app.clock.set(`${day}T08:00:00Z`);
  const arranged = await arrange?.(id);
  await runDaily(app.ctx());
  const { rows } = await sql<{ id: string }>`
    SELECT r.mail_id AS id FROM reminders r JOIN membership_periods p ON p.id = r.period_id
    WHERE p.member_id = ${id} AND r.mail_id IS NOT NULL`.execute(app.db);
  const mailId = rows[0]!.id;
  const mail = await app.db
    .selectFrom('mails')
    .selectAll()
    .where('id', '=', mailId)
    .executeTakeFirstOrThrow();
  return {
    id,
    arranged,
    mail,
    email: await renderReminderEmail({ db: app.db, publicUrl, proofUrl, mail }),
  };
}

test('without an invoice the email shows the end and the fee, and links to the renewal', async () => {
  const { id, email } = await reminded('2027-12-01');
  assert.equal(email?.subject, 'Your membership ends on 31 Dec 2027');
  for (const words of [
    'Hello Nr1',
    'Friends of the Waterberg',
    'R450.00',
    'Individual',
    'Paying makes your membership valid until 31 Dec 2028.',
    `Renew now:\n${publicUrl}/member/profile?renew=${id}`,
    'You have no password yet',
  ]) {
    assert.ok(email.text.includes(words), words);
  }
  assert.ok(!email.text.includes('000123') && !email.text.includes('payfast'));
});

test('with an open invoice the email offers payment by card or with the reference', async () => {
  const { email, arranged } = await reminded('2027-12-31', (id) =>
    openInvoice(app, id, 'Individual'),
  );
  assert.equal(email?.subject, 'Your membership ends on 31 Dec 2027');
  const url = `${publicUrl}/payment/payfast-redirect/subscription/${String(arranged)}`;
  assert.ok(email.text.includes(`Pay by card:\n${url}`));
  assert.match(email.text, /Account number: +000123\n/);
  assert.match(email.text, /Payment reference: +INV-\d{5}-[A-Y]\n/);
  assert.ok(!email.text.includes('/member/profile'));
  assert.ok(email.text.includes(`proof of payment:\n${publicUrl}/proof/${String(arranged)}`));
  assert.equal(email.html.includes('Pay by card'), true);
});

test('an invoice for something else, a void one or a paid one is not offered for renewal', async () => {
  const { id, email } = await reminded('2027-12-01', async (memberId) => {
    await createInvoice(app.ctx(), { memberId, line: 'A cap', amount: 120, paymentType: 'EFT' });
    await openInvoice(app, memberId, 'Individual');
    await voidMembershipInvoice(app.ctx(), memberId, 'A mistake');
    const paid = await openInvoice(app, memberId, 'Individual');
    await sql`INSERT INTO payments
        (id, invoice_id, amount_cents, counted_cents, paid_on, recorded_at, method, source)
      SELECT gen_random_uuid(), id, amount_cents, amount_cents, '2027-01-01', created_at, 'EFT',
        'administrator'
      FROM invoices WHERE id = ${paid}`.execute(app.db);
  });
  assert.ok(email?.text.includes(`${publicUrl}/member/profile?renew=${id}`));
  assert.equal(email?.text.includes('INV-'), false);
});

test('after the end the email says that the membership has ended', async () => {
  const { email } = await reminded('2028-01-30');
  assert.equal(email?.subject, 'Your membership ended on 31 Dec 2027');
  assert.ok(email.text.includes('Paying today makes your membership valid until 29 Jan 2029.'));
});

test('the email of a free membership asks for no payment', async () => {
  const setFee = (fee_cents: number) =>
    app.db
      .updateTable('member_types')
      .set({ fee_cents })
      .where('name', '=', 'Individual')
      .execute();
  const { email } = await reminded('2027-12-01', () => setFee(0));
  await setFee(45_000);
  assert.match(email?.text ?? '', /To pay: +nothing, it is free/);
  assert.ok(!email?.text.includes('card'));
});

const sent: OutgoingMail[] = [];
const transport: MailTransport = {
  async send(mail) {
    sent.push(mail);
    return { kind: 'sent' };
  },
  close() {},
};

test('a member who pays, is deactivated or archived before sending gets no email, and it is deleted', async () => {
  const pay = await reminded('2027-12-01', (id) => openInvoice(app, id, 'Individual'));
  const gone = await reminded('2027-12-01');
  const archived = await reminded('2027-12-01');
  await archive(app, archived.id);
  const kept = await reminded('2027-12-01');
  const invoiceId = String(pay.arranged);
  await settleInvoice(app.ctx(), { invoiceId, source: 'administrator' });
  const { id: adminId } = await naledi(app);
  await setStatusByHand(app, gone.id, statusNames.deactivated, adminId);
  for (const { mail } of [pay, gone, archived, kept])
    await sendOne(mailDepsOf(app, transport), mail.id);
  assert.deepEqual(
    sent.map(({ to }) => to.address),
    [kept.mail.to_email],
  );
  const left = await app.db
    .selectFrom('mails')
    .select('id')
    .where('id', 'in', [pay.mail.id, gone.mail.id, archived.mail.id, kept.mail.id])
    .execute();
  assert.deepEqual(left, [{ id: kept.mail.id }]);
  await runDaily(app.ctx());
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM mails WHERE to_email = ${gone.mail.to_email}`.execute(app.db);
  assert.equal(rows[0]!.count, 0, 'it stays noted');
});
