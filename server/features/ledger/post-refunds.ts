import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { postStates } from './post-state.ts';

interface Refund {
  id: string;
  paymentId: string;
  usedOn: Day;
  amountCents: number;
  isAtPayfast: boolean;
}

/**
 * Posts refunds of credits from the account that they left: PayFast, if its list has them, else the account that takes EFT.
 * A line of the bank says more (`postLines`). A repeat posts nothing. It moves a refund that PayFast listed later.
 */
export async function postRefunds(ctx: Context, useIds: readonly string[]): Promise<void> {
  const { rows } = await sql<Refund>`
    SELECT u.id, u.payment_id AS "paymentId", u.used_on AS "usedOn", u.amount_cents AS "amountCents",
      EXISTS (SELECT FROM provider_transactions AS t
        WHERE 'payfast:' || t.provider_id = p.external_reference AND t.gross_cents = -u.amount_cents
          AND NOT t.is_test) AS "isAtPayfast"
    FROM credit_uses AS u JOIN payments AS p ON p.id = u.payment_id
    WHERE u.id = ANY (${useIds}::uuid[]) AND u.kind = 'refund' AND u.reversed_at IS NULL
      AND NOT EXISTS (SELECT FROM bank_matches WHERE credit_use_id = u.id AND reversed_at IS NULL)`.execute(
    ctx.db,
  );
  await postStates(
    ctx,
    rows.map(({ id, paymentId, usedOn, amountCents, isAtPayfast }) => ({
      sourceId: id,
      paymentId,
      kind: 'refunded',
      undoneKind: 'use-undone',
      day: usedOn,
      postings: [
        [{ kind: 'credits' }, amountCents],
        [{ kind: isAtPayfast ? 'payfast' : 'bank' }, -amountCents],
      ],
    })),
  );
}
