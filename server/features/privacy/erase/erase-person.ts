import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { formatDay } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import { erased, isErasedEmail } from '#contract/privacy/erased.ts';
import type { Context } from '#server/context.ts';
import { conflict } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { tellAdministrators } from '#server/features/company-info/tell-administrators.ts';
import { addressHash } from '#server/features/communication/address-hash.ts';
import { readDonation } from '#server/features/donations/queries.ts';
import { readInvoice } from '#server/features/invoices/queries.ts';
import { deleteMember, hasHistory } from '#server/features/members/delete-member.ts';
import { lockMemberFor } from '#server/features/members/member-access.ts';
import { readCredit } from '#server/features/payments/credits/queries.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { answerRequest } from './erasure-requests.ts';
import { erasePayments, eraseRows } from './erase-rows.ts';
import { eraseSubject } from './erase-subject.ts';
import { problemOfDonor, problemOfMember, problemOfMoney, problemOfPayer } from './find-problem.ts';
import { findMemberSubject, findPayerSubject, nobody, type Subject } from '../find-subject.ts';

/** Erases a member, and archives one who has paid before that. One who asked for it gets a last mail. product-rules 19.1. */
export async function eraseMember(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const member = await lockMemberFor(inside, id);
    const subject = await findMemberSubject(inside.db, id);
    const problem = await problemOfMember(inside, member, subject);
    if (problem !== null) throw conflict(problem);
    if (member.archivedUtc === null && (await hasHistory(inside.db, id))) {
      await deleteMember(inside, id);
    }
    await eraseMemberOf(inside, id, subject);
    const number = member.membershipNumber;
    const name = number === null ? erasedName : `${erasedName} (${number})`;
    await tellAdministrators(inside, 'erased', { about: `Member: ${name}` });
    await recordAudit(inside, { action: 'eraseMember', subject: 'member', id, name });
  });
}

/** Without the checks. Lock the member first. The caller records who did it. */
export async function eraseMemberOf(ctx: Context, id: string, subject: Subject): Promise<void> {
  const { email } = await ctx.db
    .selectFrom('members')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const hasAsked = await answerRequest(ctx, id);
  await eraseSubject(ctx, subject);
  if (hasAsked) await queueMail(ctx, { kind: 'erasure-done', toEmail: email, about: {} });
  // Also those that were merged into it: in an earlier backup they are members of their own.
  for (const one of subject.memberIds) await recordErasure(ctx, { kind: 'member', subject: one });
}

/** Erases the person with the address of a donation. */
export async function eraseDonor(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    await inside.db.selectFrom('donations').select('id').where('id', '=', id).forUpdate().execute();
    const { email, reference } = await readDonation(inside.db, id);
    const subject = await findPayerSubject(inside.db, email, { donationIds: [id] });
    const problem = await problemOfDonor(inside, email, subject);
    if (problem !== null) throw conflict(problem);
    await eraseAddress(inside, email, subject);
    await tellAdministrators(inside, 'erased', { about: `The donor of ${reference}` });
    await recordAudit(inside, { action: 'eraseDonor', subject: 'donation', id, name: reference });
  });
}

/** Erases the person with the address of an invoice that belongs to no member. */
export async function erasePayer(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    await inside.db.selectFrom('invoices').select('id').where('id', '=', id).forUpdate().execute();
    const invoice = await readInvoice(inside.db, id);
    const { userEmail: email, invoiceNumber: number } = invoice;
    const subject = await findPayerSubject(inside.db, email, { invoiceIds: [id] });
    const problem = await problemOfPayer(inside, invoice, subject);
    if (problem !== null) throw conflict(problem);
    await eraseAddress(inside, email, subject);
    await tellAdministrators(inside, 'erased', { about: `The payer of ${number}` });
    await recordAudit(inside, { action: 'erasePayer', subject: 'invoice', id, name: number });
  });
}

/** Erases the sender of money that belongs to no record, and what names the sender. */
export async function eraseMoney(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db } = inside;
    await db.selectFrom('payments').select('id').where('id', '=', id).forUpdate().execute();
    const credit = await readCredit(db, id);
    const problem = await problemOfMoney(db, credit);
    if (problem !== null) throw conflict(problem);
    await eraseMoneyOf(inside, id);
    const name = `${formatRand(credit.received)} of ${formatDay(credit.paidOn)}`;
    await tellAdministrators(inside, 'erased', { about: `The sender of ${name}` });
    await recordAudit(inside, { action: 'eraseMoney', subject: 'payment', id, name });
  });
}

/** Without the checks. */
export async function eraseMoneyOf(ctx: Context, id: string): Promise<void> {
  await eraseSubject(ctx, { ...nobody, paymentIds: [id] });
  await erasePayments(ctx.db, sql`id = ${id}`);
  // The messages name a record that is deleted, so they are found by the number of the payment.
  await eraseRows(
    ctx.db,
    'card_notifications',
    sql`fold(provider_id) = (SELECT fold(substr(external_reference, length('payfast:') + 1))
      FROM payments WHERE id = ${id} AND external_reference LIKE 'payfast:%')`,
  );
  await recordErasure(ctx, { kind: 'money', subject: id });
}

async function eraseAddress(ctx: Context, email: string, subject: Subject): Promise<void> {
  const { rows } = await sql<{ hash: string }>`
    SELECT ${addressHash(sql`${email}`)} AS hash`.execute(ctx.db);
  await eraseSubject(ctx, subject);
  // Of somebody who was erased before, the address is listed already.
  if (isErasedEmail(email)) return;
  await recordErasure(ctx, { kind: 'address', subject: rows[0]?.hash ?? '' });
}

const erasedName = `${erased.firstName} ${erased.lastName}`;

export interface Erasure {
  kind: 'member' | 'address' | 'money';
  subject: string;
}

/** An address can be erased again after it came back. */
export async function recordErasure(
  { db, at, by }: Context,
  { kind, subject }: Erasure,
): Promise<void> {
  await db
    .insertInto('erasures')
    .values({ id: randomUUID(), kind, subject, erased_at: at, erased_by: by?.userId ?? null })
    .onConflict((same) =>
      same
        .columns(['kind', 'subject'])
        .doUpdateSet({ erased_at: at, erased_by: by?.userId ?? null }),
    )
    .execute();
}
