import { type RawBuilder, sql } from 'kysely';
import { type Day, dayOf, startOf } from '#contract/days.ts';
import { retentionKinds, type RetentionKind } from '#contract/privacy/retention.ts';
import type { AppDeps } from '#server/app-deps.ts';
import type { Context } from '#server/context.ts';
import { tryLock } from '#server/platform/db/advisory-locks.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { allowLongStatements } from '#server/platform/db/session-settings.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { storeErasureList } from '../erase/erasure-list.ts';
import type { Limit } from './due-records.ts';
import { limitOf } from './limit-of.ts';
import { type Source, sources } from './sources.ts';

type RetentionDeps = Pick<AppDeps, 'db' | 'queue' | 'clock' | 'config' | 'log' | 'ending'>;

/** Ids that are looked for at once. */
const mostIds = 500;

/**
 * The nightly job: erases what is older than its period, kind by kind, in small transactions. After a
 * crash it continues where it was, because what is erased is no longer due. product-rules 19.6, decision 58.
 */
export async function applyRetention(deps: RetentionDeps): Promise<void> {
  const { db, queue, clock, ending, log } = deps;
  const at = clock.now();
  const ctx: Context = { db, queue, at, by: null };
  const day = dayOf(at);
  const limits = await readLimits(db, at);
  const finished = await finishedKinds(db, day);
  const total: Record<string, number> = {};
  for (const kind of retentionKinds) {
    const limit = limits.get(kind);
    if (limit === undefined || finished.has(kind)) continue;
    const run = { ctx, kind, day, limit, ending };
    const count = await eraseKind(run);
    if (count === null) break;
    if (count > 0) total[kind] = count;
  }
  if (Object.keys(total).length > 0) log.info({ erased: total }, 'old records were erased');
  // People who were erased must be erased again after a restore.
  if (total['formerMembers'] ?? total['neverPaid']) await storeErasureList(deps);
}

/** Of the kinds that are not kept for ever. Periods that were saved today apply from tomorrow. */
async function readLimits(db: Db, at: Date): Promise<Map<string, Limit>> {
  const rows = await db
    .selectFrom('retention_periods')
    .select(['kind', 'months'])
    .where('saved_at', '<', startOf(dayOf(at)))
    .execute();
  const months = new Map(rows.map((row) => [row.kind, row.months]));
  return new Map(
    retentionKinds.flatMap((kind) => {
      const limit = limitFrom(kind, months, at);
      return limit === null ? [] : [[kind, limit]];
    }),
  );
}

/** `null`: for ever. */
export function limitFrom(
  kind: RetentionKind,
  months: { get: (kind: RetentionKind) => number | null | undefined },
  at: Date,
): Limit | null {
  const before = (of: RetentionKind) => {
    const period = months.get(of) ?? null;
    return period === null ? null : limitOf(of, period, at);
  };
  const own = before(kind);
  return own === null ? null : { before: own, accountsBefore: before('accounts') };
}

async function finishedKinds(db: Db, day: Day): Promise<Set<string>> {
  const rows = await db
    .selectFrom('retention_results')
    .select('kind')
    .where('day', '=', day)
    .where('finished_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ kind }) => kind));
}

interface Run {
  ctx: Context;
  kind: RetentionKind;
  day: Day;
  limit: Limit;
  ending: AbortSignal;
}

/** How many were erased. `null`: another process has the work, or this one ends. */
async function eraseKind(run: Run): Promise<number | null> {
  const { ctx, kind, day, limit } = run;
  let total = 0;
  for (const source of sources[kind]) {
    const count = await eraseSource(run, source);
    if (count === null) return null;
    total += count;
  }
  const isFinished = await asOnlyProcess(ctx, async ({ db }) => {
    const finished = { ...(await readLeftOver(db, kind, limit)), finished_at: ctx.at };
    await db
      .insertInto('retention_results')
      .values({ kind, day, ...finished })
      .onConflict((same) => same.columns(['kind', 'day']).doUpdateSet(finished))
      .execute();
    return true;
  });
  return isFinished === null ? null : total;
}

/** In batches, until nothing is due but what must be left. `null` as above. */
async function eraseSource(run: Run, source: Source): Promise<number | null> {
  const { ctx, limit } = run;
  // Looked for again, those that are left would come first each time.
  const left: string[] = [];
  let total = 0;
  while (total < source.most) {
    const ids = await findDue(ctx.db, { source, limit, left });
    if (ids.length === 0) break;
    const room = Math.min(ids.length, source.most - total);
    for (let from = 0; from < room; from += source.batch) {
      const batch = ids.slice(from, from + source.batch);
      const count = await eraseBatch(run, source, batch);
      if (count === null) return null;
      if (count < batch.length) left.push(...batch);
      total += count;
    }
  }
  return total;
}

async function findDue(
  db: Db,
  { source, limit, left }: { source: Source; limit: Limit; left: string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id::text FROM (${source.due(limit)}) AS due
    WHERE id::text <> ALL (${left}::text[]) LIMIT ${mostIds}`.execute(db);
  return rows.map(({ id }) => id);
}

/** With its count, in one transaction. What has changed since it was found, or is locked, is left. */
async function eraseBatch(run: Run, source: Source, ids: string[]): Promise<number | null> {
  const { kind, day, limit, ending } = run;
  if (ending.aborted) return null;
  return asOnlyProcess(run.ctx, async (inside) => {
    const { rows } = await sql<{ id: string }>`
      ${source.due(limit)} AND ${sql.ref(`${source.table}.id`)} = ANY (${ids}::${sql.raw(source.idType)}[])
      FOR UPDATE OF ${sql.ref(source.table)} SKIP LOCKED`.execute(inside.db);
    if (rows.length === 0) return 0;
    const locked = rows.map(({ id }) => id);
    const erased = await source.erase(inside, locked);
    await inside.db
      .insertInto('retention_results')
      .values({ kind, day, erased })
      .onConflict((same) =>
        same.columns(['kind', 'day']).doUpdateSet({
          erased: sql`retention_results.erased + excluded.erased`,
        }),
      )
      .execute();
    return erased;
  });
}

/** In a transaction of its own. `null`: another process is at work, and does the rest. */
async function asOnlyProcess<T>(
  ctx: Context,
  effect: (inside: Context) => Promise<T>,
): Promise<T | null> {
  return inTransaction(ctx, async (inside) => {
    if (!(await tryLock(inside.db, 'retention'))) return null;
    await allowLongStatements(inside.db);
    return effect(inside);
  });
}

/** Counts the records that are too old, as one number. */
export function dueCount(kind: RetentionKind, limit: Limit): RawBuilder<number> {
  const counts = sources[kind].map(
    ({ due }) => sql`(SELECT count(*)::int FROM (${due(limit)}) AS due)`,
  );
  return sql<number>`(${sql.join(counts, sql` + `)})`;
}

/** What a kind has left, for the report. */
async function readLeftOver(db: Db, kind: RetentionKind, limit: Limit) {
  const oldest = sources[kind].map((source) => sql`(${source.oldest})`);
  const { rows } = await sql<{ left_over: number; oldest_left: Date | null }>`
    SELECT ${dueCount(kind, limit)} AS left_over, least(${sql.join(oldest)}) AS oldest_left
  `.execute(db);
  return { left_over: rows[0]?.left_over ?? 0, oldest_left: rows[0]?.oldest_left ?? null };
}
