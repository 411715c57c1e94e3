import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import * as contract from '#contract/month-end/endpoints.ts';
import type { Program } from '#contract/month-end/accounts.ts';
import { recogniseFile } from '#server/platform/spreadsheets/recognise-file.ts';
import { writeWorkbook } from '#server/platform/spreadsheets/write-sheet.ts';
import { readSheet } from '#server/platform/spreadsheets/read-sheet.ts';
import { settleDonation, settleInvoice } from '#test/support/payments/settle.ts';
import { postCardFees } from '#server/features/ledger/post-card-fees.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import { readPdf } from '#test/support/pdf/read-pdf.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { readPeriod } from './figures/read-period.ts';
import { journalFile } from './journal/journal-file.ts';
import { readJournal } from './journal/read-journal.ts';
import { renderPack } from './pack/render-pack.ts';
import { readWorkbook } from './pack/spreadsheet-file.ts';
import { sheetsOf, type Workbook } from './pack/write-spreadsheet.ts';
import { readSettings } from './queries.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
const as = async () => ({ token: await tokenOf(app, adminId) });
const folder = await mkdtemp(join(tmpdir(), 'pack-'));
after(() => rm(folder, { recursive: true }));

// One month of a registered organisation that wants deferred income.
await app.db.updateTable('company_info').set({ vat_number: '4070112233' }).execute();
await app.db.updateTable('book_settings').set({ shows_deferred: true }).execute();
const { invoiceId } = await registered(app);
await registered(app, { email: 'open@example.org' });
const source = 'administrator' as const;
await settleInvoice(app.ctx(), { invoiceId, source, amountCents: 50_000, paidOn: '2027-03-10' });
const donationId = await pledged(app);
app.clock.set('2027-03-12T08:00:00Z');
await settleDonation(app.ctx(), { donationId, source, paidBy: 'Cash', paidOn: '2027-03-12' });
await addBankStatement();
await addCardFee(-1234);
const donated = await app.db
  .selectFrom('donations')
  .select('amount_cents')
  .executeTakeFirstOrThrow();
const gift = donated.amount_cents / 100;

async function addBankStatement() {
  const id = randomUUID();
  await sql`INSERT INTO bank_accounts (id, bank, number, name, created_at)
    VALUES (${id}, 'FNB', '62000000017', '', now())`.execute(app.db);
  await sql`INSERT INTO bank_statements (id, account_id, file_name, sha256, state, source, layout, from_day,
      to_day, closing_cents, line_count, new_count, done, created_by, created_at, imported_by, imported_at)
    VALUES (${id}, ${id}, 'march.csv', repeat('a', 64), 'imported', 'csv', 'absa', '2027-03-01',
      '2027-04-05', 100000, 4, 4, 4, ${adminId}, now(), ${adminId}, now())`.execute(app.db);
  const lines: [string, number][] = [
    ['2027-03-10', 50_000],
    ['2027-03-15', 20_000],
    ['2027-03-20', -10_000],
    ['2027-04-02', 5000],
  ];
  for (const [place, [day, cents]] of lines.entries()) {
    await sql`INSERT INTO bank_lines (id, account_id, statement_id, row_number, day, amount_cents, text,
        reference, kind, normal_text, occurrence)
      VALUES (gen_random_uuid(), ${id}, ${id}, ${place + 1}, ${day}, ${cents}, 'x', '', '', 'X', 1)`.execute(
      app.db,
    );
  }
}

async function addCardFee(cents: number) {
  await sql`INSERT INTO provider_transactions (id, provider_id, type, happened_at, gross_cents, fee_cents,
      net_cents, is_test, first_seen_at)
    VALUES (gen_random_uuid(), '1', 'FUNDS_RECEIVED', '2027-03-31T21:59:59Z', 45000, ${cents}, 0, false,
      now())`.execute(app.db);
  await postCardFees(app.ctx(), ['1']);
}

const figures = () => readPeriod(app.ctx(), '2027-03');
const linesOf = async (title: string) => {
  const section = (await figures()).sections.find((one) => one.title === title);
  return section?.lines.map(({ label, detail, amount }) => [label, detail, amount]);
};

