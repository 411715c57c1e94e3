import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import fc from 'fast-check';
import { addDays } from '#contract/calendar.ts';
import { dayOf } from '#contract/days.ts';
import { openTestApp } from '#test/support/app.ts';
import { runArchiveCommand } from '#test/support/archive-command.ts';
import { openHistory, randomHistory } from '#test/support/histories/random-history.ts';
import { naledi } from '#test/support/people.ts';

const app = await openTestApp();
const { id: userId } = await naledi(app);
await app.db
  .updateTable('company_info')
  .set({ vat_number: '4070112233', vat_basis: 'payments' })
  .execute();
const folder = await mkdtemp(join(tmpdir(), 'membership-ledger-'));
after(() => rm(folder, { recursive: true, force: true }));
const settings = { DATABASE_URL: app.url, DATA_DIR: app.dataDir };
const noHledger =
  spawnSync('hledger', ['--version']).status === 0 ? false : "Debian's hledger is not installed";

const [history = []] = fc.sample(randomHistory(80), { numRuns: 1, seed: 31 });
const steps = openHistory(app, {
  userId,
  name: 'ledger',
  paidOn: ({ share }) => addDays(dayOf(app.clock.now()), -(share % 40)),
});
for (const step of history) await steps[step.kind](step);

test('the command writes every entry, and never over another file', async () => {
  const file = join(folder, 'all.journal');
  const first = await runArchiveCommand('ledger', [file], settings).ended;
  assert.equal(first.code, 0, first.said);
  const text = await readFile(file, 'utf8');
  const { count } = await app.db
    .selectFrom('ledger_entries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  assert.ok(count > 20, `${count} entries`);
  assert.equal(text.match(/^\d{4}-\d\d-\d\d=/gm)?.length, count);
  const again = await runArchiveCommand('ledger', [file], settings).ended;
  assert.equal(again.code, 1);
  assert.match(again.said, /all\.journal exists already\. Choose another name\./);
});

test(
  'hledger checks the ledger, and has the same balance of each account',
  { skip: noHledger },
  async () => {
    const file = join(folder, 'checked.journal');
    const { code, said } = await runArchiveCommand('ledger', [file], settings).ended;
    assert.equal(code, 0, said);
    execFileSync('hledger', ['--file', file, 'check']);
    execFileSync('hledger', ['--file', file, 'check', 'commodities']);
    const read = execFileSync(
      'hledger',
      ['--file', file, 'balance', '--flat', '--no-total', '--empty', '--output-format', 'csv'],
      { encoding: 'utf8' },
    );
    const balances = [...read.matchAll(/^"(?<name>\w+:[^"]+)","(?:ZAR )?(?<rand>-?[\d.]+)"/gm)].map(
      ({ groups }) => [groups?.['name'], Math.round(Number(groups?.['rand']) * 100)] as const,
    );
    const sums = new Map<string, number>();
    for (const [name = '', cents] of balances) {
      const account = name.split(':')[1] ?? '';
      sums.set(account, (sums.get(account) ?? 0) + cents);
    }
    const { rows } = await sql<{ account: string; cents: number }>`
    SELECT account, sum(cents)::bigint AS cents FROM ledger_lines GROUP BY 1`.execute(app.db);
    assert.deepEqual(
      Object.fromEntries(sums),
      Object.fromEntries(rows.map(({ account, cents }) => [account, cents])),
    );
  },
);
