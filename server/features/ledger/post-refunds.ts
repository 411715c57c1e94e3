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
 * A repeat posts nothing. It moves a refund that was recorded as one by EFT, and that PayFast listed later.
 */
export async function postRefunds(ctx: Context, useIds: readonly string[]): Promise<void> {
  await noteListed(ctx, useIds);
  const { rows } = await sql<Refund>`
    SELECT u.id, u.payment_id AS "paymentId", u.used_on AS "usedOn", u.amount_cents AS "amountCents",
      coalesce(u.refunded_by, 'EFT') AS "refundedBy"
    FROM credit_uses AS u WHERE ${isUnmatchedRefund(useIds)}`.execute(ctx.db);
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

const isUnmatchedRefund = (useIds: readonly string[]) => sql`
  u.id = ANY (${useIds}::uuid[]) AND u.kind = 'refund' AND u.reversed_at IS NULL
  AND NOT EXISTS (SELECT FROM bank_matches WHERE credit_use_id = u.id AND reversed_at IS NULL)`;

/** As PayFast calls the payment `p` whose credit it is, in SQL. A credit can be carried to another record. */
export const sqlCardReference = sql<string | null>`coalesce(p.external_reference, (
  SELECT q.external_reference FROM credit_uses AS c JOIN payments AS q ON q.id = c.payment_id
  WHERE c.carried_to = p.id))`;

/**
 * PayFast's list has a refund of the payment with the amount. EFT is also what is recorded without a choice. Each row of the
 * list is one refund.
 */
async function noteListed({ db }: Context, useIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE credit_uses AS u SET refunded_by = 'Credit Card' FROM (
      SELECT u.id, u.amount_cents, ${sqlCardReference} AS reference, row_number() OVER (
        PARTITION BY ${sqlCardReference}, u.amount_cents ORDER BY u.used_on, u.recorded_at, u.id) AS place
      FROM credit_uses AS u JOIN payments AS p ON p.id = u.payment_id
      WHERE ${isUnmatchedRefund(useIds)} AND coalesce(u.refunded_by, 'EFT') = 'EFT'
    ) AS maybe
    WHERE u.id = maybe.id AND maybe.place <= (
      SELECT count(*) FROM provider_transactions AS t
      WHERE 'payfast:' || t.provider_id = maybe.reference AND t.gross_cents = -maybe.amount_cents AND NOT t.is_test
    ) - (
      SELECT count(*) FROM credit_uses AS k JOIN payments AS p ON p.id = k.payment_id
      WHERE k.refunded_by = 'Credit Card' AND k.reversed_at IS NULL AND k.amount_cents = maybe.amount_cents
        AND ${sqlCardReference} = maybe.reference
    )`.execute(db);
}
