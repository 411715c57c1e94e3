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

/** PayFast's list has a refund of the payment with the amount. EFT is also what is recorded without a choice. */
async function noteListed({ db }: Context, useIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE credit_uses AS u SET refunded_by = 'Credit Card' FROM payments AS p
    WHERE ${isUnmatchedRefund(useIds)} AND coalesce(u.refunded_by, 'EFT') = 'EFT' AND p.id = u.payment_id
      AND EXISTS (SELECT FROM provider_transactions AS t
        WHERE 'payfast:' || t.provider_id = p.external_reference AND t.gross_cents = -u.amount_cents
          AND NOT t.is_test)`.execute(db);
}
