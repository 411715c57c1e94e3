import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { ImportKind } from '#contract/imports/columns.ts';
import { importTexts } from '#contract/imports/texts.ts';
import { closeMonth } from '#contract/month-end/endpoints.ts';
import { undoInvoicePayment, undoPayment } from '#contract/payments/admin-endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { readOwedOn } from './figures/read-balances.ts';
import { findAskedRecord } from '#server/features/payments/asked-amounts.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree, brokenIn } from '#test/support/books/agree.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { movements, sumsOfBooks } from '#test/support/histories/movements.ts';
import { openImports } from '#test/support/imports/open-imports.ts';
import { naledi, registered } from '#test/support/people.ts';

const app = await openTestApp();
// The first month of the books.
app.clock.set('2027-02-10T08:00:00Z');
await registered(app);
app.clock.set('2027-03-10T08:00:00Z');
const { token } = await naledi(app);
const as = { token };
const first = { month: '2027-02', despiteFailures: true };
assert.equal((await callApi(app, closeMonth, { body: first }, as)).status, 200);

const files = {
  payments: [
    'First name,Last name,Email,Amount,Paid on,Paid by',
    'Ayanda,Zulu,a@example.org,1000.00,2024-05-02,EFT',
    'Ayanda,Zulu,a@example.org,2000.00,2027-02-28,Cash',
    'Ayanda,Zulu,a@example.org,500.00,2027-03-01,EFT',
  ],
  donations: [
    'First name,Last name,Email,Amount,Received on,Paid by',
    'Ayanda,Zulu,a@example.org,1000.00,2024-05-02,EFT',
    'Ayanda,Zulu,a@example.org,2000.00,2027-02-28,Cash',
    'Ayanda,Zulu,a@example.org,500.00,2027-03-01,EFT',
  ],
} as const;
const kinds = ['payments', 'donations'] as const;

const checked = (kind: Extract<ImportKind, 'payments' | 'donations'>) =>
  openImports(app, token, kind).checked(files[kind].join('\r\n'));

/** The income of the first open month, in cents. */
async function incomeOfMarch(): Promise<number> {
  const { rows } = await sql<{ income: number | null }>`
    SELECT sum(income)::bigint AS income FROM ${movements} AS m WHERE booked_on >= '2027-03-01'`.execute(
    app.db,
  );
  return rows[0]?.income ?? 0;
}

