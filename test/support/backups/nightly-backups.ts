import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dayOf } from '#contract/days.ts';
import { backupFolder } from '#server/features/backups/backup-deps.ts';
import type { TestApp } from '#test/support/app.ts';

/** A nightly backup with a small file that is no archive, for tests that do not read it. */
export async function addBackup(
  app: TestApp,
  { madeAt = app.clock.now(), folder = backupFolder(app.config) } = {},
): Promise<{ id: string; path: string }> {
  const id = randomUUID();
  const file_name = `backup-${id.replaceAll(/[a-f]/g, '0')}.tar.gz`;
  const content = 'a backup';
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, file_name), content);
  await app.db
    .insertInto('backups')
    .values({
      id,
      night: dayOf(madeAt),
      requested_at: madeAt,
      started_at: madeAt,
      made_at: madeAt,
      host: 'office-server',
      folder,
      file_name,
      bytes: content.length,
      row_count: 1,
    })
    .execute();
  return { id, path: join(folder, file_name) };
}

/** The names of the files in the folder of the first copies. */
export async function backupFiles(app: TestApp): Promise<string[]> {
  return (await readdir(backupFolder(app.config)).catch((): string[] => [])).toSorted();
}

/** An installation that runs since the day before, so that the first nightly backup is due. */
export async function startedYesterday(app: TestApp): Promise<void> {
  const ran_at = new Date(app.clock.now().getTime() - 24 * 3_600_000);
  await app.db
    .insertInto('daily_runs')
    .values({ day: dayOf(ran_at), ran_at })
    .execute();
}

/** Removes the backups of the tests before, with their files. */
export async function forgetBackups(app: TestApp): Promise<void> {
  await app.db.deleteFrom('backup_tests').execute();
  await app.db.deleteFrom('backups').execute();
  await app.db.deleteFrom('daily_runs').execute();
  await app.db
    .updateTable('company_info')
    .set({ backups_kept: 14, backup_copy_folder: '' })
    .execute();
  await rm(backupFolder(app.config), { recursive: true, force: true });
}

/** A finished self-test. */
export async function addBackupTest(app: TestApp, backup_id: string, failure: string | null) {
  const at = app.clock.now();
  await app.db
    .insertInto('backup_tests')
    .values({
      id: randomUUID(),
      backup_id,
      started_at: at,
      finished_at: at,
      way: 'restored',
      failure,
    })
    .execute();
}
