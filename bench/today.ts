/**
 * How long the call of Today takes while much waits, one after the other: node bench/today.ts [members].
 * Exits 1 when the 95th percentile is over 100 ms.
 */
import { sql } from 'kysely';
import { getMenuCounts } from '#contract/menu-counts/endpoints.ts';
import { compareMembers } from '#server/features/duplicates/compare-members.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { seedHistory } from '#test/support/seed-history.ts';
import { openOffice } from './office.ts';

const members = Number(process.argv[2] ?? 100_000);
const rounds = 105;
const longestMs = 100;

const office = await openOffice(members);
try {
  await seedHistory(office.db, members);
  await compareMembers({ db: office.db });
  await addWaiting(office.db);
  await sql`VACUUM ANALYZE`.execute(office.db);
  console.log(JSON.stringify(await askToday()));
  const times: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const before = performance.now();
    await askToday();
    times.push(performance.now() - before);
  }
  // The first five warm up.
  const sorted = times.slice(5).toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? NaN;
  if (at(0.95) > longestMs) process.exitCode = 1;
  console.log(`Today  p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms`);
} finally {
  await office.close();
}

async function askToday(): Promise<unknown> {
  const reply = await fetch(`http://127.0.0.1:${office.port}/api${getMenuCounts.path}`, {
    headers: { authorization: `Bearer ${office.token}` },
  });
  if (!reply.ok) throw new Error(`Today was answered ${reply.status}.`);
  return reply.json();
}

/** Much of each kind, and what is dealt with beside it. */
async function addWaiting(db: Db): Promise<void> {
  const share = members / 100;
  for (const fill of [
    sql`UPDATE bank_lines SET state = 'open', booked_cents = 0
      WHERE id IN (SELECT id FROM bank_lines LIMIT ${share * 5})`,
    sql`INSERT INTO mails (id, kind, to_email, about, created_at, failed_at)
      SELECT gen_random_uuid(), 'invoice', 'a@example.org', '{}', now(), now()
      FROM generate_series(1, ${share}::int)`,
    // Of paid invoices, whose proofs stay for three months.
    sql`INSERT INTO payment_proofs (id, invoice_id, place, media_type, content, sha256, received_at)
      SELECT gen_random_uuid(), id, 2, 'application/pdf', 'x', sha256('y'), now()
      FROM invoices WHERE payment_id IS NOT NULL ORDER BY number LIMIT ${share * 5}`,
    sql`INSERT INTO erasure_requests (id, member_id, asked_at)
      SELECT gen_random_uuid(), id, now() FROM members LIMIT ${share}`,
    sql`UPDATE duplicate_pairs SET dismissed_at = now(),
      dismissed_by = (SELECT id FROM users LIMIT 1)`,
  ]) {
    await fill.execute(db);
  }
}
