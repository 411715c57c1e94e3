import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { companyInfoTexts, updateCompanyInfo } from '#contract/company-info/endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { type Program, programNames } from '#contract/month-end/accounts.ts';
import { closeMonth, updateMonthEndSettings } from '#contract/month-end/endpoints.ts';
import { monthEndTexts } from '#contract/month-end/texts.ts';
import { correctPayment, undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import * as credits from '#contract/payments/credits.ts';
import type { VatBasis } from '#contract/vat.ts';
import { writeOffInvoice } from '#contract/write-offs/endpoints.ts';
import { evaluateBooks } from '#server/features/books/run-checks.ts';
import { changeVatBasis } from '#server/features/ledger/change-vat-basis.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { vatBasisCheck } from '#server/features/system-check/checks/vat-basis.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { concurrently, failed } from '#test/support/concurrent.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree, checkedAfter, failedRows } from '#test/support/books/agree.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { holdShared } from '#test/support/locks.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, proveNow, registered, tokenOf } from '#test/support/people.ts';
import { settleDonation } from '#test/support/books/settle.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import { readVatSchedule } from './pack/read-vat-schedule.ts';
import { readPeriod } from './figures/read-period.ts';
import { journalFile } from './journal/journal-file.ts';
import { readJournal } from './journal/read-journal.ts';
import { readSettings } from './queries.ts';

const vatNumber = '4070112233';

/** Books from March 2027 on, of an organisation that is registered for VAT. */
async function openBooks(options: { vatNumber?: string } = {}) {
  const app = await openTestApp();
  const { id: adminId } = await naledi(app);
  await app.db
    .updateTable('company_info')
    .set({ vat_number: options.vatNumber ?? vatNumber })
    .execute();
  const { id: companyId } = await app.db
    .selectFrom('company_info')
    .select('id')
    .executeTakeFirstOrThrow();
  const as = async () => {
    await proveNow(app, adminId);
    return { token: await tokenOf(app, adminId) };
  };
  const company = async (body: object) => {
    const input = { params: { id: companyId }, body };
    const reply = await callApi(app, updateCompanyInfo, input, await as());
    assert.equal(reply.status, 200, reply.message);
    return reply.data;
  };
  const pay = async (invoiceId: string, amount: number, paidOn: string) => {
    const input = { params: { id: invoiceId }, body: { amount, paidOn, paidBy: 'Cash' as const } };
    const reply = await callApi(app, processInvoicePayment, input, await as());
    assert.equal(reply.status, 200, reply.message);
    return (await rowsOf(app, invoiceId)).payments.at(-1)?.id ?? '';
  };
  return {
    app,
    as,
    company,
    answer: (vatBasis: VatBasis) => company({ vatBasis }),
    on: (day: string) => app.clock.set(`${day}T08:00:00Z`),
    invoice: async () =>
      (await registered(app, { email: `${randomUUID()}@example.org` })).invoiceId,
    pay,
    close: async (month: string) => callApi(app, closeMonth, { body: { month } }, await as()),
    undo: async (invoiceId: string, body: object = {}) => {
      const input = { params: { id: invoiceId }, body: { reason: 'A mistake', ...body } };
      const reply = await callApi(app, undoInvoicePayment, input, await as());
      assert.equal(reply.status, 200, reply.message);
    },
    /** Cents of accounts in the books of a month, without those that are zero. */
    posted: async (month: string): Promise<Record<string, number>> => {
      const { rows } = await sql<{ account: string; cents: number }>`
        SELECT l.account, sum(l.cents)::bigint AS cents
        FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
        WHERE to_char(e.booked_on, 'YYYY-MM') = ${month}
        GROUP BY 1 HAVING sum(l.cents) <> 0 ORDER BY 1`.execute(app.db);
      return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
    },
    linesOf: async (month: string, title: string) => {
      const { sections } = await readPeriod(app.ctx(), month);
      const lines = sections.find((one) => one.title === title)?.lines ?? [];
      return lines.map(({ label, amount }) => [label, amount]);
    },
    journal: async (month: string, program: Program) => {
      const { byMonth } = await readPeriod(app.ctx(), month);
      const lines = await readJournal(app.db, byMonth);
      return journalFile(program, lines, await readSettings(app.db))
        .trimEnd()
        .split('\r\n');
    },
    assertAgree: (month: string) => assertBooksAgree(app, [month]),
  };
}

const cells = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"(?<quoted>[^"]*)"|(?<plain>[^,]*))/g)].map(
    ({ groups }) => groups?.['quoted'] ?? groups?.['plain'] ?? '',
  );