/** The balance of an account, in cents. */
async function postedTo(account: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(cents), 0)::bigint AS cents FROM ledger_lines WHERE account = ${account}`.execute(
    app.db,
  );
  return rows[0]?.cents ?? 0;
}

const credited = (id: string) =>
  app.db
    .selectFrom('payments')
    .select('credit_cents')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Imports a payment of 2026 that was reported elsewhere, and answers its id. */
async function importedElsewhere(name: string, rand: number): Promise<string> {
  const imports = openImports(app, token, 'payments');
  const row = `${name},Zulu,${name.toLowerCase()}@example.org,${rand},2026-02-15,EFT`;
  const id = await imports.checked([files.payments[0], row].join('\r\n'));
  await imports.start(id, 'elsewhere');
  const payment = await app.db
    .selectFrom('payments')
    .select('id')
    .where('amount_cents', '=', rand * 100)
    .executeTakeFirstOrThrow();
  return payment.id;
}

for (const kind of kinds) {
  const imports = openImports(app, token, kind);

  test(`${kind} of closed months are counted by the check, and the import asks what happens to them`, async () => {
    const id = await checked(kind);
    assert.deepEqual((await imports.read(id)).closed, { rows: 2, amount: 3000, choice: null });
    const { status, message } = await imports.start(id);
    assert.deepEqual([status, message], [400, importTexts.chooseClosed]);
  });

  test(`${kind} that were reported elsewhere are not in these books, and the undo takes them away`, async () => {
    const [before, sums] = [await incomeOfMarch(), await sumsOfBooks(app)];
    const id = await checked(kind);
    assert.equal((await imports.start(id, 'elsewhere')).status, 200);
    assert.equal((await imports.read(id)).closed.choice, 'elsewhere');
    assert.equal(await incomeOfMarch(), before + 50_000);
    await assertBooksAgree(app);
    assert.equal((await imports.undo(id)).status, 200);
    assert.deepEqual(await sumsOfBooks(app), sums);
    await assertBooksAgree(app);
  });

  test(`${kind} that are booked now are income of the first open month`, async () => {
    const [before, sums] = [await incomeOfMarch(), await sumsOfBooks(app)];
    const id = await checked(kind);
    await imports.start(id, 'now');
    assert.equal(await incomeOfMarch(), before + 350_000);
    await assertBooksAgree(app);
    await imports.undo(id);
    assert.deepEqual(await sumsOfBooks(app), sums);
  });
}

test('a payment that was reported elsewhere is kept as a credit from the opening balances, once', async () => {
  const payment = await importedElsewhere('Kept', 880);
  const before = [
    await postedTo('credits'),
    await postedTo('opening'),
    await incomeOfMarch(),
  ] as const;
  const undo = (keepAsCredit: boolean) =>
    callApi(
      app,
      undoPayment,
      { params: { id: payment }, body: { reason: 'Wrong', keepAsCredit } },
      as,
    );
  const [credits, opening, income] = before;
  assert.equal((await undo(true)).status, 200);
  assert.equal((await credited(payment)).credit_cents, 88_000);
  const after = async () => [
    await postedTo('credits'),
    await postedTo('opening'),
    await incomeOfMarch(),
  ];
  assert.deepEqual(await after(), [credits - 88_000, opening + 88_000, income]);
  await assertBooksAgree(app);
  assert.deepEqual(await brokenIn(app, '2027-03'), []);
  assert.equal((await undo(false)).status, 200);
  assert.deepEqual(await after(), before);
  await assertBooksAgree(app);
});

test('a payment that was reported elsewhere can be undone and paid again', async () => {
  const imports = openImports(app, token, 'payments');
  const id = await checked('payments');
  await imports.start(id, 'elsewhere');
  const { invoice_id } = await app.db
    .selectFrom('payments')
    .select('invoice_id')
    .where('reported_elsewhere', '=', true)
    .where('amount_cents', '=', 100_000)
    .executeTakeFirstOrThrow();
  const params = { id: invoice_id ?? '' };
  const undo = (keepAsCredit: boolean) =>
    callApi(app, undoInvoicePayment, { params, body: { reason: 'Wrong', keepAsCredit } }, as);
  const before = await incomeOfMarch();
  assert.equal((await undo(false)).status, 200);
  assert.equal(await incomeOfMarch(), before);
  await assertBooksAgree(app);
  await callApi(app, processInvoicePayment, { params, body: {} }, as);
  assert.equal(await incomeOfMarch(), before + 100_000);
  await assertBooksAgree(app);
});

test('what is owed of an invoice that was reported elsewhere is in no month', async () => {
  const owed = async () =>
    (await readOwedOn(app.db, '2027-02-28')).reduce((sum, { cents }) => sum + cents, 0);
  const before = await owed();
  const id = await openImports(app, token, 'payments').checked(
    [files.payments[0], 'Part,Zulu,part@example.org,2000.00,2026-01-15,EFT'].join('\r\n'),
  );
  await openImports(app, token, 'payments').start(id, 'elsewhere');
  const { invoice_id } = await app.db
    .selectFrom('payments')
    .innerJoin('invoices', 'invoices.id', 'payments.invoice_id')
    .select('payments.invoice_id')
    .where('payments.reported_elsewhere', '=', true)
    .where('payments.paid_on', '=', '2026-01-15')
    .executeTakeFirstOrThrow();
  const params = { id: invoice_id ?? '' };
  const body = { reason: 'Wrong', keepAsCredit: false };
  assert.equal((await callApi(app, undoInvoicePayment, { params, body }, as)).status, 200);
  assert.equal(await owed(), before);
  await callApi(app, processInvoicePayment, { params, body: { amount: 500 } }, as);
  assert.equal(await owed(), before);
  // A card form can have asked for this rest.
  await callApi(app, processInvoicePayment, { params, body: { amount: 100 } }, as);
  const asked = await findAskedRecord(app.db, { kind: 'invoice', id: params.id });
  assert.ok(asked?.askedCents.includes(150_000));
});

test('the bank can take a payment back that was reported elsewhere', async () => {
  const matching = openMatching(app, token);
  const payment = await importedElsewhere('Back', 770);
  const line = await matching.line('RETURNED', -770);
  const part = { kind: 'reversal', targetId: payment, amount: 770, reason: 'Returned' } as const;
  const booked = await matching.book(line, [part]);
  assert.equal(booked.status, 200, booked.message);
  await assertBooksAgree(app);
  assert.deepEqual(await brokenIn(app, '2027-03'), []);
  const undone = await matching.undo(booked.data.matches[0]?.id ?? '');
  assert.equal(undone.status, 200, undone.message);
  await assertBooksAgree(app);
});

test('a month that is closed between the check and the import is not filled without a question', async () => {
  app.clock.set('2027-04-10T08:00:00Z');
  const fresh = (await naledi(app)).token;
  const imports = openImports(app, fresh, 'donations');
  const lines = [files.donations[0], 'Ben,Zulu,b@example.org,70.00,2027-03-05,EFT'];
  const id = await imports.checked(lines.join('\r\n'));
  assert.equal((await imports.read(id)).closed.rows, 0);
  const body = { month: '2027-03', despiteFailures: true };
  await callApi(app, closeMonth, { body }, { token: fresh });
  await imports.start(id);
  assert.deepEqual(await imports.outcomes(id), [`2 problem: ${importTexts.closedSince}`]);
});
