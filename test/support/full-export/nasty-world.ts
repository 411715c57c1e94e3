import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { createMemberStatus } from '#contract/member-statuses/endpoints.ts';
import { createMemberType, updateMemberType } from '#contract/member-types/endpoints.ts';
import { recordMembershipPayment } from '#contract/payments/membership-payment.ts';
import { undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import { donate } from '#server/features/donations/donate.ts';
import { settleDonation } from '#server/features/payments/settle-donation.ts';
import { settleInvoice } from '#server/features/payments/settle-invoice.ts';
import type { TestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { addFullHistoryMember } from '#test/support/full-history-member.ts';
import { donationTypeId } from '#test/support/payfast/notifications.ts';
import { addNastyMoney } from './nasty-money.ts';
import { mokoenaChildren, registered, typeId } from '#test/support/people.ts';

/** Members in every state, with values that break spreadsheets, and money that came, went and is owed. */
export async function buildNastyWorld(app: TestApp, token: string): Promise<void> {
  const as = { token };
  const run = (text: string) => sql.raw(text).execute(app.db);
  const custom = { name: '=Pat"rons', description: 'Two\nlines; "quoted"', fee: 99.5 };
  await callApi(app, createMemberType, { body: { ...custom, isFamily: true } }, as);
  const individual = { params: { id: await typeId(app, 'Individual') }, body: { fee: 475.25 } };
  await callApi(app, updateMemberType, individual, as);
  await callApi(app, createMemberStatus, { body: { name: '-Honorary' } }, as);

  await addFullHistoryMember(app, 'Ömer');
  const family = await registered(app, {
    email: 'mokoena@example.org',
    firstName: '=cmd',
    lastName: 'O\'Neill "Koos", jr',
    postalAddress: 'c/o "The Oaks";\n=12 Acacia, Road\n\n0081',
    zipCode: '0081',
    phone: '+27 82 123 4567',
    memberTypeId: await typeId(app, 'FAMILY'),
    relatives: mokoenaChildren,
  });
  await settleInvoice(app.ctx(), {
    invoiceId: family.invoiceId,
    source: 'payfast',
    externalReference: 'PF-1',
  });
  // A second payment of a paid invoice is a credit.
  await settleInvoice(app.ctx(), {
    invoiceId: family.invoiceId,
    source: 'payfast',
    externalReference: 'PF-2',
  });
  // Years of renewals, more than one paid invoice of a member.
  const member = await registered(app, { email: 'long@example.org', firstName: 'Zoë' });
  await settleInvoice(app.ctx(), { invoiceId: member.invoiceId, source: 'administrator' });
  for (let year = 0; year < 3; year += 1) {
    const { paid_until: paidUntil } = await app.db
      .selectFrom('members')
      .select('paid_until')
      .where('id', '=', member.memberId)
      .executeTakeFirstOrThrow();
    const body = {
      memberTypeId: await typeId(app, 'Individual'),
      paidUntil,
      paidBy: 'Cash',
      bankReference: '-0042;=1',
    } as const;
    const input = { params: { id: member.memberId }, body };
    const { status, message } = await callApi(app, recordMembershipPayment, input, as);
    assert.equal(status, 200, message);
  }
  // Void, open, undone.
  const pending = await registered(app, { email: 'pending@example.org', lastName: '王 Ngũgĩ' });
  const voided = await registered(app, { email: 'void@example.org' });
  await run(`UPDATE invoices SET voided_at = '2027-03-10 09:00Z', void_reason = 'Wrong; =1'
    WHERE id = '${voided.invoiceId}'`);
  const undone = await registered(app, { email: 'undone@example.org' });
  await settleInvoice(app.ctx(), { invoiceId: undone.invoiceId, source: 'administrator' });
  const undo = { params: { id: undone.invoiceId }, body: { reason: 'Not ours\nat all' } };
  assert.equal((await callApi(app, undoInvoicePayment, undo, as)).status, 200);
  // States of members.
  const archived = await registered(app, { email: 'archived@example.org' });
  await run(
    `UPDATE members SET archived_at = '2027-03-10 09:00Z' WHERE id = '${archived.memberId}'`,
  );
  await run(`UPDATE members SET deactivated_reason = '@left', member_status_id =
    (SELECT id FROM member_statuses WHERE name = 'Deactivated') WHERE id = '${pending.memberId}'`);
  await run(`UPDATE members SET status_set_by = (SELECT id FROM users WHERE role = 'Admin' LIMIT 1),
    status_set_at = '2027-03-09 09:00Z', member_status_id =
    (SELECT id FROM member_statuses WHERE name = '-Honorary') WHERE id = '${voided.memberId}'`);
  const merged = await registered(app, { email: 'merged@example.org' });
  await run(`UPDATE users SET removed_at = '2027-03-10 09:00Z' WHERE id = '${merged.userId}'`);
  await run(`UPDATE members SET archived_at = '2027-03-10 09:00Z',
    merged_into = '${member.memberId}' WHERE id = '${merged.memberId}'`);
  // The free address of the merged record belongs to another member.
  await registered(app, { email: 'merged@example.org' });
  await run(`UPDATE member_relatives SET seat = NULL, aged_out_at = '2027-03-10 09:00Z'
    WHERE first_name = 'Tumi'`);
  await run(`UPDATE member_relatives SET consent_words = 'Yes, "I" agree', consent_source = 'profile',
    consent_at = '2027-03-01 09:00Z' WHERE first_name = 'Kabelo'`);
  // Money of donors.
  for (const [firstName, amount] of [
    ['@Bob', 50],
    ['Ann', 1234.56],
    ['+1 Cy', 10],
  ] as const) {
    const donation = await donate(app.ctx(), {
      firstName,
      lastName: 'van der; Merwe',
      email: `${amount}@donors.example`,
      amount,
      donationTypeId: await donationTypeId(app, 'EFT'),
    });
    const input = { donationId: donation.id, source: 'administrator', paidBy: 'Wise' } as const;
    if (amount !== 10) await settleDonation(app.ctx(), input);
  }
  await addNastyMoney(app, token);
  await run(`UPDATE consents SET withdrawn_at = '2027-03-10 09:30Z' WHERE purpose = 'news'`);
  await run(`INSERT INTO suppressions (id, email, kind, reason, at) VALUES
    (gen_random_uuid(), 'gone@example.org', 'refused', '550; "=no such user"', '2027-03-01 10:00Z')`);
  await run(`INSERT INTO consents (id, email, purpose, words, source, given_at) VALUES
    (gen_random_uuid(), 'long@example.org', 'appeals', 'Yes; =please', 'a form', '2020-02-29 10:00Z')`);
}