test('R900 of invoices is R782.60 of income and R117.40 of VAT in the journal of each program', async () => {
  const { app, as, answer, invoice, pay, posted, linesOf, journal, assertAgree } =
    await openBooks();
  await answer('payments');
  const settings = { ...(await readSettings(app.db)), taxRate: 'Standard Rate Sales' };
  assert.equal(
    (await callApi(app, updateMonthEndSettings, { body: settings }, await as())).status,
    200,
  );
  await pay(await invoice(), 450, '2027-03-10');
  const inParts = await invoice();
  for (const _part of [1, 2, 3]) await pay(inParts, 150, '2027-03-10');
  const donationId = await pledged(app);
  const given = { source: 'administrator', paidBy: 'EFT', paidOn: '2027-03-10' } as const;
  await settleDonation(app.ctx(), { donationId, ...given });
  const { donation = 0, bank = 0, ...others } = await posted('2027-03');
  assert.deepEqual(others, { cash: 90_000, membership: -78_260, vat: -11_740 });
  assert.equal(bank, -donation);
  assert.deepEqual((await linesOf('2027-03', 'Income'))[0], ['Membership fees: Individual', 782.6]);
  assert.deepEqual((await linesOf('2027-03', 'VAT'))[0], ['Of payments, posted to VAT', 117.4]);
  const accounts = await linesOf('2027-03', 'Accounts');
  const place = accounts.findIndex(([label]) => label === 'VAT');
  assert.deepEqual(accounts[place + 4], ['At the end', -117.4]);
  await assertAgree('2027-03');

  const xero = (await journal('2027-03', 'xero')).map(cells);
  assert.ok(xero.every((row) => row[4] === 'No VAT' || row[4] === '*TaxRate'));
  assert.deepEqual(
    xero.filter((row) => row[3] === '2300').map((row) => row.slice(2)),
    [['VAT of payments, on the payments basis', '2300', 'No VAT', '-117.40']],
  );
  const sums: Record<Program, (row: string[]) => number> = {
    sage: (row) => Number(row[5]) - Number(row[6]),
    xero: (row) => Number(row[5]),
    quickbooks: (row) => Number(row[3]) - Number(row[4]),
  };
  for (const program of programNames) {
    const [, ...rows] = (await journal('2027-03', program)).map(cells);
    const cents = rows.reduce((sum, row) => sum + Math.round(sums[program](row) * 100), 0);
    assert.equal(cents, 0, program);
    assert.equal(rows.filter((row) => row.join().includes('VAT of payments')).length, 1, program);
  }
});

test('the VAT schedule has each part of an invoice, also one whose VAT rounds to nothing', async () => {
  const { app, on, answer, invoice, pay, undo } = await openBooks();
  await answer('payments');
  const invoiceId = await invoice();
  await pay(invoiceId, 0.02, '2027-03-10');
  on('2027-03-11');
  await pay(invoiceId, 449.98, '2027-03-11');
  const schedule = async () => {
    const days = { first: '2027-03-01', last: '2027-03-31' };
    const { rows } = await readVatSchedule(app.db, 'payments', days);
    return rows.map(({ day, cents, vatCents }) => [day, cents, vatCents]);
  };
  const paid = [
    ['2027-03-10', 2, 0],
    ['2027-03-11', 44_998, 5870],
  ];
  assert.deepEqual(await schedule(), paid);
  await undo(invoiceId);
  assert.deepEqual(await schedule(), [
    ['2027-03-10', 2, 0],
    ['2027-03-10', -2, 0],
    ['2027-03-11', 44_998, 5870],
    ['2027-03-11', -44_998, -5870],
  ]);
});

test('the VAT schedule has what the answer posts of payments of before it', async () => {
  const { app, answer, invoice, pay, undo } = await openBooks();
  const invoiceId = await invoice();
  await pay(invoiceId, 450, '2027-03-10');
  await answer('payments');
  const schedule = async () => {
    const days = { first: '2027-03-01', last: '2027-03-31' };
    const { rows } = await readVatSchedule(app.db, 'payments', days);
    return rows.map(({ cents, vatCents }) => [cents, vatCents]);
  };
  assert.deepEqual(await schedule(), [[0, 5870]]);
  await undo(invoiceId);
  assert.deepEqual(await schedule(), [
    [0, 5870],
    [-45_000, -5870],
  ]);
});

