import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { donate } from '#server/features/donations/donate.ts';
import { settleDonation } from '#test/support/payments/settle.ts';
import { openTestApp } from '#test/support/app.ts';
import { emptyDatabase, query } from '#test/support/empty-database.ts';
import { donationTypeId } from '#test/support/payfast/notifications.ts';
import { seedLarge } from '#test/support/seed-large.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const app = await openTestApp();
await seedLarge(app.db, 200);
const folder = await mkdtemp(join(tmpdir(), 'membership-load-'));
after(() => rm(folder, { recursive: true }));
const type = await donationTypeId(app, 'EFT');
const isFull = process.env['TEST_FULL'] === 'yes';

/** Each row has one number of the whole database, so two tables can be compared. */
const facts = `
  SELECT (SELECT count(*)::int FROM donations WHERE payment_id IS NOT NULL) AS received,
    (SELECT coalesce(sum(amount_cents), 0)::int FROM donations WHERE payment_id IS NOT NULL) AS cents,
    (SELECT count(*)::int FROM payments WHERE donation_id IS NOT NULL) AS payments,
    (SELECT coalesce(sum(amount_cents), 0)::int FROM payments WHERE donation_id IS NOT NULL) AS paid,
    (SELECT count(*)::int FROM mails WHERE kind = 'donation-thanks') AS thanks,
    (SELECT max(number)::int FROM donations) AS highest,
    (SELECT last_used FROM counters WHERE name = 'donation') AS counter`;

interface Facts {
  received: number;
  cents: number;
  payments: number;
  paid: number;
  thanks: number;
  highest: number;
  counter: number;
}

test('a backup while people pay is of one instant', async (t) => {
  const stopping = new AbortController();
  let written = 0;
  const person = { firstName: 'A', lastName: 'B', email: 'a@example.org', donationTypeId: type };
  async function giveAndPay(): Promise<void> {
    while (!stopping.signal.aborted) {
      const { id } = await donate(app.ctx(), { ...person, amount: 10 + (written % 90) });
      await settleDonation(app.ctx(), { donationId: id, source: 'administrator' });
      written += 1;
    }
  }
  const writers = [giveAndPay(), giveAndPay(), giveAndPay()];
  const seen: Facts[] = [];
  const [before] = await query<Facts>(app.url, facts);
  for (let n = 0; n < (isFull ? 10 : 2); n += 1) {
    const to = join(folder, String(n));
    const { file } = await writeBackup({ url: app.url, to, passphrase: null, at: app.clock.now() });
    const url = await emptyDatabase();
    await restoreBackup({ url, from: file, passphrase: null });
    seen.push(...(await query<Facts>(url, facts)));
  }
  stopping.abort();
  await Promise.all(writers);
  const extra = (before?.received ?? 0) - (before?.payments ?? 0);
  const silent = (before?.received ?? 0) - (before?.thanks ?? 0);
  for (const each of seen) {
    assert.equal(each.received - each.payments, extra);
    assert.equal(each.received - each.thanks, silent);
    assert.equal(each.cents - each.paid, (before?.cents ?? 0) - (before?.paid ?? 0));
    assert.equal(each.highest, each.counter);
  }
  const counts = seen.map(({ received }) => received);
  assert.ok(counts.every((count, n) => n === 0 || count > (counts[n - 1] ?? 0)));
  t.diagnostic(`${seen.length} backups while ${written} donations were paid: ${counts.join(', ')}`);
});
