import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import type { RefundMethod } from '#contract/payments/payment-details.ts';
import type { Context } from '#server/context.ts';
import { accountOfMethod } from './accounts.ts';
import { postOpeningsOf } from './post-openings.ts';
import { postStates } from './post-state.ts';

interface Refund {
  id: string;
  paymentId: string;
  usedOn: Day;
  amountCents: number;
  refundedBy: RefundMethod;
}

/**
 * Posts refunds of credits from the account of their method: cash leaves cash. A line of the bank says more (`postLines`).
 * A repeat posts nothing. It moves a refund that was recorded as one by EFT, and that PayFast listed later, and moves it back
 * if the listed money went back with the payment.
 */
export async function postRefunds(ctx: Context, useIds: readonly string[]): Promise<void> {
  const ids = [...useIds, ...(await noteListed(ctx, useIds))];
  const { rows } = await sql<Refund>`
    SELECT u.id, u.payment_id AS "paymentId", u.used_on AS "usedOn", u.amount_cents AS "amountCents",
      coalesce(u.refunded_by, 'EFT') AS "refundedBy"
    FROM credit_uses AS u WHERE u.id = ANY (${ids}::uuid[]) AND ${isUnmatchedRefund}`.execute(
    ctx.db,
  );
  const refunds = rows.map((refund) => ({
    ...refund,
    account: accountOfMethod(refund.refundedBy),
  }));
  await postStates(
    ctx,
    refunds.map(({ id, paymentId, usedOn, amountCents, account }) => ({
      sourceId: id,
      paymentId,
      kind: 'refunded',
      undoneKind: 'use-undone',
      day: usedOn,
      postings: [
        [{ kind: 'credits' }, amountCents],
        [account, -amountCents],
      ],
    })),
  );
  await postOpeningsOf(
    ctx,
    refunds.map(({ account, usedOn: day }) => ({ account, day })),
  );
}

const isUnmatchedRefund = sql`u.kind = 'refund' AND u.reversed_at IS NULL
  AND NOT EXISTS (SELECT FROM bank_matches WHERE credit_use_id = u.id AND reversed_at IS NULL)`;

/** As PayFast calls the payment `p` whose credit it is, in SQL. A credit can be carried to another record. */
export const sqlCardReference = sql<string | null>`coalesce(p.external_reference, (
  SELECT q.external_reference FROM credit_uses AS c JOIN payments AS q ON q.id = c.payment_id
  WHERE c.carried_to = p.id))`;

/** Posts again the refunds of card payments, after PayFast has listed something of them, or they went back. */
export async function postCardRefunds(ctx: Context, references: readonly string[]): Promise<void> {
  if (references.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    SELECT u.id FROM credit_uses AS u JOIN payments AS p ON p.id = u.payment_id
    WHERE u.kind = 'refund' AND ${sqlCardReference} = ANY (${references}::text[])`.execute(ctx.db);
  await postRefunds(
    ctx,
    rows.map(({ id }) => id),
  );
}

/** Also of what is moved to PayFast below: the audit log has what was recorded. */
const wasByEft = sql`(coalesce(u.refunded_by, 'EFT') = 'EFT' OR u.refunded_by = 'Credit Card' AND EXISTS (
  SELECT FROM audit_entries AS a WHERE a.subject_id = u.payment_id AND a.action = 'refundCredit'
    AND a.at = u.recorded_at AND a.after ->> 'refundedBy' = 'EFT'))`;

/**
 * PayFast's list has a refund of the payment with the amount. EFT is also what is recorded without a choice. Each row of the
 * list is one refund, or the payment that went back. Answers the refunds that it moves.
 */
async function noteListed({ db }: Context, useIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH asked AS MATERIALIZED (
      SELECT ${sqlCardReference} AS reference FROM credit_uses AS u JOIN payments AS p ON p.id = u.payment_id
      WHERE u.id = ANY (${useIds}::uuid[]) AND ${sqlCardReference} IS NOT NULL
    ), refunds AS (
      SELECT u.id, u.amount_cents, u.used_on, u.recorded_at, ${sqlCardReference} AS reference,
        ${isUnmatchedRefund} AND ${wasByEft} AS may_move, u.refunded_by
      FROM credit_uses AS u JOIN payments AS p ON p.id = u.payment_id
      -- Without money that came by card no refund is read.
      WHERE EXISTS (SELECT FROM asked) AND u.kind = 'refund' AND u.reversed_at IS NULL
        AND ${sqlCardReference} IN (SELECT reference FROM asked)
    )
    UPDATE credit_uses AS u SET refunded_by = maybe.method FROM (
      SELECT r.id, CASE WHEN row_number() OVER (
          PARTITION BY r.reference, r.amount_cents
            -- What was moved stays.
            ORDER BY r.refunded_by = 'Credit Card' DESC, r.used_on, r.recorded_at, r.id) <= (
        SELECT count(*) FROM provider_transactions AS t
        WHERE 'payfast:' || t.provider_id = r.reference AND t.gross_cents = -r.amount_cents AND NOT t.is_test
      ) - (
        SELECT count(*) FROM payments
        WHERE external_reference = r.reference AND amount_cents = r.amount_cents AND reversed_at IS NOT NULL
      ) - (
        SELECT count(*) FROM refunds AS k WHERE k.refunded_by = 'Credit Card' AND NOT k.may_move
          AND (k.reference, k.amount_cents) = (r.reference, r.amount_cents)
      ) THEN 'Credit Card' ELSE 'EFT' END AS method
      FROM refunds AS r WHERE r.may_move
    ) AS maybe
    WHERE u.id = maybe.id AND coalesce(u.refunded_by, 'EFT') <> maybe.method RETURNING u.id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
