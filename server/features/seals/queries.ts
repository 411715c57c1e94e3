import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

export interface SealHead {
  number: number;
  sealedAt: Date;
  /** The hash in hexadecimal digits, in groups so that a person can compare them. */
  head: string;
}

/** The head of the chain: its latest seal. */
export async function findHead(db: Db): Promise<SealHead | undefined> {
  const row = await db
    .selectFrom('seals')
    .select(['number', 'sealed_at', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && headOf(row);
}

/** The seal that had this head when it was the latest. `undefined`: the chain has no such seal. */
export async function findSeal(db: Db, head: string): Promise<SealHead | undefined> {
  const digits = head.replaceAll(/\s/g, '').toLowerCase();
  if (!/^[\da-f]{64}$/.test(digits)) return undefined;
  const row = await db
    .selectFrom('seals')
    .select(['number', 'sealed_at', 'hash'])
    .where('hash', '=', Buffer.from(digits, 'hex'))
    .executeTakeFirst();
  return row && headOf(row);
}

interface Row {
  number: number;
  sealed_at: Date;
  hash: Buffer;
}

function headOf({ number, sealed_at, hash }: Row): SealHead {
  const groups = hash.toString('hex').match(/.{8}/g) ?? [];
  return { number, sealedAt: sealed_at, head: groups.join(' ') };
}

export async function countUnsealed(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM entries_to_seal WHERE event <> 'erased'`.execute(db);
  return rows[0]?.count ?? 0;
}
