import { sql } from 'kysely';
import { dayOf, type Day } from '#contract/days.ts';
import { emptyId } from '#contract/fields.ts';
import { memberTexts, type Member } from '#contract/members/endpoints.ts';
import { invoiceNumber } from '#contract/numbers.ts';
import { membershipPaymentTexts as texts } from '#contract/payments/membership-payment.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict } from '#server/errors.ts';
import { readYearEnd } from '#server/features/company-info/queries.ts';
import { openMembershipInvoice } from '#server/features/invoices/open-invoices.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { findMemberType } from '#server/features/member-types/queries.ts';
import { readOwnCredits, sumOf } from '#server/features/payments/credits/own-credits.ts';
import { releaseDay } from '#server/features/payments/credits/use-credit.ts';
import { lastPeriod } from '#server/features/members/periods/add-period.ts';
import { nextPeriod, type Period } from '#server/features/members/periods/next-period.ts';
import type { RenewedType } from '../renewing-member.ts';

interface Choice {
  /** The default is the member's type. */
  memberTypeId: string | null | undefined;
  paidOn: Day;
}

interface OpenInvoice {
  id: string;
  number: string;
}

/** What a payment pays. The preview shows it, and recording the payment does it. */
export interface PaymentPlan {
  type: RenewedType;
  /** The amount to pay, without what is held. */
  amountCents: number;
  /** What is held for the member's own invoices and pays a part of it. product-rules 6.37. */
  carriedCents: number;
  /** The open invoice for this type. It keeps its amount, which was demanded. */
  pays: OpenInvoice | null;
  /** The date of the invoice that is paid: of a new one the day of the payment. product-rules 6.23. */
  issuedOn: Day;
  /** The open invoice for another type. It is voided. */
  voids: OpenInvoice | null;
  paidUntil: Day | null;
  period: Period;
}

/** Refuses an archived member and a free type. product-rules 6.23. */
export async function planPayment(
  ctx: Pick<Context, 'db' | 'at'>,
  member: Member,
  { memberTypeId, paidOn }: Choice,
): Promise<PaymentPlan> {
  if (member.archivedUtc !== null) throw conflict(texts.archived);
  const { db } = ctx;
  const chosen = memberTypeId === emptyId ? null : memberTypeId;
  const type = await findMemberType(db, chosen ?? member.memberTypeID);
  if (type === undefined) throw badField('memberTypeId', memberTexts.noType);
  const open = await openMembershipInvoice(db, member.id)
    .select(['id', 'number', 'member_type_id', 'amount_cents', 'paid_cents', 'created_at'])
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('membership_periods')
            .select('id')
            .whereRef('invoice_id', '=', 'invoices.id'),
        )
        .as('hasPeriod'),
    )
    .executeTakeFirst();
  const invoice = open && { id: open.id, number: invoiceNumber(open.number) };
  const isSame = open?.member_type_id === type.id;
  const pays = isSame ? open : undefined;
  if (!isSame && type.fee_cents === 0) throw conflict(texts.isFree(type.name));
  const issuedOn = pays === undefined ? await dayOfNew(ctx, paidOn) : dayOf(pays.created_at);
  const { dueCents, carriedCents, carriedOn } = await planCarrying(ctx, member.id, {
    issuedOn,
    fee_cents: type.fee_cents,
    pays,
    voids: isSame ? undefined : open,
  });
  const amountCents = dueCents - carriedCents;
  if (amountCents === 0) throw conflict(texts.isHeld(dueCents / 100));
  const last = await lastPeriod(db, member.id);
  // The membership begins on the day of the last payment.
  const days = [paidOn, ...carriedOn, ...(await daysOfParts(db, open))];
  const day = days.toSorted().at(-1) ?? paidOn;
  return {
    type,
    amountCents,
    carriedCents,
    pays: isSame ? (invoice ?? null) : null,
    issuedOn,
    voids: isSame ? null : (invoice ?? null),
    paidUntil: last?.endsOn ?? null,
    period: await periodOf(db, last, { day, pays }),
  };
}

/** The period of the invoice was kept when its payment was undone: then paying it adds none. */
async function periodOf(
  db: Db,
  last: Period | null,
  { day, pays }: { day: Day; pays: { hasPeriod: unknown } | undefined },
): Promise<Period> {
  return pays?.hasPeriod === true && last !== null
    ? last
    : nextPeriod(last, day, await readYearEnd(db));
}

/** A closed month gets no invoice. `ledger_day` keeps the month of the day open until the transaction ends. */
async function dayOfNew({ db, at }: Pick<Context, 'db' | 'at'>, paidOn: Day): Promise<Day> {
  if (paidOn === dayOf(at)) return paidOn;
  const { rows } = await sql<{ day: Day }>`SELECT ledger_day(${paidOn}, NULL) AS day`.execute(db);
  return rows[0]?.day ?? paidOn;
}

interface OpenAmounts {
  amount_cents: number;
  paid_cents: number;
}

/** What the invoice leaves to pay, and what is held for it: also the parts of an invoice that is voided. */
async function planCarrying(
  { db, at }: Pick<Context, 'db' | 'at'>,
  memberId: string,
  due: {
    issuedOn: Day;
    fee_cents: number;
    pays: OpenAmounts | undefined;
    voids: OpenAmounts | undefined;
  },
) {
  const { issuedOn, fee_cents, pays, voids } = due;
  const dueCents = pays === undefined ? fee_cents : pays.amount_cents - pays.paid_cents;
  const credits = await readOwnCredits(db, memberId);
  const carriedCents = Math.min(dueCents, (voids?.paid_cents ?? 0) + sumOf(credits));
  if (carriedCents === 0) return { dueCents, carriedCents, carriedOn: [] };
  // It counts from the day of the money, but not from before the invoice, and not from before it was a credit.
  const carriedOn = [issuedOn];
  for (const { id, paid_on } of credits) {
    carriedOn.push(paid_on, (await releaseDay(db, id)) ?? paid_on);
  }
  if (voids !== undefined && voids.paid_cents > 0) carriedOn.push(dayOf(at));
  return { dueCents, carriedCents, carriedOn };
}

async function daysOfParts(
  db: Db,
  open: { id: string; paid_cents: number } | undefined,
): Promise<Day[]> {
  if (open === undefined || open.paid_cents === 0) return [];
  const parts = await db
    .selectFrom('payments')
    .select('paid_on')
    .where('counts_for', '=', open.id)
    .execute();
  return parts.map(({ paid_on }) => paid_on);
}