test('the figures say what came, what is owed, fees, VAT, deferred income and what the bank says', async () => {
  assert.deepEqual(await linesOf('Income'), [
    ['Membership fees: Individual', '', 450],
    ['EFT', '', 450],
    ['Donations', '1 donation', gift],
    ['Cash', '', gift],
    ['Income', '', 450 + gift],
  ]);
  assert.deepEqual(await linesOf('Money'), [
    ['Cash', '1 payment', gift],
    ['EFT', '1 payment', 500],
    ['Money', '', 500 + gift],
    ['Income, with the change of credits and those dealt with', 'agrees', 500 + gift],
  ]);
  assert.deepEqual((await linesOf('Card fees'))?.[1], ['Fees of PayFast', '', -12.34]);
  assert.deepEqual((await linesOf('Credits'))?.slice(-2), [
    ['At the end', '', 50],
    ['Beginning and movements', 'agrees', 50],
  ]);
  assert.deepEqual(await linesOf('Owed for invoices'), [
    ['At the beginning', '', 0],
    ['Issued', '2 invoices', 900],
    ['Voided or written off', '0 invoices', 0],
    ['Changed or deleted before it was sent', '', 0],
    ['Paid with money', '', -450],
    ['Paid from credits', '', 0],
    ['Payments undone or kept as a credit', '', 0],
    ['At the end', '', 450],
    ['Beginning and movements', 'agrees', 450],
  ]);
  assert.deepEqual((await linesOf('Owed by age'))?.[0], ['Up to 30 days old', '', 450]);
  assert.deepEqual((await linesOf('VAT'))?.slice(0, 2), [
    ['Within the income that was received', '', 58.7],
    ['Within the invoices that were issued, less those voided or written off', '', 117.4],
  ]);
  // 344 of the 366 days to 9 March 2028 are after March.
  assert.deepEqual(await linesOf('Deferred membership income'), [
    ['At the beginning', '', 0],
    ['Of the fees received, for days after the end', '', 422.95],
    ['Days that have passed, of earlier fees', '', 0],
    ['At the end', '', 422.95],
    ['Beginning and movements', 'agrees', 422.95],
    ['Membership fees received', '', 450],
    ['Membership fees earned', '', 27.05],
  ]);
  assert.deepEqual(await linesOf('Bank and books'), [
    ['FNB 62000000017', '', null],
    ['Balance at the beginning', '', 350],
    ['Money in', '', 700],
    ['Money out', '', -100],
    ['Balance at the end', '', 950],
    ['Statements', 'up to 5 Apr 2027', null],
    ['Beginning and movements', 'agrees', 950],
    ['The balance before the first statement is not known', '', null],
  ]);
});

test('fees that a bank has in the balance and in no line of their own are part of the proof', async () => {
  await sql`UPDATE bank_lines SET fee_cents = -350 WHERE day = '2027-03-20'`.execute(app.db);
  const proofOf = async () => (await linesOf('Bank and books'))?.slice(4, 8);
  // Without a balance before, either way agrees.
  assert.deepEqual((await proofOf())?.[2], ['Beginning and movements', 'agrees', 950]);
  await sql`INSERT INTO bank_statements (id, account_id, file_name, sha256, state, source, layout, from_day,
      to_day, closing_cents, line_count, new_count, done, created_by, created_at, imported_by, imported_at)
    SELECT gen_random_uuid(), account_id, 'february.csv', repeat('b', 64), state, source, layout,
      '2027-02-01', '2027-02-28', 35350, 0, 0, 0, created_by, created_at, imported_by, imported_at
    FROM bank_statements`.execute(app.db);
  assert.deepEqual(await proofOf(), [
    ['Fees of lines', '', -3.5],
    ['Balance at the end', '', 950],
    ['Statements', 'up to 5 Apr 2027', null],
    ['Beginning and movements', 'agrees', 950],
  ]);
});

