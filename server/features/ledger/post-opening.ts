import { sql } from 'kysely';
import { addDays } from '#contract/calendar.ts';
import type { Day } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { postStates } from './post-state.ts';

/**
 * Brings an account to the balance with which its first statement begins, on the day before. What was posted of earlier
 * days is a part of that balance, unless a line of the statements has it: it was recorded before it came. A repeat posts
 * what has changed since.
 */
export async function postOpening(ctx: Context, bankAccountId: string): Promise<void> {
  const { rows } = await sql<{ of: string | null; openingCents: number; fromDay: Day }>`
    SELECT CASE WHEN a.takes_eft THEN NULL ELSE a.id END AS of, s.opening_cents AS "openingCents",
      s.from_day AS "fromDay"
    FROM bank_accounts AS a JOIN bank_statements AS s ON s.account_id = a.id
    WHERE a.id = ${bankAccountId} AND s.state = 'imported' AND coalesce(s.currency, 'ZAR') = 'ZAR'
    ORDER BY s.from_day, s.to_day LIMIT 1`.execute(ctx.db);
  const [first] = rows;
  const hasBalance = first !== undefined && first.openingCents !== null;
  const cents = hasBalance
    ? first.openingCents - (await postedBefore(ctx, bankAccountId, first))
    : 0;
  const state = { sourceId: bankAccountId, kind: 'opening', undoneKind: 'opening' } as const;
  await postStates(ctx, [
    {
      ...state,
      day: hasBalance ? addDays(first.fromDay, -1) : '',
      postings: hasBalance
        ? [
            [{ kind: 'bank', of: first.of }, cents],
            [{ kind: 'opening' }, -cents],
          ]
        : [],
    },
  ]);
}

async function postedBefore(
  { db }: Context,
  bankAccountId: string,
  { of, fromDay }: { of: string | null; fromDay: Day },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(l.cents), 0)::bigint AS cents
    FROM ledger_lines AS l JOIN ledger_entries AS e ON e.id = l.entry_id
    WHERE l.account = 'bank' AND l.of_id IS NOT DISTINCT FROM ${of}::uuid AND e.day < ${fromDay}
      AND e.source_id <> ${bankAccountId} AND e.source_id NOT IN (
        SELECT v.id FROM bank_matches AS m JOIN bank_lines AS b ON b.id = m.line_id
        CROSS JOIN LATERAL (VALUES (m.id), (m.payment_id), (m.credit_use_id)) AS v (id)
        WHERE m.kind IN ('recorded', 'refund') AND m.reversed_at IS NULL AND v.id IS NOT NULL
          AND b.account_id = ${bankAccountId} AND b.day >= ${fromDay})`.execute(db);
  return rows[0]?.cents ?? 0;
}
