import { sql } from 'kysely';
import type { VatBasis } from '#contract/vat.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { incomeKinds, sqlIncomeKinds } from './accounts.ts';
import { inBatches } from './in-batches.ts';
import { type Entry, post } from './post.ts';
import { postKeptVat } from './post-kept.ts';
import { postLinesOf } from './post-lines.ts';
import { type PostedSum, postingOf, readPosted, together } from './posted.ts';
import { waitForBookings } from './wait-for-bookings.ts';

/**
 * Stores on which basis VAT is declared. It counts from the first open month: what payments and kept credits of it
 * have posted is corrected, each on its own day. Closed months stay. Decision 99.
 */
export async function changeVatBasis(ctx: Context, basis: VatBasis | null): Promise<void> {
  await waitForBookings(ctx.db);
  await sql`
    UPDATE company_info SET vat_basis = ${basis},
      vat_basis_from = (last_closed_month() + interval '1 month')::date`.execute(ctx.db);
  const vat = await readVatOfOpenMonths(ctx);
  await inBatches([...vat.keys()], async (ids) => {
    const days = Map.groupBy(
      await readPosted(ctx, ids),
      ({ sourceId, day }) => `${sourceId} ${day}`,
    );
    await post(
      ctx,
      [...days.values()].flatMap((sums) =>
        correction(sums, basis === 'payments' ? vat : new Map()),
      ),
    );
    // A line of the bank that took a payment back takes back what it posted.
    await postLinesOf(ctx, ids);
  });
  await postKeptVat(ctx);
}

/** The organisation is registered for VAT, and nobody has said on which basis. product-rules 24.14. */
export async function lacksVatBasis(db: Db): Promise<boolean> {
  const company = await db
    .selectFrom('company_info')
    .select('id')
    .where('vat_number', '<>', '')
    .where('vat_basis', 'is', null)
    .executeTakeFirst();
  return company !== undefined;
}

/** By payment. What was received in a closed month stays as it was reported. */
async function readVatOfOpenMonths({ db }: Context): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; cents: number }>`
    SELECT p.id, p.vat_cents AS cents FROM payments AS p
    CROSS JOIN LATERAL (
      -- A correction posts a payment again, but it was received before.
      SELECT min(e.booked_on) AS received_on FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
      WHERE e.source_id = p.id AND e.kind IN ('received', 'carried') AND l.account IN ${sqlIncomeKinds}
    ) AS e
    WHERE p.vat_cents <> 0
      AND e.received_on >= coalesce((last_closed_month() + interval '1 month')::date, e.received_on)
    ORDER BY p.recorded_at, p.id`.execute(db);
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

/** Of a payment and a day, its receipt and its return together: nothing, if it was undone on the same day. */
function correction(sums: readonly PostedSum[], vat: ReadonlyMap<string, number>): Entry[] {
  const posted = together(sums.map(postingOf));
  const income = posted.find(([{ kind }]) => incomeKinds.some((each) => each === kind));
  const [first] = sums;
  if (income === undefined || first === undefined) return [];
  const { sourceId, day } = first;
  const [account, incomeCents] = income;
  const [, postedVat] = posted.find(([{ kind }]) => kind === 'vat') ?? [null, 0];
  const cents = Math.sign(incomeCents) * (vat.get(sourceId) ?? 0) - postedVat;
  const postings = [
    [{ kind: 'vat' }, cents],
    [account, -cents],
  ] as const;
  return [{ kind: 'vat', day, sourceId, postings }];
}
