/**
 * How long Month End takes with 100,000 payments in a year, those by card paid out each week, of which the last month is open,
 * and fees deferred: closing, the page of the open month and of the year, the plots, the cash book and the files: node
 * bench/month-end.ts [members]. Exits 1 when a page takes more than a second, a file more than ten, or the files leave the
 * process 50 MB larger.
 */
import { sql } from 'kysely';
import { fillBank } from './fill-bank.ts';
import { openOffice } from './office.ts';
import { residentBytes } from './process-memory.ts';

const members = Number(process.argv[2] ?? 59_000);
const [longestPageMs, longestFileMs, mostGrowth] = [1000, 10_000, 50e6];
const rounds = 5;

const office = await openOffice(members, {}, 1);
try {
  await sql`UPDATE book_settings SET year_end_month = 12, shows_deferred = true`.execute(office.db);
  await fillBank(office.db);
  await sql`VACUUM ANALYZE`.execute(office.db);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM ledger_entries WHERE booked_on BETWEEN '2025-01-01' AND '2025-12-31'`.execute(
    office.db,
  );
  console.log(`${rows[0]?.count} entries in the year`);
  // Each by itself: a call may take a minute at most.
  for (let month = 1; month < 12; month += 1) await close(`2025-${String(month).padStart(2, '0')}`);
  await time('List of months', '/month-end', longestPageMs);
  await time('Page of a closed month', '/month-end/2025-06', longestPageMs);
  await time('Page of the open month', '/month-end/2025-12', longestPageMs);
  await time('Page of the year', '/month-end/2025', longestPageMs);
  await time('Plots', '/month-end/2025/plots', longestPageMs);
  const book = { period: '2025', account: 'bank' };
  await time('Cash book of the bank', '/month-end/movements/search', longestPageMs, book);
  const before = residentBytes(office.pid);
  await time('PDF of the year', '/month-end/2025/pdf', longestFileMs);
  await time('Spreadsheet of the year', '/month-end/2025/spreadsheet', longestFileMs);
  await time('Journal of the year', '/month-end/2025/journal/sage', longestFileMs);
  const growth = residentBytes(office.pid) - before;
  console.log(`Memory  ${mega(before)} MB before the files, ${mega(before + growth)} MB after`);
  if (growth > mostGrowth) process.exitCode = 1;
} finally {
  await office.close();
}

/** The median. The first call warms up. */
async function time(what: string, path: string, longestMs: number, body?: object): Promise<void> {
  const times: number[] = [];
  let bytes = 0;
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, residentBytes(office.pid))), 20).unref();
  for (let n = 0; n <= rounds; n += 1) {
    const begun = performance.now();
    const reply = await fetch(`http://127.0.0.1:${office.port}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${office.token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) {
      clearInterval(watch);
      throw new Error(`${path} was answered ${reply.status}: ${await reply.text()}`);
    }
    bytes = (await reply.arrayBuffer()).byteLength;
    times.push(performance.now() - begun);
  }
  clearInterval(watch);
  const [, ...warm] = times;
  const sorted = warm.toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  if (median > longestMs) process.exitCode = 1;
  const size = `${(bytes / 1e6).toFixed(1)} MB, process at most ${mega(peak)} MB`;
  console.log(`${what.padEnd(26)} ${median.toFixed(0).padStart(6)} ms  ${size}`);
}

async function close(month: string): Promise<void> {
  const begun = performance.now();
  const reply = await fetch(`http://127.0.0.1:${office.port}/api/month-end/close`, {
    method: 'POST',
    headers: { authorization: `Bearer ${office.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ month, despiteFailures: true }),
  });
  if (!reply.ok) throw new Error(`Closing was answered ${reply.status}: ${await reply.text()}`);
  console.log(`Closing ${month} took ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}

function mega(bytes: number): number {
  return Math.round(bytes / 1e6);
}
