import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { fullNameOf } from '#server/platform/db/full-name.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** A member, or the address of a payer who is none. */
interface KnownPayer {
  key: string;
  memberId: string | null;
  email: string | null;
  name: string;
}

/**
 * The people whose payments came with these texts, as they are matched now. Money that was kept as a credit was no
 * payment of that person. product-rules 25.6.
 */
export async function findPayers(db: Db, keys: readonly string[]): Promise<KnownPayer[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<KnownPayer>`
    SELECT k.key, k."memberId", k.email, coalesce(${fullNameOf('m')}, d.name, '') AS name
    FROM (
      SELECT b.payer_key AS key, i.member_id AS "memberId",
        CASE WHEN i.member_id IS NULL THEN lower(coalesce(i.payer_email, d.email)) END AS email,
        count(DISTINCT b.line_id) AS times
      FROM bank_matches AS b
      JOIN payments AS p ON p.id = b.payment_id AND p.counted_cents > 0
      LEFT JOIN invoices AS i ON i.id = p.invoice_id
      LEFT JOIN donations AS d ON d.id = p.donation_id
      WHERE b.payer_key = ANY (${[...new Set(keys)]}::text[])
      GROUP BY 1, 2, 3) AS k
    LEFT JOIN members AS m ON m.id = k."memberId"
    LEFT JOIN LATERAL (
      SELECT ${fullNameOf('d')} AS name FROM donations AS d
      WHERE d.email_folded = fold(k.email) AND lower(d.email) = k.email
      ORDER BY d.number DESC LIMIT 1) AS d ON k.email IS NOT NULL
    WHERE k."memberId" IS NOT NULL OR k.email <> ''
    ORDER BY k.times DESC, k."memberId", k.email`.execute(db);
  return rows;
}

const year = 366 * 86_400_000;
const yearsKept = 3;

/** Forgets the payers of what was booked years ago. product-rules 25.6. */
export async function forgetOldPayers({ db, at }: Pick<Context, 'db' | 'at'>): Promise<void> {
  const before = new Date(at.getTime() - yearsKept * year);
  await db
    .updateTable('bank_matches')
    .set({ payer_key: null })
    .where('payer_key', 'is not', null)
    .where('recorded_at', '<', before)
    .execute();
}
