import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

/** The rows or index entries of one table that a call has read. */
export interface TableReads {
  table: string;
  wholeTable: number;
  byIndex: number;
}

export interface Measured<T> {
  result: T;
  reads: TableReads[];
  rows: number;
  ms: number;
}

/**
 * Runs the call and returns what it has read, from PostgreSQL's own counters. A connection reports
 * its counts late, unless it is told to: `db` must be the only connection that the call uses.
 */
export async function measure<T>(db: Db, call: () => Promise<T>): Promise<Measured<T>> {
  const before = await counters(db);
  const start = performance.now();
  const result = await call();
  const ms = performance.now() - start;
  const after = await counters(db);
  const reads = [...after].flatMap(([table, now]) => {
    const [whole, fetched, entries] = now.map((count, place) => {
      return count - (before.get(table)?.[place] ?? 0);
    });
    // An index scan counts its entries, and the rows that it reads with them. Some read entries only.
    const byIndex = Math.max(fetched ?? 0, entries ?? 0);
    return whole || byIndex ? [{ table, wholeTable: whole ?? 0, byIndex }] : [];
  });
  const rows = reads.reduce((sum, { wholeTable, byIndex }) => sum + wholeTable + byIndex, 0);
  return { result, reads, rows, ms };
}

async function counters(db: Db): Promise<Map<string, number[]>> {
  // Takes effect when this statement ends.
  await sql`SELECT pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ table: string; counts: number[] }>`
    SELECT relname AS table, ARRAY[seq_tup_read, coalesce(idx_tup_fetch, 0), (
        SELECT coalesce(sum(idx_tup_read), 0)::bigint FROM pg_stat_user_indexes i
        WHERE i.relid = t.relid)]::float[] AS counts
    FROM pg_stat_user_tables t WHERE schemaname = 'public'`.execute(db);
  return new Map(rows.map(({ table, counts }) => [table, counts]));
}

/** Readable, the largest first. */
export function describeReads(reads: TableReads[]): string {
  return reads
    .toSorted((one, other) => other.wholeTable + other.byIndex - one.wholeTable - one.byIndex)
    .slice(0, 4)
    .map(({ table, wholeTable, byIndex }) => {
      const whole = wholeTable > 0 ? ` ${wholeTable} without an index` : '';
      return `${table}${whole}${byIndex > 0 ? ` ${byIndex} by index` : ''}`;
    })
    .join(', ');
}