test('the check of the books names VAT that is not what the payments imply', async () => {
  const { app, answer, invoice, pay } = await openBooks();
  await answer('payments');
  const id = await pay(await invoice(), 450, '2027-03-10');
  const vatOf = async () => {
    const results = await evaluateBooks(app.db, app.clock.now());
    return results.find(({ name }) => name === 'VAT')?.rows;
  };
  assert.deepEqual(await vatOf(), []);
  await app.db.updateTable('payments').set({ vat_cents: 5869 }).where('id', '=', id).execute();
  assert.deepEqual(await vatOf(), [
    'INV-00001: its payments have R58.69 of VAT, it is R58.70',
    'Payment of R450.00 of 10 Mar 2027 (INV-00001): the ledger has R58.70 of VAT, it has R58.69',
  ]);
});

test('the check of the books names a VAT basis, or its first day, that the audit log does not have', async () => {
  const { app, answer, on, invoice, pay, close, assertAgree } = await openBooks();
  const named = async (change: string) =>
    failedRows(await checkedAfter(app, `UPDATE company_info SET ${change}`));
  const [basis, firstDay] = [
    'Contents: The VAT basis is not what the audit log says',
    'Contents: The day from which the VAT basis counts is not that of its last change in the audit log',
  ];
  await answer('payments');
  assert.deepEqual(await named(`vat_basis_from = '2027-03-01'`), [firstDay]);
  assert.deepEqual(await named(`vat_basis = 'invoices'`), [basis]);
  await pay(await invoice(), 450, '2027-03-10');
  on('2027-04-05');
  assert.equal((await close('2027-03')).status, 200);
  await assertAgree('2027-03');
  on('2027-04-06');
  await answer('invoices');
  await assertAgree('2027-04');
  for (const day of ['NULL', `'2027-05-01'`])
    assert.ok((await named(`vat_basis_from = ${day}`)).includes(firstDay), day);
  on('2027-05-05');
  assert.equal((await close('2027-04')).status, 200);
  await assertAgree('2027-04');
});

test('until the basis is known, payments post whole, System Check says so and no month is closed', async () => {
  const books = await openBooks();
  const { app, answer, company, on, invoice, pay, undo, close, posted, journal, assertAgree } =
    books;
  await app.db.updateTable('book_settings').set({ tax_rate: 'Standard Rate Sales' }).execute();
  const systemCheck = () =>
    vatBasisCheck({ config: app.config, clock: app.clock, db: app.db, secret: null }).run();
  await pay(await invoice(), 450, '2027-03-10');
  const xero = await journal('2027-03', 'xero');
  assert.ok(xero.some((line) => line.includes('4000,Standard Rate Sales,-450.00')));
  on('2027-04-05');
  for (const _one of [1, 2]) await pay(await invoice(), 450, '2027-04-05');
  const taken = await invoice();
  await pay(taken, 300, '2027-04-02');
  await undo(taken);
  assert.deepEqual(await posted('2027-03'), { cash: 45_000, membership: -45_000 });
  const refused = await close('2027-03');
  assert.deepEqual([refused.status, refused.message], [409, monthEndTexts.vatUnanswered]);
  const { state, advice } = await systemCheck();
  assert.deepEqual([state, advice], ['failed', companyInfoTexts.vatBasisAdvice]);

  // No default: a form that leaves it out changes nothing.
  assert.equal((await company({ notes: 'Ask the accountant' })).vatBasis, null);
  assert.equal((await answer('payments')).vatBasis, 'payments');
  const audited = await app.db
    .selectFrom('audit_entries')
    .select('after')
    .where('action', '=', 'updateCompanyInfo')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  assert.deepEqual(audited.after, { vatBasis: 'payments' });
  assert.deepEqual(await posted('2027-03'), { cash: 45_000, membership: -39_130, vat: -5870 });
  assert.deepEqual(await posted('2027-04'), { cash: 90_000, membership: -78_260, vat: -11_740 });
  assert.equal((await systemCheck()).state, 'ok');
  await assertAgree('2027-04');
  const entries = async () =>
    (await app.db.selectFrom('ledger_entries').select('id').execute()).length;
  const before = await entries();
  await answer('payments');
  assert.equal(await entries(), before);
  // One entry for each payment, and the income of the month has what it corrects.
  assert.equal((await close('2027-03')).status, 200);
  const { rows } = await sql<{ list: string }>`SELECT list FROM month_digests`.execute(app.db);
  assert.match(rows[0]?.list ?? '', /ledger .* vat .*vat=-5870/);
  // SARS granted the other one: the open month follows, and the closed one stays.
  await answer('invoices');
  assert.deepEqual(await posted('2027-03'), { cash: 45_000, membership: -39_130, vat: -5870 });
  assert.deepEqual(await posted('2027-04'), { cash: 90_000, membership: -90_000 });
  await assertAgree('2027-04');
});

