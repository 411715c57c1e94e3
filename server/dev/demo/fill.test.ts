import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { dayOf } from '#contract/days.ts';
import { monthOf } from '#contract/month-end/periods.ts';
import { readPeriod } from '#server/features/month-end/figures/read-period.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree } from '#test/support/books/agree.ts';
import { fillDemo } from './fill.ts';

test('the books of a new demo agree, and members get news and requests for donations @full', async () => {
  const app = await openTestApp({ ADMIN_EMAIL: 'chair@example.org' });
  await fillDemo(app);
  await assertBooksAgree(app);
  const { rows } = await sql<{ news: number; appeals: number }>`
    SELECT count(*) FILTER (WHERE purpose = 'news') AS news, count(*) FILTER (WHERE purpose = 'appeals') AS appeals
    FROM consents WHERE withdrawn_at IS NULL AND email IN (SELECT email FROM members)`.execute(
    app.db,
  );
  const [{ news, appeals } = { news: 0, appeals: 0 }] = rows;
  assert.ok(news > 140 && news < 180, `${news} want news`);
  assert.ok(appeals > 70 && appeals < 95, `${appeals} want requests for donations`);
  const payouts = await sql<{ payments: number }>`
    SELECT (SELECT count(*) FROM payout_entries AS e WHERE e.match_id = m.id) AS payments
    FROM bank_matches AS m WHERE m.kind = 'payout' AND m.reversed_at IS NULL`.execute(app.db);
  assert.ok(payouts.rows.length > 20, `${payouts.rows.length} payouts`);
  assert.ok(payouts.rows.every(({ payments }) => payments > 0));
  const { warnings } = await readPeriod(app.ctx(), monthOf(dayOf(app.clock.now())));
  assert.deepEqual(warnings, [], 'PayFast has paid out what came before this month');
  const { account_number } = await app.db
    .selectFrom('company_info')
    .select('account_number')
    .executeTakeFirstOrThrow();
  const { number } = await app.db
    .selectFrom('bank_accounts')
    .select('number')
    .executeTakeFirstOrThrow();
  assert.equal(account_number, number);
});
