import { sql } from 'kysely';
import { login, resetPassword } from '#contract/auth/endpoints.ts';
import { updateMember } from '#contract/members/endpoints.ts';
import { createRelative } from '#contract/members/relatives.ts';
import { uploadProfilePicture } from '#contract/files.ts';
import { mailResetLink } from '#server/features/auth/mail-reset-link.ts';
import { recordConsent } from '#server/features/communication/consents.ts';
import { donate } from '#server/features/donations/donate.ts';
import { settleDonation, settleInvoice } from '#test/support/payments/settle.ts';
import { callApi } from './call.ts';
import { naledi, password, registered, tokenOf, typeId } from './people.ts';
import { addTransaction } from './payfast/comparing.ts';
import { donationTypeId, notify, signed, toldOf } from './payfast/notifications.ts';
import { pdf, sendProofOf } from './proofs/send-proof.ts';
import { asFile, halves } from './pictures.ts';
import { takeNumber } from './take-number.ts';
import type { TestApp } from './app.ts';

/** A member with rows in every table that can hold personal data of a member. */
export async function addFullHistoryMember(app: TestApp, name: string) {
  const email = `${name.toLowerCase()}@example.org`;
  const memberTypeId = await typeId(app, 'FAMILY');
  const member = await registered(app, { email, firstName: name, lastName: name, memberTypeId });
  const { memberId, userId, invoiceId } = member;
  const admin = await naledi(app);
  await sendProofOf(app, invoiceId, pdf(name));
  await settleInvoice(app.ctx(), { invoiceId, source: 'payfast', externalReference: name });
  await notify(app, 'subscription', signed(toldOf(invoiceId, { name_first: name })));
  await settleInvoice(app.ctx(), { invoiceId, source: 'payfast', externalReference: `${name}2` });
  await sql`INSERT INTO credit_uses
      (id, payment_id, kind, amount_cents, used_on, reference, reason, recorded_at, recorded_by)
    SELECT gen_random_uuid(), id, 'refund', amount_cents, paid_on, ${name}, ${name},
      ${app.clock.now()}, ${admin.id}
    FROM payments WHERE external_reference = ${`${name}2`}`.execute(app.db);
  // It was undone before the payment.
  await sql`INSERT INTO write_offs (id, number, invoice_id, amount_cents, reason, as_paid, recorded_at,
      recorded_by, reversed_at, reversed_by, reversed_reason)
    SELECT gen_random_uuid(), ${await takeNumber(app.db, 'credit-note')}, ${invoiceId}, 100, ${name}, false,
      ${app.clock.now()}, ${admin.id}, ${app.clock.now()}, ${admin.id}, ${name}`.execute(app.db);
  await addTransaction(app, { recordId: invoiceId, providerId: invoiceId.slice(0, 8) });
  const donation = await donate(app.ctx(), {
    firstName: name,
    lastName: name,
    email,
    amount: 77,
    donationTypeId: await donationTypeId(app, 'EFT'),
  });
  await settleDonation(app.ctx(), { donationId: donation.id, source: 'administrator' });
  const token = await tokenOf(app, userId);
  await callApi(
    app,
    uploadProfilePicture,
    { file: asFile(await halves()), body: { userId } },
    { token },
  );
  const child = { mainMemberId: memberId, firstName: name, lastName: name, email };
  await callApi(app, createRelative, { body: { ...child, dateOfBirth: '2015-06-01' } }, { token });
  await callApi(app, login, { body: { email, password } });
  await callApi(
    app,
    updateMember,
    { params: { id: memberId }, body: { phone: '083 765 4321' } },
    { token: admin.token },
  );
  await sql`INSERT INTO reminders (period_id, step, noted_at)
    SELECT id, -30, ${app.clock.now()} FROM membership_periods WHERE member_id = ${memberId}
  `.execute(app.db);
  const consent = { email, words: 'Yes, please.', source: 'registration' };
  await recordConsent(app.ctx(), { ...consent, purpose: 'news' });
  await sql`INSERT INTO suppressions (id, email, kind, reason, at)
    VALUES (gen_random_uuid(), ${email}, 'unsubscribed', 'Enough', ${app.clock.now()})
  `.execute(app.db);
  await sql`INSERT INTO erasure_requests
      (id, member_id, asked_at, answered_at, answered_by, declined_reason)
    VALUES (gen_random_uuid(), ${memberId}, ${app.clock.now()}, ${app.clock.now()}, ${admin.id},
      ${`${name} is still a member`})`.execute(app.db);
  await sql`WITH mail AS (
      INSERT INTO bulk_emails (id, communication_list_id, subject, title, content, created_at)
      SELECT gen_random_uuid(), id, 'A herd', '', '', ${app.clock.now()}
      FROM communication_lists LIMIT 1 RETURNING id)
    INSERT INTO bulk_recipients (bulk_email_id, email, name, replacements, answer)
    SELECT id, ${email}, ${name}, '{}', 'Taken' FROM mail`.execute(app.db);
  await sql`WITH batch AS (
      INSERT INTO imports (id, kind, file_name, state, settings, sheets, columns, mapping, created_by,
        created_at, imported_at)
      VALUES (gen_random_uuid(), 'members', 'old.csv', 'imported', '{}', '{}', '{}', '{}',
        ${admin.id}, ${app.clock.now()}, ${app.clock.now()}) RETURNING id)
    INSERT INTO import_rows (import_id, row_number, main_row, cells, fate, sentence, record_id)
    SELECT id, 2, 2, ARRAY[${name}, ${email}], 'same', ${`Like ${name}`}, ${memberId} FROM batch
  `.execute(app.db);
  await addMatch(app, { name, donationId: donation.id, adminId: admin.id });
  return { ...member, token };
}