test('money of a closed month that becomes a credit takes its VAT out once', async () => {
  const { answer, on, invoice, pay, close, undo, posted, linesOf, assertAgree } = await openBooks();
  await answer('payments');
  const paid = await invoice();
  await pay(paid, 450, '2027-03-10');
  on('2027-04-05');
  assert.equal((await close('2027-03')).status, 200);
  await answer('invoices');
  await undo(paid, { keepAsCredit: true });
  assert.deepEqual(await posted('2027-04'), { credits: -45_000, membership: 39_130, vat: 5870 });
  const within = (await linesOf('2027-04', 'VAT')).filter(([, amount]) => amount === -58.7);
  assert.equal(within.length, 1, JSON.stringify(await linesOf('2027-04', 'VAT')));
  await assertAgree('2027-04');
});

test('a closed month stays as it is, and what it posted whole is taken back whole', async () => {
  const books = await openBooks({ vatNumber: '' });
  const { app, answer, company, on, invoice, pay, undo, close, posted, journal, assertAgree } =
    books;
  await app.db.updateTable('book_settings').set({ tax_rate: 'Standard Rate Sales' }).execute();
  await company({ vatNumber });
  const [first, second] = [await invoice(), await invoice()];
  await pay(first, 200, '2027-03-10');
  await pay(second, 450, '2027-03-10');
  // Closed by a version that did not ask.
  await app.db.updateTable('company_info').set({ vat_number: '' }).execute();
  on('2027-04-05');
  assert.equal((await close('2027-03')).status, 200);
  const march = async () => ({
    posted: await posted('2027-03'),
    journal: await journal('2027-03', 'xero'),
    ...(await app.db
      .selectFrom('closed_months')
      .innerJoin('month_digests', 'closed_month_id', 'id')
      .select(['figures', 'sha256'])
      .executeTakeFirstOrThrow()),
  });
  const before = await march();
  await company({ vatNumber });
  await answer('payments');
  await undo(second);
  // 58.70 of the invoice, 26.09 of it within the part of March.
  await pay(first, 250, '2027-04-05');
  assert.deepEqual(await march(), before);
  assert.deepEqual(await posted('2027-04'), { cash: -20_000, membership: 23_261, vat: -3261 });
  const xero = await journal('2027-04', 'xero');
  assert.ok(xero.some((line) => line.includes('4000,Standard Rate Sales,450.00')));
  assert.ok(xero.some((line) => line.includes('4000,No VAT,-217.39')));
  await assertAgree('2027-04');
});

