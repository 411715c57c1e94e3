import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { failuresOf } from '#contract/books/endpoints.ts';
import { addMonths, monthOf } from '#contract/month-end/periods.ts';
import { dayOf } from '#contract/days.ts';
import { runBookChecks } from '#server/features/books/run-checks.ts';
import { readPeriod } from '#server/features/month-end/figures/read-period.ts';
import { startOwner, temporaryFolder } from '#server/platform/embedded-postgres/owner-process.ts';
import { openDb, openPool, type Db } from '#server/platform/db/pool.ts';
import { linesOfStatement, openOffice } from '#test/support/disasters/bank-load.ts';
import { openCommands } from '#test/support/disasters/commands.ts';
import { signIn, startInstallation } from '#test/support/disasters/installation.ts';
import { report } from '#test/support/disasters/losses.ts';
import { addOpenInvoices } from '#test/support/disasters/payment-load.ts';
import { until } from '#test/support/outage.ts';

const colleagues = 3;
/** Commands that are answered after each start, before the random moment. */
const answeredFirst = 20;
/** Milliseconds until the random moment, at most. */
const longestWork = 4000;

async function killTheOffice(t: TestContext, kills: number): Promise<void> {
  const dataDir = join(await temporaryFolder(t), 'server');
  const server = await startOwner(t, dataDir);
  const settings = { DATABASE_URL: server.url };
  let application = await startInstallation(t, settings);
  const { url, port } = application;
  await addOpenInvoices(server.url, 10 * kills);
  const db = openDb(openPool(server.url, colleagues + 1));
  t.after(() => db.destroy());
  const commands = openCommands();
  const office = openOffice({ url, db, commands });

  for (let n = 1; n <= kills; n += 1) {
    // The proof of the password that reopening a month needs is new.
    office.authorize(await signIn(url));
    if (n === 1) await office.first();
    const working = { isOver: false };
    // After a failure, too.
    t.after(() => (working.isOver = true));
    const work = [office.clerk, ...Array.from({ length: colleagues }, () => office.colleague)].map(
      async (step) => {
        while (!working.isOver) await step();
      },
    );
    const enough = commands.total('answered') + answeredFirst;
    await until('the first answers', () => commands.total('answered') >= enough);
    await setTimeout(randomInt(longestWork));
    application.kill('SIGKILL');
    working.isOver = true;
    await application.exited;
    await Promise.all(work);
    application = await startInstallation(t, { ...settings, PORT: port });
    await importsEnded(db);
    assert.deepEqual(commands.compare(await readStored(db)), [], `kill ${n}`);
    await assertBooksAgree(db, `kill ${n}`);
    await assertProofsAgree(db, monthOf(office.start), `kill ${n}`);
  }
  assert.deepEqual(commands.failures, []);
  const [answered, refused, unanswered] = [
    commands.total('answered'),
    commands.total('refused'),
    commands.total('unanswered'),
  ];
  assert.ok(answered > 10 * kills, 'the office did nothing');
  report(t, {
    kills,
    answered,
    refused,
    unanswered,
    ...commands.kinds(),
    ...(await readCounts(db)),
  });
}

/** The worker of the new process continues what the killed one had begun. */
async function importsEnded(db: Db): Promise<void> {
  await until('the imports', async () => {
    const { rows } = await sql`SELECT FROM bank_statements WHERE state = 'importing'`.execute(db);
    return rows.length === 0;
  });
}

/** How often each command is in the database, by its key. */
async function readStored(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`
    SELECT payer_name AS key, count(*)::float8 AS count FROM payments
    WHERE payer_name LIKE 'money-%' GROUP BY 1
    UNION ALL
    SELECT bank_reference, count(*) FROM payments
    WHERE bank_reference LIKE 'pay-%' AND source = 'administrator' GROUP BY 1
    UNION ALL SELECT 'line ' || line_id, count(*) FROM bank_matches GROUP BY 1
    UNION ALL SELECT reason, count(*) FROM credit_uses WHERE reason LIKE 'refund-%' GROUP BY 1
    UNION ALL
    -- An undo can be in the history of several records.
    SELECT key, max(count) FROM (
      SELECT after ->> 'reason' AS key, action, count(*) AS count FROM audit_entries
      WHERE after ->> 'reason' ~ '^(undo|dismiss|reopen)-' GROUP BY 1, 2
    ) AS a GROUP BY 1
    UNION ALL SELECT 'close ' || to_char(month, 'YYYY-MM'), count(*) FROM closed_months GROUP BY 1
    UNION ALL
    -- A part of a statement is a fraction.
    SELECT substring(text FROM 'statement [^ ]+'), count(*) / ${linesOfStatement}::float8 FROM bank_lines
    GROUP BY 1`.execute(db);
  return new Map(rows.map(({ key, count }) => [key, count]));
}

async function assertBooksAgree(db: Db, when: string): Promise<void> {
  const results = await until('the books', () => runBookChecks(db, new Date()));
  assert.deepEqual(failuresOf(results), [], when);
}

/** The control accounts and every other proof of each month agree. */
async function assertProofsAgree(db: Db, first: string, when: string): Promise<void> {
  const at = new Date();
  for (let month = first; month <= monthOf(dayOf(at)); month = addMonths(month, 1)) {
    const { sections } = await readPeriod({ db, at }, month);
    const broken = sections.flatMap(({ title, lines }) =>
      lines.filter(({ style }) => style === 'broken').map((line) => ({ title, ...line })),
    );
    assert.deepEqual(broken, [], `${month}, ${when}`);
  }
}

async function readCounts(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    SELECT (SELECT count(*) FROM bank_statements WHERE state = 'imported') AS statements,
      (SELECT count(*) FROM bank_matches) AS matches,
      (SELECT count(*) FROM bank_matches WHERE reversed_at IS NOT NULL) AS "undone matches",
      (SELECT count(*) FROM closed_months) AS closings,
      (SELECT count(*) FROM ledger_entries) AS entries`.execute(db);
  return rows[0] ?? {};
}

test('the application is killed 30 times while statements are imported, lines are matched and months are closed @full', async (t) => {
  await killTheOffice(t, 30);
});