/** A bank line that confirms the payment of the donation, by which the payer's text is known. */
async function addMatch(
  { db, clock }: TestApp,
  { name, donationId, adminId }: { name: string; donationId: string; adminId: string },
): Promise<void> {
  const number = String(60_000_000_000 + Math.floor(Math.random() * 1e9));
  const at = clock.now();
  await sql`WITH account AS (
      INSERT INTO bank_accounts (id, bank, number, name, created_at)
      VALUES (gen_random_uuid(), 'FNB', ${number}, '', ${at}) RETURNING id),
    statement AS (
      INSERT INTO bank_statements (id, account_id, file_name, sha256, state, created_by, created_at)
      SELECT gen_random_uuid(), id, 'march.csv', encode(sha256(${number}::text::bytea), 'hex'), 'uploaded',
        ${adminId}, ${at} FROM account RETURNING id, account_id),
    line AS (
      INSERT INTO bank_lines (id, account_id, statement_id, row_number, day, amount_cents, text,
        reference, kind, normal_text, occurrence)
      SELECT gen_random_uuid(), account_id, id, 1, ${at}::date, 7700, 'A GIFT', '', '', 'A GIFT', 1
      FROM statement RETURNING id)
    SELECT FROM line`.execute(db);
  await sql`
    INSERT INTO bank_matches (id, line_id, kind, amount_cents, payment_id, payer_key, certainty, why,
      recorded_at, recorded_by)
    SELECT gen_random_uuid(), l.id, 'recorded', 7700, p.id, ${`${name} trading`}, 'none', 'x', ${at},
      ${adminId}
    FROM bank_lines AS l JOIN bank_accounts AS a ON a.id = l.account_id AND a.number = ${number},
      payments AS p WHERE p.donation_id = ${donationId}`.execute(db);
}

/** Sets the password with the link in the mail, which verifies the member's address. */
export async function proveEmail(app: TestApp, email: string): Promise<void> {
  await mailResetLink(app.ctx(), email);
  const { secret } = await app.db
    .selectFrom('mails')
    .where('to_email', '=', email)
    .where('kind', '=', 'reset')
    .orderBy('created_at', 'desc')
    .select('secret')
    .executeTakeFirstOrThrow();
  await callApi(app, resetPassword, {
    body: { email, token: secret ?? '', newPassword: password },
  });
}
