import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { TestApp } from '#test/support/app.ts';

/** The ledger and the bookings, kept beside each other, say the same of each day in the books. */
export async function assertLedgerAgrees({ db }: TestApp): Promise<void> {
  const { rows } = await sql`
    SELECT booked_on, account, sum(cents) AS cents FROM (
      SELECT e.booked_on, CASE WHEN l.account IN ('bank', 'cash', 'payfast', 'transfer') THEN 'money'
        ELSE l.account END AS account, l.cents
      FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
      UNION ALL
      SELECT b.booked_on, v.account, -v.cents
      FROM bookings AS b CROSS JOIN LATERAL (VALUES ('money', b.money_cents),
        (b.income_kind, -b.income_cents), ('credits', -b.credits_cents), ('kept', -b.other_cents)
      ) AS v (account, cents)
      WHERE v.cents <> 0
    ) AS both_ways
    GROUP BY 1, 2 HAVING sum(cents) <> 0 ORDER BY 1, 2`.execute(db);
  assert.deepEqual(rows, []);
}

/** The migration makes of the bookings what the commands posted, entry by entry. */
export async function assertConversionAgrees({ db }: TestApp): Promise<void> {
  const file = new URL('../../../server/platform/db/migrations/0072_ledger.sql', import.meta.url);
  const migration = await readFile(file, 'utf8');
  const entries = sql`
    SELECT e.day, e.booked_on, e.kind, e.source_id, e.record_kind, e.record_id, e.record_number,
      l.account, l.of_id, l.cents
    FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
    ORDER BY e.source_id, e.booked_on, e.kind, l.account, l.cents`;
  await db
    .transaction()
    .execute(async (inside) => {
      const { rows: posted } = await entries.execute(inside);
      await sql`DROP TABLE ledger_lines, ledger_entries`.execute(inside);
      await sql`ALTER TABLE bank_accounts DROP COLUMN takes_eft`.execute(inside);
      for (const name of ['ledger_stays', 'check_ledger_month', 'check_ledger_lines', 'ledger_day'])
        await sql`DROP FUNCTION ${sql.table(name)}`.execute(inside);
      await sql.raw(migration).execute(inside);
      const { rows: converted } = await entries.execute(inside);
      assert.ok(posted.length > 0, 'nothing was posted');
      assert.deepEqual(converted, posted);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
}

class Undone extends Error {}