test('what a payment takes out of its invoice takes its VAT out, too', async () => {
  const { app, as, answer, on, invoice, pay, undo, posted, close, assertAgree } = await openBooks();
  await answer('payments');
  const [mistake, kept, returned] = [await invoice(), await invoice(), await invoice()];
  await pay(mistake, 100, '2027-03-10');
  await pay(kept, 100, '2027-03-10');
  await pay(returned, 450, '2027-03-10');
  on('2027-04-05');
  assert.equal((await close('2027-03')).status, 200);
  const whole = { cash: 65_000, membership: -56_522, vat: -8478 };
  assert.deepEqual(await posted('2027-03'), whole);
  await undo(mistake);
  await undo(kept, { keepAsCredit: true });
  await undo(returned, { returnedOn: '2027-04-03' });
  const { credits: owed, ...april } = await posted('2027-04');
  assert.equal(owed, -10_000);
  assert.deepEqual(april, { cash: -55_000, membership: 56_522, vat: 8478 });

  // A credit has no VAT until it pays an invoice, and none if it is paid back.
  const money = { payerName: 'Thandi', amount: 500, paidOn: '2027-04-04', paidBy: 'EFT' as const };
  const { data: credit } = await callApi(app, credits.recordMoney, { body: money }, await as());
  const use = { params: { id: credit.id } };
  const carried = { ...use, body: { invoiceId: mistake, amount: 450 } };
  assert.equal((await callApi(app, credits.carryCredit, carried, await as())).status, 200);
  assert.equal((await posted('2027-04'))['vat'], 8478 - 5870);
  const refund = { ...use, body: { amount: 20, refundedOn: '2027-04-05' } };
  assert.equal((await callApi(app, credits.refundCredit, refund, await as())).status, 200);
  assert.equal((await posted('2027-04'))['vat'], 8478 - 5870);

  // Only a person knows whether there is VAT in what is left.
  const close30 = async (hasVat?: boolean) =>
    callApi(app, credits.closeCredit, { ...use, body: { reason: 'A gift', hasVat } }, await as());
  assert.equal(credit.keptVat, 65.22);
  const refused = await close30();
  assert.deepEqual([refused.status, refused.message], [400, credits.creditTexts.hasVatMissing]);
  assert.equal((await close30(true)).status, 200);
  assert.equal((await posted('2027-04'))['kept'], -2609);
  assert.equal((await posted('2027-04'))['vat'], 8478 - 5870 - 391);
  await assertAgree('2027-04');
  const { id } = await app.db
    .selectFrom('credit_uses')
    .select('id')
    .where('kind', '=', 'other')
    .executeTakeFirstOrThrow();
  const back = { params: { id }, body: { reason: 'A mistake' } };
  assert.equal((await callApi(app, credits.undoCreditUse, back, await as())).status, 200);
  assert.equal((await posted('2027-04'))['vat'], 8478 - 5870);
  assert.equal((await close30(false)).status, 200);
  assert.equal((await posted('2027-04'))['kept'], -3000);
  await assertAgree('2027-04');
});

test('a credit that was kept with VAT is owed when its money goes back, and giving it up takes the VAT back', async () => {
  const { app, as, answer, on, invoice, pay, undo, posted } = await openBooks();
  on('2027-03-10');
  await answer('payments');
  const invoiceId = await invoice();
  const params = { id: await pay(invoiceId, 480, '2027-03-10') };
  const close = async (hasVat?: boolean) =>
    callApi(app, credits.closeCredit, { params, body: { reason: 'A gift', hasVat } }, await as());
  assert.equal((await close(true)).status, 200);
  await undo(invoiceId, { returnedOn: '2027-03-10' });
  await assertBooksAgree(app, ['2027-03']);
  assert.equal((await close()).status, 200);
  const { kept, vat, credits: owed = 0 } = await posted('2027-03');
  assert.deepEqual([kept, vat, owed], [undefined, undefined, 0]);
  await assertBooksAgree(app, ['2027-03']);
  // What is given up follows what was kept.
  await answer('invoices');
  assert.deepEqual(await posted('2027-03'), {});
  await assertBooksAgree(app, ['2027-03']);
});

test('a credit that was kept in an open month follows the VAT basis, and in a closed one it stays', async () => {
  const { app, as, answer, on, invoice, pay, undo, posted, linesOf, close, assertAgree } =
    await openBooks();
  on('2027-03-10');
  await answer('payments');
  const invoiceId = await invoice();
  const params = { id: await pay(invoiceId, 480, '2027-03-10') };
  const body = { reason: 'Of the shop', hasVat: true };
  const { status } = await callApi(app, credits.closeCredit, { params, body }, await as());
  assert.equal(status, 200);
  const ofBasis = async () => {
    const { kept, vat = 0 } = await posted('2027-03');
    return [kept, vat];
  };
  const [both, none] = [
    [-2609, -391 - 5870],
    [-3000, 0],
  ];
  assert.deepEqual(await ofBasis(), both);
  await answer('invoices');
  assert.deepEqual(await ofBasis(), none);
  await assertAgree('2027-03');
  await answer('payments');
  assert.deepEqual(await ofBasis(), both);
  assert.deepEqual(
    (await linesOf('2027-03', 'VAT')).find(([label]) => label === 'Of credits kept, posted to VAT'),
    ['Of credits kept, posted to VAT', 3.91],
  );
  await assertAgree('2027-03');
  on('2027-04-05');
  assert.equal((await close('2027-03')).status, 200);
  await answer('invoices');
  assert.deepEqual(await ofBasis(), both);
  assert.deepEqual(await posted('2027-04'), {});
  await assertAgree('2027-04');
  // Closed months have reported the VAT, so it is taken back also on the other basis.
  await undo(invoiceId, { returnedOn: '2027-04-03' });
  const giveUp = { params, body: { reason: 'Not worth a letter' } };
  assert.equal((await callApi(app, credits.closeCredit, giveUp, await as())).status, 200);
  assert.equal((await posted('2027-04'))['vat'], 391 + 5870);
  await assertAgree('2027-04');
});