test('an invoice grows older, and what is paid before an invoice is issued is not taken off', async () => {
  app.clock.set('2027-06-01T08:00:00Z');
  const early = await registered(app, { email: 'early@example.org' });
  await settleInvoice(app.ctx(), { invoiceId: early.invoiceId, source, paidOn: '2027-05-30' });
  const { sections } = await readPeriod(app.ctx(), '2027-05');
  const lines = sections.find(({ title }) => title === 'Owed by age')?.lines ?? [];
  assert.deepEqual(
    lines.filter(({ amount }) => amount !== 0).map(({ label, amount }) => [label, amount]),
    [
      ['61 to 90 days old', 450],
      ['At the end', 450],
      ['Owed for invoices', 450],
    ],
  );
});

async function journalOf(program: Program): Promise<string> {
  const { byMonth } = await figures();
  return journalFile(program, await readJournal(app.db, byMonth), await readSettings(app.db));
}

test('a journal has the columns of its program, and every entry balances', async () => {
  const xero = [
    '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount',
    'Membership office: receipts,10/03/2027,Money by EFT,1000,No VAT,500.00',
    'Membership office: receipts,10/03/2027,Credits that are owed to payers,2100,No VAT,-50.00',
    'Membership office: receipts,10/03/2027,Income from membership fees,4000,No VAT,-450.00',
    `Membership office: receipts,12/03/2027,Money in cash,1010,No VAT,${gift.toFixed(2)}`,
    `Membership office: receipts,12/03/2027,Income from donations,4200,No VAT,-${gift.toFixed(2)}`,
    'Membership office: bank and PayFast,31/03/2027,"Money by card, until PayFast pays it out",1020,No VAT,-12.34',
    'Membership office: bank and PayFast,31/03/2027,Card fees,6000,No VAT,12.34',
    'Fees for days after Mar 2027,31/03/2027,Membership fees for days after the month,2200,No VAT,-422.95',
    'Fees for days after Mar 2027,31/03/2027,Income from membership fees,4000,No VAT,422.95',
  ];
  assert.deepEqual((await journalOf('xero')).trimEnd().split('\r\n'), xero);
  assert.deepEqual((await journalOf('sage')).split('\r\n').slice(0, 3), [
    'Reference,Date,Description,Ledger Account Number,Details,Debit,Credit',
    '2027-03-10 receipts,10/03/2027,Membership office: receipts,1000,Money by EFT,500.00,',
    '2027-03-10 receipts,10/03/2027,Membership office: receipts,2100,Credits that are owed to payers,,50.00',
  ]);
  assert.deepEqual((await journalOf('quickbooks')).split('\r\n').slice(0, 3), [
    'JournalNo,JournalDate,AccountName,Debits,Credits,Description',
    '2027-03-10 receipts,10/03/2027,Bank,500.00,,Money by EFT',
    '2027-03-10 receipts,10/03/2027,Payer Credits,,50.00,Credits that are owed to payers',
  ]);
});

test('the PDF has every line of the figures, and no name of a member', async () => {
  const period = await figures();
  const bytes = await renderPack('Friends of the Waterberg', period);
  const text = readPdf(bytes).join('\n').replaceAll(/\s+/g, ' ');
  for (const { title, lines } of period.sections) {
    assert.ok(text.includes(title), title);
    for (const { label } of lines) assert.ok(text.includes(label), label);
  }
  assert.match(text, /-R12\.34/);
  assert.match(text, /Not closed\. These figures can still change\./);
  assert.doesNotMatch(text, /Dlamini/);
  assert.deepEqual(await renderPack('Friends of the Waterberg', period), bytes);
});

