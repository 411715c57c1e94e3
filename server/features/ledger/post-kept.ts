import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { postStates } from './post-state.ts';

interface Kept {
  id: string;
  paymentId: string;
  usedOn: Day;
  amountCents: number;
  vatCents: number;
}

/**
 * A credit that is kept is the organisation's, but for the VAT within it, which the ledger has as the VAT basis says. What is
 * given up takes back the VAT that the other uses of the payment have posted. A repeat posts what has changed since.
 */
export async function postKept(ctx: Context, useIds: readonly string[]): Promise<void> {
  const { rows } = await sql<Kept>`
    SELECT u.id, u.payment_id AS "paymentId", u.used_on AS "usedOn", u.amount_cents AS "amountCents",
      CASE WHEN u.amount_cents < 0 THEN -${postedVat(sql`o.payment_id = u.payment_id AND o.id <> u.id`)}
        WHEN f.booked_on < c.vat_basis_from THEN ${postedVat(sql`o.id = u.id`)}
        WHEN c.vat_basis = 'payments' THEN u.vat_cents ELSE 0 END AS "vatCents"
    FROM credit_uses AS u CROSS JOIN company_info AS c
    CROSS JOIN LATERAL (SELECT min(booked_on) AS booked_on FROM ledger_entries WHERE source_id = u.id) AS f
    WHERE u.id = ANY (${useIds}::uuid[]) AND u.kind = 'other' AND u.reversed_at IS NULL`.execute(
    ctx.db,
  );
  await postStates(
    ctx,
    rows.map(({ id, paymentId, usedOn, amountCents, vatCents }) => ({
      sourceId: id,
      paymentId,
      kind: 'kept',
      undoneKind: 'use-undone',
      day: usedOn,
      postings: [
        [{ kind: 'credits' }, amountCents],
        [{ kind: 'kept' }, vatCents - amountCents],
        [{ kind: 'vat' }, -vatCents],
      ],
    })),
  );
}

/** Of uses `o`, in SQL. */
const postedVat = (condition: ReturnType<typeof sql>) => sql`(
  SELECT coalesce(-sum(l.cents), 0)::bigint FROM credit_uses AS o
  JOIN ledger_entries AS e ON e.source_id = o.id JOIN ledger_lines AS l ON l.entry_id = e.id
  WHERE l.account = 'vat' AND ${condition})`;

/** The VAT basis has changed. What was given up follows what was kept. Closed months stay. */
export async function postKeptVat(ctx: Context): Promise<void> {
  const { rows } = await sql<{ kept: string[]; givenUp: string[] }>`
    WITH kept AS (SELECT id, payment_id FROM credit_uses WHERE vat_cents <> 0 AND reversed_at IS NULL)
    SELECT ARRAY(SELECT id FROM kept) AS kept, ARRAY(
      SELECT id FROM credit_uses WHERE amount_cents < 0 AND reversed_at IS NULL
        AND payment_id IN (SELECT payment_id FROM kept)) AS "givenUp"`.execute(ctx.db);
  const [{ kept, givenUp } = { kept: [], givenUp: [] }] = rows;
  await postKept(ctx, kept);
  await postKept(ctx, givenUp);
}
