import type { Registry } from '@prometheus-io/client';
import type { AppDeps } from '#server/app-deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { gaugesIn } from '#server/platform/http/observability/gauges.ts';
import { lastSafeAt } from './nights.ts';
import { copyMissingSince, findLatest } from './queries.ts';

/** For `/metrics`, read from the database at each request. product-rules 2.33. */
export function addBackupMetrics(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  registry: Registry,
): void {
  const gauge = gaugesIn(registry);
  gauge(
    'backup_age_seconds',
    'Age of the last good backup; of the installation while there is none',
    async () => {
      const safe = await lastSafeAt(db);
      return safe === null ? 0 : (clock.now().getTime() - safe.getTime()) / 1000;
    },
  );
  gauge('backup_size_bytes', 'Size of the last good backup', async () => {
    const latest = await findLatest(db);
    return latest?.bytes ?? 0;
  });
  gauge('backup_last_failed', '1 if the last backup or its copy failed', async () => {
    const last = await db
      .selectFrom('backups')
      .select(['failure', 'copy_failure'])
      .where((row) => row.or([row('made_at', 'is not', null), row('failed_at', 'is not', null)]))
      .orderBy('requested_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return last !== undefined && (last.failure ?? last.copy_failure) !== null ? 1 : 0;
  });
  gauge(
    'backup_copy_missing_seconds',
    'Since when backups are missing in the second place; 0 if none is, or if there is no such place',
    async () => {
      const since = await copyMissingSince(db);
      return since === null ? 0 : (clock.now().getTime() - since.getTime()) / 1000;
    },
  );
  gauge(
    'backup_test_age_seconds',
    'Age of the last self-test; NaN while there is none',
    async () => {
      const last = await findLastTest(db);
      return last && (clock.now().getTime() - last.started_at.getTime()) / 1000;
    },
  );
  gauge(
    'backup_test_failed',
    '1 if the last self-test of a backup or of its second copy failed',
    async () => {
      const last = await findLastTest(db);
      return Number(last !== null && (last.failure ?? last.copy_failure) !== null);
    },
  );
}

async function findLastTest(db: Db) {
  const last = await db
    .selectFrom('backup_tests')
    .select(['started_at', 'failure', 'copy_failure'])
    .where('finished_at', 'is not', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ?? null;
}
