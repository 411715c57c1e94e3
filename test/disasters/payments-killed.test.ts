import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { failuresOf } from '#contract/books/endpoints.ts';
import { runBookChecks } from '#server/features/books/run-checks.ts';
import {
  kill,
  postgresBelow,
  startOwner,
  temporaryFolder,
} from '#server/platform/embedded-postgres/owner-process.ts';
import { openDb, openPool, type Db } from '#server/platform/db/pool.ts';
import { signIn, startInstallation } from '#test/support/disasters/installation.ts';
import { report } from '#test/support/disasters/losses.ts';
import {
  addOpenInvoices,
  type PaymentLoad,
  startPaymentLoad,
} from '#test/support/disasters/payment-load.ts';
import { importLines } from '#test/support/disasters/statement.ts';
import { until } from '#test/support/outage.ts';
import { openProvider } from '#test/support/payfast/provider.ts';

const provider = await openProvider();

interface Kills {
  invoices: number;
  ofApplication: number;
  ofPostgres: number;
}

async function killUnderPayments(t: TestContext, kills: Kills): Promise<void> {
  const dataDir = join(await temporaryFolder(t), 'server');
  // A process of its own starts PostgreSQL again, as a service manager does.
  const server = await startOwner(t, dataDir);
  const settings = { DATABASE_URL: server.url, PAYFAST_VALIDATE_URL: provider.url };
  let application = await startInstallation(t, settings);
  const { url, port } = application;
  const invoices = await addOpenInvoices(server.url, kills.invoices);
  const db = openDb(openPool(server.url, 1));
  t.after(() => db.destroy());
  const session = await signIn(url);
  const texts = invoices.map((_, place) => `Line ${place}`);
  const lines = await importLines(texts, { url, databaseUrl: server.url, session });
  const load = startPaymentLoad(t, { url, invoices, lines, session });

  const total = kills.ofApplication + kills.ofPostgres;
  const calls = 2 * kills.invoices + Math.ceil(kills.invoices / 3);
  const each = Math.floor((calls - 10) / (total + 1));
  const everyNth = Math.round(total / kills.ofPostgres);
  for (let n = 1; n <= total; n += 1) {
    await load.answered(n * each);
    if (n % everyNth === 0) await killPostgres(dataDir);
    else {
      application.kill('SIGKILL');
      await application.exited;
      application = await startInstallation(t, { ...settings, PORT: port });
    }
    await assertBooksAgree(db, `after kill ${n}`);
  }
  await load.end();
  await assertPaidOnce(db, load, invoices);
  await assertBooksAgree(db, 'at the end');
  report(t, {
    kills: total,
    answered: load.count(),
    'not answered at first': [...load.failures.values()].reduce((sum, one) => sum + one, 0),
    lost: 0,
    twice: 0,
  });
}

async function killPostgres(dataDir: string): Promise<void> {
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  const postmaster = Number.parseInt(await readFile(file, 'utf8'), 10);
  const others = (await postgresBelow(dataDir)).filter((pid) => pid !== postmaster);
  kill(others[randomInt(others.length)] ?? postmaster);
}

/** Also while the clients work. PostgreSQL may still be starting. */
async function assertBooksAgree(db: Db, when: string): Promise<void> {
  const results = await until('the books', () => runBookChecks(db, new Date()).catch(() => null));
  assert.deepEqual(failuresOf(results), [], when);
}

interface Payment {
  reference: string | null;
  invoice: string;
  source: string;
}

/** Every answered notification has one payment, and every invoice is paid by one payment, with one receipt. */
async function assertPaidOnce(db: Db, load: PaymentLoad, invoices: string[]): Promise<void> {
  await until(
    'the notifications to be processed',
    async () => {
      const { rows } = await sql`
        SELECT FROM card_notifications WHERE verdict IS NULL LIMIT 1`.execute(db);
      return rows.length === 0;
    },
    120_000,
  );
  const { rows: payments } = await sql<Payment>`
    SELECT external_reference AS reference, invoice_id AS invoice, source FROM payments`.execute(
    db,
  );
  const references = payments.flatMap(({ reference }) => (reference === null ? [] : [reference]));
  assert.deepEqual(
    references.toSorted(),
    load.notifications.map((id) => `payfast:${id}`).toSorted(),
    'each notification once',
  );
  const byHand = payments.filter(({ source }) => source === 'administrator');
  const asked = new Set(load.byHand);
  // One that came after the notification found the invoice paid.
  assert.ok(byHand.every(({ invoice }) => asked.has(invoice)));
  assert.equal(new Set(byHand.map(({ invoice }) => invoice)).size, byHand.length);
  await assertLinesBooked(db, load);
  const { rows: wrong } = await sql`
    SELECT i.id, i.paid_cents, p.counting, p.credits, m.receipts, t.periods FROM invoices AS i
    CROSS JOIN LATERAL (SELECT count(counts_for) AS counting, sum(credit_cents) AS credits,
      sum(amount_cents) AS money FROM payments WHERE invoice_id = i.id) AS p
    CROSS JOIN LATERAL (SELECT count(*) AS receipts FROM mails
      WHERE kind = 'receipt' AND about ->> 'invoiceId' = i.id::text) AS m
    CROSS JOIN LATERAL (SELECT count(*) AS periods FROM membership_periods
      WHERE invoice_id = i.id) AS t
    WHERE i.id = ANY (${invoices}::uuid[]) AND NOT (i.paid_cents = i.amount_cents
      AND p.counting = 1 AND p.credits = p.money - i.amount_cents
      AND m.receipts = 1 AND t.periods = 1)`.execute(db);
  assert.deepEqual(wrong, []);
}

/** Every answered line has one match with a payment of its own. */
async function assertLinesBooked(db: Db, load: PaymentLoad): Promise<void> {
  const { rows } = await sql<{ line: string; payment: string }>`
    SELECT m.line_id AS line, p.id AS payment FROM bank_matches AS m
    JOIN payments AS p ON p.id = m.payment_id AND p.source = 'bank' AND p.amount_cents = 45000
    JOIN bank_lines AS l ON l.id = m.line_id AND l.state = 'matched'
    WHERE m.reversed_at IS NULL`.execute(db);
  assert.deepEqual(rows.map(({ line }) => line).toSorted(), load.lines.toSorted());
  assert.equal(new Set(rows.map(({ payment }) => payment)).size, load.lines.length);
  const { rows: payments } = await sql`SELECT FROM payments WHERE source = 'bank'`.execute(db);
  assert.equal(payments.length, load.lines.length);
}

for (const [kills, run] of [
  [{ invoices: 20, ofApplication: 1, ofPostgres: 1 }, ''],
  [{ invoices: 500, ofApplication: 30, ofPostgres: 10 }, ' @full'],
] as const) {
  test(`${kills.invoices} notifications, bank lines and payments by hand, while the application is killed ${kills.ofApplication} times and PostgreSQL ${kills.ofPostgres} times${run}`, async (t) => {
    await killUnderPayments(t, kills);
  });
}