test('on the invoice basis payments post nothing to VAT, no rate splits them, and the pack says so', async () => {
  const { app, answer, invoice, pay, posted, journal, assertAgree } = await openBooks();
  await app.db.updateTable('book_settings').set({ tax_rate: 'Standard Rate Sales' }).execute();
  await pay(await invoice(), 450, '2027-03-10');
  await answer('invoices');
  await pay(await invoice(), 450, '2027-03-10');
  assert.deepEqual(await posted('2027-03'), { cash: 90_000, membership: -90_000 });
  const { sections } = await readPeriod(app.ctx(), '2027-03');
  const vat = sections.find(({ title }) => title === 'VAT');
  assert.match(vat?.note ?? '', /posted whole to income, and nothing to VAT/);
  assert.ok((await journal('2027-03', 'xero')).every((line) => !line.includes('Standard')));
  await assertAgree('2027-03');
});

test('deferred income is what was received less its VAT, and a write-off leaves the VAT of what was paid', async () => {
  const { app, as, answer, on, invoice, pay, posted, close, linesOf, assertAgree } =
    await openBooks();
  await app.db.updateTable('book_settings').set({ shows_deferred: true }).execute();
  await answer('payments');
  const id = await invoice();
  await pay(id, 440, '2027-03-10');
  const body = { amount: 10, reason: 'Charges of the bank', asPaid: true };
  const off = await callApi(app, writeOffInvoice, { params: { id }, body }, await as());
  assert.equal(off.status, 200, off.message);
  // The credit note of R10.00 has R1.30, and the invoice R58.70.
  const vat = -5740;
  assert.deepEqual(await posted('2027-03'), { cash: 44_000, membership: -38_260, vat });
  on('2027-04-05');
  assert.equal((await close('2027-03')).status, 200);
  // 344 of the 366 days to 9 March 2028 are after March.
  const later = Math.round((38_260 * 344) / 366);
  assert.deepEqual(await posted('2027-03'), {
    cash: 44_000,
    deferred: -later,
    membership: later - 38_260,
    vat,
  });
  const received = ['Membership fees received', 382.6];
  assert.deepEqual((await linesOf('2027-03', 'Deferred membership income'))[5], received);
  await assertAgree('2027-03');
});

test('money that the bank took back before the answer takes its VAT out on the day on which it left', async () => {
  const { app, as, answer, on, posted, assertAgree } = await openBooks();
  const bank = async (day: string) => {
    on(day);
    return openMatching(app, (await as()).token);
  };
  const member = await (await bank('2027-03-10')).owing('returned@example.org');
  const office = await bank('2027-04-05');
  const [came = '', went = ''] = await office.imported([
    { text: member.reference, rand: 450, day: '2027-03-12' },
    { text: 'REV', rand: -450, day: '2027-04-02' },
  ]);
  const paid = {
    kind: 'invoice',
    recordId: member.invoiceId,
    amount: 450,
    seenBalance: 450,
  } as const;
  assert.equal((await office.book(came, [paid])).status, 200);
  const targetId = (await office.read(came)).matches[0]?.paymentId ?? '';
  const reversal = { kind: 'reversal', targetId, amount: 450, reason: 'Returned' } as const;
  assert.equal((await office.book(went, [reversal])).status, 200);
  await answer('payments');
  const of = async (month: string) => {
    const { membership, vat } = await posted(month);
    return [membership, vat];
  };
  assert.deepEqual(
    [await of('2027-03'), await of('2027-04')],
    [
      [-39_130, -5870],
      [39_130, 5870],
    ],
  );
  await assertAgree('2027-04');
  // The payment stays undone, and its money never came.
  const [match] = (await office.read(went)).matches;
  assert.equal((await office.undo(match?.id ?? '')).status, 200);
  const none = [undefined, undefined];
  assert.deepEqual([await of('2027-03'), await of('2027-04')], [none, none]);
  await assertAgree('2027-04');
});

