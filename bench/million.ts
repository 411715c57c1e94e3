/**
 * How the application works with a million members, from outside. First fill a folder, then measure
 * one thing at a time: node bench/million.ts <folder> <phase> [members or seconds]
 *
 * The phases writes, daily, renewals and bulk change the data: copy the folder to repeat them.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { addDays } from '#contract/calendar.ts';
import { seededDay } from '#test/support/seed-large.ts';
import { startCounter } from './mail-counter.ts';
import {
  measureBulkEmail,
  measureDailyRun,
  measureDraft,
  measureRenewals,
} from './million/changing.ts';
import { measureExport, measureLists, measureSummaries } from './million/reading.ts';
import { fill } from './million/seed.ts';
import { measureStarts } from './million/starts.ts';
import { measureWrites } from './measure-writes.ts';
import { reopenOffice, startApplication, type Office } from './office.ts';

const [dataDir = '', phase = '', number] = process.argv.slice(2);
const NOW = `${seededDay}T08:00:00Z`;
const nextDay = `${addDays(seededDay, 1)}T08:00:00Z`;
const defaultSeconds = 120;
const seconds = Number(number ?? defaultSeconds);

const phases: Record<string, () => Promise<void>> = {
  seed: () => fill(dataDir, Number(number ?? 1_000_000)),
  start: () => measureStarts(dataDir, NOW),
  size: () => inOffice({}, showSize),
  lists: () => inOffice({ NOW }, measureLists),
  summaries: () => inOffice({ NOW }, measureSummaries),
  export: () => inOffice({ NOW }, measureExport),
  writes: () =>
    inOffice({ RATE_LIMITS: 'off' }, (office) =>
      measureWrites(office, { seeded: Number(number ?? 1_000_000), seconds: 4 }),
    ),
  daily: () => inOffice({ NOW: nextDay }, (office) => measureDailyRun(office, workerOf(office))),
  renewals: () => inOffice({ NOW }, (office) => measureRenewals(office, seconds)),
  draft: () => inOffice({ NOW }, async (office) => void (await measureDraft(office))),
  bulk: async () => {
    const counter = await startCounter();
    const settings = { NOW, PROCESS: 'all', SMTP_URL: counter.url };
    try {
      await inOffice(settings, (office) => measureBulkEmail(office, counter, seconds));
    } finally {
      await counter.stop();
    }
  },
};

async function inOffice(
  settings: Record<string, string>,
  measure: (office: Office) => Promise<void>,
): Promise<void> {
  const office = await reopenOffice(dataDir, settings);
  try {
    await measure(office);
  } finally {
    await office.close();
  }
}

/** A worker in a process of its own, as a second machine would run it. */
function workerOf({ databaseUrl }: Office) {
  return () =>
    startApplication({
      DATABASE_URL: databaseUrl,
      SESSION_SECRET: 'of a worker that signs nobody in, long enough',
      DATA_DIR: join(dataDir, 'application'),
      NOW: nextDay,
      PROCESS: 'worker',
    });
}

async function showSize({ db }: Office): Promise<void> {
  const { rows } = await sql<{ name: string; size: string; indexes: string }>`
    SELECT relname AS name, pg_size_pretty(pg_total_relation_size(oid)) AS size,
      pg_size_pretty(pg_indexes_size(oid)) AS indexes
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
    ORDER BY pg_total_relation_size(oid) DESC LIMIT 8`.execute(db);
  console.table(rows);
  console.log(execFileSync('du', ['-sh', dataDir], { encoding: 'utf8' }).split('\t')[0]);
}

const run = phases[phase];
if (run === undefined || dataDir === '') {
  console.error(`node bench/million.ts <folder> <${Object.keys(phases).join(' | ')}> [number]`);
  process.exit(1);
}
await run();
