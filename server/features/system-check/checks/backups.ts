import { type Backup, backupTexts } from '#contract/backups/endpoints.ts';
import { lastSafeAt } from '#server/features/backups/nights.ts';
import { readBackups } from '#server/features/backups/queries.ts';
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
      const at = deps.clock.now();
      const [safeAt, { recent, latest, selfTest, isOverdue }] = await Promise.all([
        lastSafeAt(db),
        readBackups({ db, at }),
      ]);
      const finding =
        latest === null || safeAt === null
          ? 'No backup yet. The first one is made tonight.'
          : `The latest good backup is ${ageOf(at.getTime() - safeAt.getTime())} old. ${contentOf(latest)}`;
      return judge({
        finding: isOverdue && latest === null ? 'There is no backup.' : finding,
        isOverdue,
        problem: problemOf(recent) ?? selfTest?.failure ?? null,
      });
    }),
  };
}

const advice =
  'Company Info, Backups, says more. Press Back up now there, or run "npm run backup -- FILE".';

interface State {
  finding: string;
  isOverdue: boolean;
  /** Why the last backup, its copy or its test failed. */
  problem: string | null;
}

function judge({ finding, isOverdue, problem }: State): Finding {
  if (isOverdue) return failed(finding, problem === null ? advice : `${problem} ${advice}`);
  return problem === null ? ok(finding) : warning(finding, `${problem} ${advice}`);
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
