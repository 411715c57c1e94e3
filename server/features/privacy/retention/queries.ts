import { sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import {
  type previewRetention as previewEndpoint,
  reportedDays,
  retentionKinds,
  type RetentionKind,
  type RetentionReport,
} from '#contract/privacy/retention.ts';
import { addDays } from '#contract/calendar.ts';
import { dayOf } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { dueCount, limitFrom } from './apply-retention.ts';
import { readRetention, withChanges } from './settings.ts';

type Counts = Record<RetentionKind, number>;

/** What these periods would erase if they applied today. */
export async function previewRetention(
  ctx: Context,
  form: BodyOf<typeof previewEndpoint>,
): Promise<Counts> {
  const { db, at } = ctx;
  const periods = withChanges(await readRetention(db), form);
  const months = new Map(retentionKinds.map((kind) => [kind, periods[kind]]));
  const counts = retentionKinds.map((kind) => {
    const limit = limitFrom(kind, months, at);
    return sql`${limit === null ? sql`0` : dueCount(kind, limit)} AS ${sql.ref(kind)}`;
  });
  const { rows } = await sql<Counts>`SELECT ${sql.join(counts)}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the counts have no row');
  return row;
}

export async function readRetentionReport({
  db,
  at,
}: Pick<Context, 'db' | 'at'>): Promise<RetentionReport> {
  const rows = await db
    .selectFrom('retention_results')
    .selectAll()
    .where('day', '>', addDays(dayOf(at), -reportedDays))
    .orderBy('day', 'desc')
    .execute();
  const place = (kind: string) => retentionKinds.indexOf(kind as RetentionKind);
  const results = rows
    .toSorted(
      (one, other) => other.day.localeCompare(one.day) || place(one.kind) - place(other.kind),
    )
    .map((row) => ({
      day: row.day,
      kind: row.kind as RetentionKind,
      erased: row.erased,
      leftOver: row.left_over,
      oldestLeftUtc: row.oldest_left?.toISOString() ?? null,
      isFinished: row.finished_at !== null,
    }));
  return { results, isOverdue: await isRetentionOverdue(db, at) };
}

const lateAfterMs = 48 * 3_600_000;

/** Whether a period was not applied for two days. */
export async function isRetentionOverdue(db: Db, at: Date): Promise<boolean> {
  const row = await db
    .selectFrom('retention_periods as p')
    .select('kind')
    .where('months', 'is not', null)
    .where('saved_at', '<', new Date(at.getTime() - lateAfterMs))
    .where((any) =>
      any.not(
        any.exists(
          any
            .selectFrom('retention_results as r')
            .select('r.kind')
            .whereRef('r.kind', '=', 'p.kind')
            .where('r.day', '>=', addDays(dayOf(at), -2))
            .where('r.finished_at', '>=', new Date(at.getTime() - lateAfterMs)),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
