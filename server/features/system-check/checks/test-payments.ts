import { sql } from 'kysely';
import { counted } from '#contract/counting.ts';
import { documentOf } from '#server/features/ledger/document-of.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { failed, ok, withDatabase, type Check, type CheckDeps } from '../check.ts';

/** Payments that are named. */
const mostNamed = 5;

/** Whether money that never came is in the books of an installation with real payments. product-rules 7.19. */
export function testPaymentCheck(deps: CheckDeps): Check {
  return {
    name: 'Test payments',
    run: withDatabase(deps, async (db) => {
      if (deps.config.payfast.mode !== 'live') return ok('Real card payments are not on.');
      const { count, documents } = await readTests(db);
      if (count === 0) return ok('No test payment is in the books.');
      const more = count > documents.length ? ' and others' : '';
      return failed(
        `${counted(count, 'card payment')} of the time of test payments ${count === 1 ? 'is' : 'are'} in the books, and no money came: ${documents.join(', ')}${more}.`,
        'Open each of them and undo its payment as a mistake, or void the invoice afterwards if it was a test, too.',
      );
    }),
  };
}

async function readTests(db: Db): Promise<{ count: number; documents: string[] }> {
  const { rows } = await sql<{
    kind: 'invoice' | 'donation' | null;
    number: number | null;
    count: number;
  }>`
    SELECT CASE WHEN i.id IS NOT NULL THEN 'invoice' WHEN d.id IS NOT NULL THEN 'donation' END AS kind,
      coalesce(i.number, d.number) AS number, count(*) OVER () AS count
    FROM payments AS p LEFT JOIN invoices AS i ON i.id = p.invoice_id LEFT JOIN donations AS d ON d.id = p.donation_id
    WHERE p.is_test AND p.reversed_at IS NULL ORDER BY p.recorded_at, p.id LIMIT ${mostNamed}`.execute(
    db,
  );
  const documents = rows.map(({ kind, number }) => documentOf(kind, number) || 'a credit');
  return { count: rows[0]?.count ?? 0, documents };
}
