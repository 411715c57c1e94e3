import { sql } from 'kysely';
import { erased, isErasedEmail } from '#contract/privacy/erased.ts';
import { erasureTexts as texts } from '#contract/privacy/erasure.ts';
import type { Invoice } from '#contract/invoices/endpoints.ts';
import { invoiceNumber } from '#contract/numbers.ts';
import { restoreTexts } from '#contract/members/archive.ts';
import type { Member } from '#contract/members/endpoints.ts';
import type { Credit } from '#contract/payments/credits.ts';
import type { Context } from '#server/context.ts';
import { whereOpen } from '#server/features/invoices/open-invoices.ts';
import { mergedInto } from '#server/features/members/merged-into.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { hasNewerValues } from './erase-rows.ts';
import { nobody, type Subject } from '../find-subject.ts';

/** Why the member cannot be erased now, with what to do. `null`: it can. product-rules 19.3. */
export async function problemOfMember(
  ctx: Context,
  member: Member,
  subject: Subject,
): Promise<string | null> {
  if (isErasedEmail(member.email)) return problemOfErased(ctx.db, subject);
  if ((await mergedInto(ctx.db, member)) !== null) return restoreTexts.isMerged;
  const { role, removed_at } = await ctx.db
    .selectFrom('users')
    .select(['role', 'removed_at'])
    .where('id', '=', member.userID)
    .executeTakeFirstOrThrow();
  if (role !== 'Member' && removed_at === null) return texts.isAdministrator;
  return findProblemOfMoney(ctx.db, subject);
}

/** The same for a donor, who is known by an address. */
export async function problemOfDonor(
  { db }: Context,
  email: string,
  subject: Subject,
): Promise<string | null> {
  if (isErasedEmail(email)) return problemOfErased(db, subject);
  const user = await db
    .selectFrom('users as u')
    .leftJoin('members as m', 'm.user_id', 'u.id')
    .select('m.id as memberId')
    .where('u.email', '=', email.toLowerCase())
    .where('u.removed_at', 'is', null)
    .executeTakeFirst();
  if (user !== undefined) return user.memberId === null ? texts.isAdministrator : texts.isMember;
  return findProblemOfMoney(db, subject);
}

/** The same for the payer of an invoice whose member was deleted, or that never had one. */
export async function problemOfPayer(
  ctx: Context,
  { memberId, userEmail }: Pick<Invoice, 'memberId' | 'userEmail'>,
  subject: Subject,
): Promise<string | null> {
  if (memberId !== null) return texts.ofMember;
  return problemOfDonor(ctx, userEmail, subject);
}

/** What came after the erasure, such as a late message of the card provider, is erased like the rest. */
async function problemOfErased(db: Db, subject: Subject): Promise<string | null> {
  if (!(await hasNewerValues(db, subject))) return texts.already;
  return findProblemOfMoney(db, subject);
}

/** The same for the sender of money without a record. */
export async function problemOfMoney(
  db: Db,
  { id, kind, payer, amount, owed }: Credit,
): Promise<string | null> {
  if (kind !== null) return texts.ofRecord;
  const ofMoney = { ...nobody, paymentIds: [id] };
  if (payer === erased.text && !(await hasNewerValues(db, ofMoney))) return texts.already;
  if (amount > 0) return texts.credit;
  return owed > 0 ? texts.owesCredit : null;
}

interface Money {
  number: number | null;
  hasCredit: boolean;
  owesCredit: boolean;
  /** Voiding this invoice would make credits of its parts. */
  partPaid: number | null;
  isUnderWay: boolean;
}

/** The open invoices of a member who never paid are voided instead. */
export async function findProblemOfMoney(
  db: Db,
  { memberId, invoiceIds, donationIds, paymentIds }: Subject,
): Promise<string | null> {
  const { rows } = await sql<Money>`
    SELECT
      (SELECT min(number) FROM invoices WHERE id = ANY (${invoiceIds}::uuid[])
        AND ${whereOpen('invoices')} AND member_id IS DISTINCT FROM ${memberId}) AS number,
      EXISTS (SELECT FROM payments WHERE id = ANY (${paymentIds}::uuid[])
        AND credit_cents > 0) AS "hasCredit",
      EXISTS (SELECT FROM payments WHERE id = ANY (${paymentIds}::uuid[])
        AND credit_cents < 0) AS "owesCredit",
      (SELECT min(number) FROM invoices WHERE id = ANY (${invoiceIds}::uuid[])
        AND ${whereOpen('invoices')} AND paid_cents > 0) AS "partPaid",
      EXISTS (SELECT FROM card_notifications
        WHERE record_id = ANY (${[...invoiceIds, ...donationIds]}::text[])
          AND is_signed AND next_attempt_at IS NOT NULL) AS "isUnderWay"`.execute(db);
  const [money] = rows;
  if (money?.number != null) return texts.openInvoice(invoiceNumber(money.number));
  if (money?.partPaid != null) return texts.partPaid(invoiceNumber(money.partPaid));
  if (money?.hasCredit === true) return texts.credit;
  if (money?.owesCredit === true) return texts.owesCredit;
  return money?.isUnderWay === true ? texts.cardUnderWay : null;
}
