import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { fullNameOf } from '#server/platform/db/full-name.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** A member, or the address of a donor who is none. */
export interface Payer {
  memberId: string | null;
  email: string | null;
}

interface KnownPayer extends Payer {
  key: string;
  name: string;
}

/** The people that administrators have confirmed for these texts before. product-rules 25.6. */
export async function findPayers(db: Db, keys: readonly string[]): Promise<KnownPayer[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<KnownPayer>`
    SELECT p.payer_key AS key, p.member_id AS "memberId", p.email,
      coalesce(${fullNameOf('m')}, d.name, '') AS name
    FROM bank_payers AS p
    LEFT JOIN members AS m ON m.id = p.member_id
    LEFT JOIN LATERAL (
      SELECT ${fullNameOf('d')} AS name FROM donations AS d
      WHERE d.email_folded = fold(p.email) AND lower(d.email) = p.email
      ORDER BY d.number DESC LIMIT 1) AS d ON p.email IS NOT NULL
    WHERE p.payer_key = ANY (${[...new Set(keys)]}::text[])
    ORDER BY p.times DESC, p.id`.execute(db);
  return rows;
}

/** Remembers that the text is this payer's. Call it last: others with the text wait for it. */
export async function rememberPayers(
  { db, at }: Context,
  key: string | null,
  payers: readonly Payer[],
): Promise<void> {
  if (key === null) return;
  for (const { memberId, email } of inOrder(payers)) {
    await sql`
      INSERT INTO bank_payers (id, payer_key, member_id, email, confirmed_at)
      VALUES (${randomUUID()}, ${key}, ${memberId}, ${email}, ${at})
      ON CONFLICT (payer_key, coalesce(member_id::text, email))
      DO UPDATE SET times = bank_payers.times + 1, confirmed_at = excluded.confirmed_at`.execute(
      db,
    );
  }
}

/** An undone match confirms nothing. */
export async function forgetPayers(
  { db }: Context,
  key: string | null,
  payers: readonly Payer[],
): Promise<void> {
  if (key === null) return;
  for (const { memberId, email } of inOrder(payers)) {
    const isThat = sql`payer_key = ${key}
      AND coalesce(member_id::text, email) = coalesce(${memberId}::text, ${email})`;
    await sql`DELETE FROM bank_payers WHERE times = 1 AND ${isThat}`.execute(db);
    await sql`UPDATE bank_payers SET times = times - 1 WHERE times > 1 AND ${isThat}`.execute(db);
  }
}

/** In one order, so that two transactions do not wait for each other. */
function inOrder(payers: readonly Payer[]): Payer[] {
  const keyed = new Map<string, Payer>();
  for (const { memberId, email } of payers) {
    if (memberId !== null) keyed.set(memberId, { memberId, email: null });
    else if (email !== null && email !== '') keyed.set(email, { memberId: null, email });
  }
  return [...keyed].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, payer]) => payer);
}

const year = 366 * 86_400_000;
const yearsKept = 3;

/** Forgets payers that were not confirmed for years. product-rules 25.6. */
export async function forgetOldPayers({ db, at }: Pick<Context, 'db' | 'at'>): Promise<void> {
  const before = new Date(at.getTime() - yearsKept * year);
  await db.deleteFrom('bank_payers').where('confirmed_at', '<', before).execute();
}
