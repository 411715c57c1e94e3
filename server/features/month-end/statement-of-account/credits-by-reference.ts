import { sql } from 'kysely';
import { readReferences } from '#contract/payment-references/read-references.ts';
import type { Db } from '#server/platform/db/pool.ts';

/**
 * Payments without a record that came with the reference of one of the member's invoices, such as of one that was written off
 * before. A record of their own they cannot have, so their text says whose they are. Its check letter has to fit.
 */
export async function readCreditsByReference(db: Db, memberId: string): Promise<string[]> {
  const invoices = await db
    .selectFrom('invoices')
    .select('number')
    .where('member_id', '=', memberId)
    .execute();
  const own = new Set(invoices.map(({ number }) => number));
  if (own.size === 0) return [];
  const { rows } = await sql<{ id: string; texts: string[] }>`
    SELECT p.id, array_remove(ARRAY[b.reference, b.text, p.bank_reference], NULL) AS texts FROM payments AS p
    LEFT JOIN bank_matches AS m ON m.payment_id = p.id AND m.kind = 'credit'
    LEFT JOIN bank_lines AS b ON b.id = m.line_id
    -- Of the index of payments without a record.
    WHERE p.payer_name <> 'Erased'
      AND regexp_replace(concat_ws(' ', b.reference, b.text, p.bank_reference), '[^0-9]', '', 'g')
        LIKE ANY (${[...own].map((number) => `%${number}%`)}::text[])`.execute(db);
  return rows.flatMap(({ id, texts }) => {
    const first = texts
      .flatMap(readReferences)
      .find(({ kind, certainty }) => kind === 'INV' && certainty === 'checked');
    return own.has(first?.number ?? 0) ? [id] : [];
  });
}