test('the spreadsheet has the figures, the journal and the open invoices by their numbers', async () => {
  const period = await figures();
  const workbook: Workbook = {
    ...(await readWorkbook(app.ctx(), '2027-03')),
    vat: [
      {
        first: '2027-02-01',
        last: '2027-03-31',
        basis: 'payments',
        rows: [
          {
            bookedOn: '2027-03-10',
            day: '2027-03-10',
            document: 'INV-00002',
            what: 'Payment',
            cents: 11_500,
            vatCents: 1500,
          },
        ],
      },
    ],
  };
  const pieces = writeWorkbook(sheetsOf(workbook), period.readAt);
  const path = join(folder, 'pack.xlsx');
  await writeFile(path, Buffer.concat(await Array.fromAsync(pieces)));
  assert.deepEqual((await recogniseFile(path)).sheets, [
    'Figures',
    'Income and expenses',
    'Members',
    'Control accounts',
    'Journal',
    'Owed',
    'Credits',
    'Deferred income',
    'Reconciliation',
    'VAT schedule',
    'Cash Book',
  ]);
  const rowsOf = async (sheet: string) => {
    const rows: string[][] = [];
    for await (const { cells } of readSheet(path, sheet))
      rows.push(cells.map((cell) => cell ?? ''));
    return rows;
  };
  const [, ...lines] = await rowsOf('Figures');
  assert.deepEqual(lines[0]?.slice(0, 2), ['Summary', 'Income']);
  const fees = lines.find(([, label]) => label === 'Membership fees: Individual');
  assert.equal(Number(fees?.[3]), 450);
  assert.equal(lines.length, period.sections.flatMap((section) => section.lines).length);
  const [, first] = await rowsOf('Journal');
  assert.deepEqual(first?.slice(0, 4), ['2027-03-10', '2027-03-10 receipts', '1000', 'Bank']);
  const [, open] = await rowsOf('Owed');
  assert.deepEqual(open?.slice(0, 3), ['INV-00002', '2027-03-10', 'Up to 30 days old']);
  // Each schedule adds up to the balance in the figures.
  assert.deepEqual((await rowsOf('Owed')).at(-1), ['Total', '', '', '450']);
  assert.deepEqual((await rowsOf('Credits')).slice(1), [
    ['INV-00001', '2027-03-10', '', '50'],
    ['Total', '', '', '50'],
  ]);
  assert.deepEqual((await rowsOf('Deferred income')).slice(1), [
    ['INV-00001', 'Individual', '2027-03-10', '2028-03-09', '450', '422.95'],
    ['Total', '', '', '', '', '422.95'],
  ]);
  const book = await rowsOf('Cash Book');
  const ofCredits = book.filter(([account]) => account === 'Credits');
  assert.deepEqual(
    ofCredits.map((row) => [row[1], ...row.slice(4)]),
    [
      ['2027-03-01', 'Brought forward', '', '', '', '', '0'],
      ['2027-03-10', 'Payment', 'INV-00001', 'EFT', '', '50', '-50'],
      ['2027-03-31', 'Carried forward', '', '', '0', '50', '-50'],
    ],
  );
});

test('an administrator chooses the accounts, and the spreadsheet of a year has them', async () => {
  const settings = await readSettings(app.db);
  const accounts = { ...settings.accounts, donation: { code: '4250', name: 'Gifts' } };
  const body = { ...settings, accounts, yearEndMonth: 12 };
  const reply = await callApi(app, contract.updateMonthEndSettings, { body }, await as());
  assert.deepEqual([reply.status, reply.data], [200, body]);
  assert.match(await journalOf('xero'), /,Income from donations,4250,No VAT,/);
  assert.equal(
    (await readPeriod(app.ctx(), '2027')).title,
    'Financial year 2027 (Jan 2027 to Dec 2027)',
  );
  const file = { params: { period: '2027' } };
  const { status, headers } = await callApi(app, contract.getFiguresSpreadsheet, file, await as());
  assert.equal(status, 200);
  assert.match(
    String(headers['content-disposition']),
    /attachment; filename="month-end-2027.xlsx"/,
  );
  const nameless = { ...body, accounts: { ...accounts, bank: { code: '1000', name: ' ' } } };
  const refused = await callApi(
    app,
    contract.updateMonthEndSettings,
    { body: nameless },
    await as(),
  );
  assert.deepEqual([refused.status, refused.message], [400, 'Please enter a name.']);
});

test('a period that is none is refused, and the files are for administrators', async () => {
  for (const period of ['2027-13', '27', '1899', 'settings']) {
    const { status } = await callApi(app, contract.getFigures, { params: { period } }, await as());
    assert.equal(status, 400, period);
  }
  const { status } = await callApi(app, contract.getFiguresPdf, { params: { period: '2027' } });
  assert.equal(status, 401);
  const journal = { params: { period: '2027', program: 'xero' as const } };
  const reply = await callApi(app, contract.getJournal, journal, await as());
  assert.match(
    String(reply.headers['content-disposition']),
    /attachment; filename="journal-2027-xero/,
  );
});
