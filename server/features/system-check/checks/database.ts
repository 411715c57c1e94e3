import { sql } from 'kysely';
import { counted } from '#contract/counting.ts';
import {
  describeOffset,
  clockAdvice,
  isClockWrong,
  measureClock,
} from '#server/platform/db/clock-offset.ts';
import {
  giveRights,
  insufficientPrivilege,
  isDatabaseUnavailable,
} from '#server/platform/db/database-unavailable.ts';
import { adviceForTooOld, compareMigrations } from '#server/platform/db/migrate.ts';
import type { Db } from '#server/platform/db/pool.ts';
import {
  failed,
  ok,
  reasonOf,
  warning,
  withDatabase,
  type Check,
  type CheckDeps,
  type Finding,
} from '../check.ts';

export function databaseCheck({ db, config }: CheckDeps): Check {
  return {
    name: 'Database',
    run: async () => {
      if ('state' in db) return db;
      try {
        return await checkServer(db, config.databaseUrl);
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        return databaseAway(error, config.databaseUrl);
      }
    },
  };
}

/** What the codes of PostgreSQL mean here. */
const reasons: Record<string, string> = {
  '28P01': 'it refuses the password',
  '28000': 'it does not let this role connect',
  '3D000': 'there is no database of this name',
};

/** Whether the checks can read the tables of the application. */
export async function tableProblem(db: Db): Promise<Finding | null> {
  try {
    await sql`SELECT FROM migrations LIMIT 1`.execute(db);
    return null;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === insufficientPrivilege) {
      return failed('The role in DATABASE_URL may not read the tables.', giveRights);
    }
    if (code !== undefinedTable) return null;
    return failed(
      'The database is empty.',
      'Start the application once: its start makes the tables. If this is a wrong database, correct DATABASE_URL.',
    );
  }
}

const undefinedTable = '42P01';

export function databaseAway(error: unknown, databaseUrl: string | null): Finding {
  const reason = reasonOf(error);
  return failed(
    `The database does not answer (${reasons[reason] ?? reason}).`,
    databaseUrl === null
      ? 'Restart the application, and look into its log.'
      : 'Check DATABASE_URL, and whether PostgreSQL runs.',
  );
}

const oldestVersion = 15;

interface Server {
  version: string;
  number: number;
  fsync: string;
  full_page_writes: string;
  /** What a connection has without the application's own `SET`. */
  synchronous_commit: string;
}

async function checkServer(db: Db, databaseUrl: string | null): Promise<Finding> {
  const { rows } = await sql<Server>`
    SELECT current_setting('server_version') AS version,
      current_setting('server_version_num')::int AS number,
      current_setting('fsync') AS fsync,
      current_setting('full_page_writes') AS full_page_writes,
      (SELECT reset_val FROM pg_settings WHERE name = 'synchronous_commit') AS synchronous_commit`.execute(
    db,
  );
  const [server] = rows;
  if (server === undefined) throw new Error('The settings have no row.');
  const place = databaseUrl === null ? 'embedded' : `on ${new URL(databaseUrl).host || 'a socket'}`;
  const name = `PostgreSQL ${server.version.split(' ')[0]}, ${place}.`;
  if (server.number < oldestVersion * 10_000) {
    return failed(name, `Update it to PostgreSQL ${oldestVersion} or newer.`);
  }
  const off = (['fsync', 'full_page_writes'] as const).filter(
    (setting) => server[setting] === 'off',
  );
  if (off.length > 0) {
    return warning(
      `${name} A power failure can destroy the data, because of ${off.map((setting) => `${setting}=off`).join(' and ')}.`,
      'Set it to on in postgresql.conf.',
    );
  }
  if (server.synchronous_commit === 'off') {
    return warning(
      `${name} synchronous_commit is off for this server or role. The application sets it to on for itself.`,
      'Set it to on, because other programs lose their last changes in a crash.',
    );
  }
  return ok(name);
}

export function migrationCheck(deps: CheckDeps): Check {
  return {
    name: 'Migrations',
    run: withDatabase(deps, async (db) => {
      const { rows } = await sql<{ name: string }>`SELECT name FROM migrations`.execute(db);
      const applied = rows.map(({ name }) => name);
      const { missing, unknown, isTooOld } = await compareMigrations(applied);
      if (unknown.length > 0) {
        return warning(
          'The database was made by a newer version of the application.',
          'During an update this is usual. Otherwise install the newer version again: this one does not start with this database.',
        );
      }
      if (isTooOld) {
        return failed(
          'The database is of a version that is too old to be updated.',
          adviceForTooOld,
        );
      }
      if (missing.length > 0) {
        return failed(
          `${counted(missing.length, 'migration')} missing.`,
          'Restart the application: its start brings the database up to date. If it does not start, it says why in its log.',
        );
      }
      return ok('All applied.');
    }),
  };
}

const notableMs = 5000;

export function clockCheck(deps: CheckDeps): Check {
  return {
    name: 'Clock',
    run: withDatabase(deps, async (db) => {
      if (deps.config.now !== null) {
        return warning('NOW is set: the application has a time of its own.', 'Only for tests.');
      }
      const offset = await measureClock(db);
      if (isClockWrong(offset)) return failed(describeOffset(offset), clockAdvice);
      const isNotable = Math.abs(offset.aheadMs) - offset.tookMs / 2 > notableMs;
      if (isNotable) return warning(describeOffset(offset), 'Set both clocks by NTP.');
      return ok('It agrees with the clock of the database.');
    }),
  };
}