test('without the VAT number, what was invoiced with it keeps its VAT, and a new invoice has none', async () => {
  const books = await openBooks();
  const { app, as, company, answer, on, invoice, pay, posted, linesOf, close, assertAgree } = books;
  const before = await invoice();
  const { id } = await app.db.selectFrom('company_info').select('id').executeTakeFirstOrThrow();
  const remove = async () => {
    const input = { params: { id }, body: { vatNumber: null } };
    return callApi(app, updateCompanyInfo, input, await as());
  };
  // Otherwise the VAT of the invoice would be income, and nobody would ask.
  const { status, errors } = await remove();
  const message = companyInfoTexts.vatBasisFirst;
  assert.deepEqual([status, errors], [400, [{ field: 'vatNumber', message }]]);
  await answer('payments');
  await pay(before, 150, '2027-03-10');
  assert.equal((await remove()).data.vatBasis, 'payments');
  await pay(before, 300, '2027-03-10');
  await pay(await invoice(), 450, '2027-03-10');
  assert.deepEqual(await posted('2027-03'), { cash: 90_000, membership: -84_130, vat: -5870 });
  assert.deepEqual(await linesOf('2027-03', 'VAT'), [
    ['Of payments, posted to VAT', 58.7],
    ['Within the invoices that were issued, less those voided or written off', 58.7],
  ]);
  const cleared = { params: { id }, body: { vatBasis: null } };
  assert.equal((await callApi(app, updateCompanyInfo, cleared, await as())).status, 400);
  on('2027-04-05');
  assert.equal((await close('2027-03')).status, 200);
  assert.deepEqual(await linesOf('2027-04', 'VAT'), []);
  await assertAgree('2027-04');
  // Without an invoice that has VAT, nobody has to answer.
  const other = await openBooks();
  assert.equal((await other.company({ vatNumber: null })).vatNumber, '');
  assert.equal((await company({ vatNumber })).vatBasis, 'payments');
});

test('a payment that is recorded while the answer is given has its VAT', async () => {
  const { app, answer, invoice, pay, posted, assertAgree } = await openBooks();
  const invoices: string[] = [];
  for (let count = 0; count < 12; count += 1) invoices.push(await invoice());
  const outcomes = await concurrently(13, async (place) =>
    place === 6
      ? answer('payments')
      : pay(invoices[place > 6 ? place - 1 : place] ?? '', 450, '2027-03-10'),
  );
  assert.deepEqual(failed(outcomes), []);
  assert.equal((await posted('2027-03'))['vat'], -5870 * invoices.length);
  assert.equal((await app.db.selectFrom('payments').select('id').execute()).length, 12);
  await assertAgree('2027-03');
});

test('an answer that waits too long for payments changes nothing, and says so', async () => {
  const { app } = await openBooks();
  const booking = await holdShared(app, 'closeMonth');
  const answered = inTransaction(app.ctx(), async (inside) => {
    await sql`SET LOCAL lock_timeout = '50ms'`.execute(inside.db);
    await changeVatBasis(inside, 'payments');
  });
  await assert.rejects(answered, { message: monthEndTexts.closing([]) });
  await booking.release();
});

test('a payment that went back leaves nothing, however often the answer changes', async () => {
  const { answer, on, invoice, pay, undo, posted, assertAgree } = await openBooks();
  await answer('payments');
  const id = await invoice();
  await pay(id, 450, '2027-03-10');
  on('2027-03-25');
  await undo(id, { returnedOn: '2027-03-20' });
  await answer('invoices');
  await answer('payments');
  assert.deepEqual(await posted('2027-03'), {});
  await assertAgree('2027-03');
});

test('VAT that a closed month has reported stays, also if the payment was corrected since', async () => {
  const { app, as, answer, on, invoice, pay, close, posted, assertAgree } = await openBooks();
  await answer('payments');
  const id = await pay(await invoice(), 450, '2027-03-10');
  on('2027-04-05');
  assert.equal((await close('2027-03')).status, 200);
  const body = { paidOn: '2027-03-10', paidBy: 'EFT' as const, reason: 'It came by EFT' };
  const { status } = await callApi(app, correctPayment, { params: { id }, body }, await as());
  assert.equal(status, 200);
  await answer('invoices');
  assert.deepEqual(await posted('2027-04'), { bank: 45_000, cash: -45_000 });
  await assertAgree('2027-04');
});
