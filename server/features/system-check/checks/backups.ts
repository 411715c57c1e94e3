import { join } from 'node:path';
import { type Backup, backupTexts, latestBackupHours } from '#contract/backups/endpoints.ts';
import { backupFolder } from '#server/features/backups/backup-deps.ts';
import { findBlockedLists } from '#server/features/backups/list-beside.ts';
import { readLast } from '#server/features/backups/nights.ts';
import { copyMissingSince, isRestoreOpen, readBackups } from '#server/features/backups/queries.ts';
import { erasureList } from '#server/features/privacy/erase/erasure-list.ts';
import { revocationList } from '#server/features/restores/revocations.ts';
import type { Db } from '#server/platform/db/pool.ts';
import {
  failed,
  ok,
  warning,
  withDatabase,
  type Check,
  type CheckDeps,
  type Finding,
} from '../check.ts';

const hourMs = 3_600_000;

/** The age of the latest good backup, whether the last one worked, and what a restore could not read. */
export function backupCheck(deps: CheckDeps): Check {
  return {
    name: 'Backups',
    run: withDatabase(deps, async (db) => {
      if (deps.config.isTrial) return ok('A copy for trying out makes no backups.');
      const at = deps.clock.now();
      const { publicUrl, backupPassphrase } = deps.config;
      const [{ goodAt, restoredAt }, { recent, latest, selfTest, isOverdue }] = await Promise.all([
        readLast(db),
        readBackups({ db, at }),
      ]);
      const folder = backupFolder(deps.config);
      const names = await findBlockedLists([erasureList, revocationList], folder);
      const blocked = names.map((name) => join(folder, name));
      const finding =
        latest === null || goodAt === null
          ? missingWords(isOverdue, restoredAt !== null)
          : `The latest good backup is ${ageOf(at.getTime() - goodAt.getTime())} old. ${contentOf(latest)}`;
      return judge({
        finding,
        isOverdue,
        problem:
          blockedWords(blocked) ??
          problemOf(recent) ??
          (await copyWords(db, at)) ??
          selfTest?.failure ??
          selfTest?.copyFailure ??
          null,
        isReadable: publicUrl.startsWith('https:') && backupPassphrase === null,
      });
    }),
  };
}

const advice =
  'System, Backups, says more. Press Back up now there, or run "npm run backup -- FILE".';

interface State {
  finding: string;
  isOverdue: boolean;
  /** Why the last backup, its copy or its test failed. */
  problem: string | null;
  /** The next backups of an installation that others reach are not encrypted. */
  isReadable: boolean;
}

const encrypt =
  'Everyone who gets a backup can read the data of all members. Set BACKUP_PASSPHRASE on the server, and keep it in a safe place outside.';

function judge({ finding, isOverdue, problem, isReadable }: State): Finding {
  if (isOverdue) return failed(finding, problem === null ? advice : `${problem} ${advice}`);
  if (problem !== null) return warning(finding, `${problem} ${advice}`);
  return isReadable ? warning(finding, encrypt) : ok(finding);
}

function blockedWords(paths: readonly string[]): string | null {
  if (paths.length === 0) return null;
  return `${paths.join(' and ')} is not a file, so a restore would bring back what was erased or revoked. Move it away.`;
}

function missingWords(isOverdue: boolean, isRestored: boolean): string {
  const since = isRestored ? ' since the restore' : '';
  if (isOverdue) return `There is no good backup${since}.`;
  return `No good backup yet${since}. The next one is made tonight.`;
}

/** Nothing has failed, and nothing was copied. */
async function copyWords(db: Db, at: Date): Promise<string | null> {
  const since = await copyMissingSince(db);
  const ms = since === null ? 0 : at.getTime() - since.getTime();
  if (ms <= latestBackupHours * hourMs) return null;
  const finding = `No backup was copied to the second place for ${ageOf(ms)}.`;
  return (await isRestoreOpen(db))
    ? `${finding} Answer the notice about the restore: until then nothing is copied.`
    : finding;
}

/** Of the last one that has ended. */
function problemOf(recent: Backup[]): string | null {
  const last = recent.find(({ madeUtc, failure }) => madeUtc !== null || failure !== null);
  return last?.failure ?? last?.copyFailure ?? null;
}

function contentOf({ isEncrypted, hasKeys }: Backup): string {
  const encrypted = isEncrypted ? 'It is encrypted.' : 'It is not encrypted.';
  return hasKeys ? encrypted : `${encrypted} ${backupTexts.withoutKeys}`;
}

function ageOf(ms: number): string {
  const hours = Math.max(0, Math.floor(ms / hourMs));
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}
