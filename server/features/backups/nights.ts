import { sql } from 'kysely';
import { addDays } from '#contract/calendar.ts';
import { backupTime, latestBackupHours } from '#contract/backups/endpoints.ts';
import { type Day, dayOf, formatTime } from '#contract/days.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { hasNotFailedItsTest } from './good-backups.ts';

/** The day whose nightly backup was due last. */
export function latestNight(at: Date): Day {
  const day = dayOf(at);
  return formatTime(at.toISOString()).slice(11) >= backupTime ? day : addDays(day, -1);
}

/** People are rarely at work before this hour. */
const quietUntil = '05:00';

/** Whether heavy work disturbs few people. */
export function isQuiet(at: Date): boolean {
  return formatTime(at.toISOString()).slice(11) < quietUntil;
}

/** When the installation first ran, by the application's clock; the daily run notes each day. */
export async function firstRun(db: Db): Promise<{ day: Day; at: Date } | null> {
  const run = await db
    .selectFrom('daily_runs')
    .select(['day', 'ran_at as at'])
    .orderBy('day')
    .limit(1)
    .executeTakeFirst();
  return run ?? null;
}

/** What was before is of the installation that was restored, which may go on elsewhere. */
export const afterLastRestore = sql<Date>`coalesce((SELECT max(restored_at) FROM restores), '-infinity')`;

/**
 * Of the latest good backup, and of the last restore. Backups from before that are of the installation that was
 * restored, perhaps elsewhere.
 */
export async function readLast(db: Db): Promise<{ goodAt: Date | null; restoredAt: Date | null }> {
  const restored = db.selectFrom('restores').select(({ fn }) => fn.max('restored_at').as('at'));
  const good = db
    .selectFrom('backups')
    .select(({ fn }) => fn.max('made_at').as('at'))
    .where('made_at', '>', afterLastRestore)
    .where(hasNotFailedItsTest);
  return db.selectNoFrom([good.as('goodAt'), restored.as('restoredAt')]).executeTakeFirstOrThrow();
}

/** Of the latest good backup, or of the installation while there is none. `null` on its first start. */
export async function lastSafeAt(db: Db): Promise<Date | null> {
  const { goodAt, restoredAt } = await readLast(db);
  return goodAt ?? restoredAt ?? (await firstRun(db))?.at ?? null;
}

export async function isOverdue(db: Db, at: Date): Promise<boolean> {
  const safe = await lastSafeAt(db);
  return safe !== null && at.getTime() - safe.getTime() > latestBackupHours * 3_600_000;
}
