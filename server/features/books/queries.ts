import { sql } from 'kysely';
import {
  type BookResult,
  bookResults,
  type Books,
  latestCheckDays,
} from '#contract/books/endpoints.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** What System Check and Company Info show. */
export async function readBooks({ db, at }: Pick<Context, 'db' | 'at'>): Promise<Books> {
  const { last, isOverdue } = await readBookState(db, at);
  return {
    last: last && { checkedUtc: last.checkedAt.toISOString(), results: last.results },
    isOverdue,
  };
}

export interface BookState {
  last: { checkedAt: Date; results: BookResult[] } | null;
  /** Since the latest check, or since this version was installed. */
  ageMs: number;
  isOverdue: boolean;
}

export async function readBookState(db: Db, at: Date): Promise<BookState> {
  const row = await db
    .selectFrom('reconciliations')
    .select(['checked_at', 'results'])
    .orderBy('checked_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const since = row?.checked_at ?? (await installedAt(db));
  const ageMs = Math.max(0, at.getTime() - (since ?? at).getTime());
  return {
    last: row ? { checkedAt: row.checked_at, results: bookResults.parse(row.results) } : null,
    ageMs,
    isOverdue: ageMs > latestCheckDays * 86_400_000,
  };
}

async function installedAt(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT max(applied_at) AS at FROM migrations`.execute(db);
  return rows[0]?.at ?? null;
}
