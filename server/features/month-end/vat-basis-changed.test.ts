import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInvoice } from '#contract/invoices/admin-endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { closeMonth, reopenMonth } from '#contract/month-end/endpoints.ts';
import type { Month } from '#contract/month-end/periods.ts';
import { monthEndTexts as texts } from '#contract/month-end/texts.ts';
import type { VatBasis } from '#contract/vat.ts';
import { changeVatBasis } from '#server/features/ledger/change-vat-basis.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { SheetCell } from '#server/platform/spreadsheets/write-sheet.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, proveNow, tokenOf } from '#test/support/people.ts';
import { readPeriod } from './figures/read-period.ts';
import { readWorkbook } from './pack/spreadsheet-file.ts';
import { sheetsOf } from './pack/write-spreadsheet.ts';

async function openBooks() {
  const app = await openTestApp();
  const { id: adminId } = await naledi(app);
  await app.db.updateTable('company_info').set({ vat_number: '4070112233' }).execute();
  const as = async () => {
    await proveNow(app, adminId);
    return { token: await tokenOf(app, adminId) };
  };
  return {
    app,
    on: (day: string) => app.clock.set(`${day}T08:00:00Z`),
    answer: (basis: VatBasis) =>
      inTransaction(app.ctx(), (inside) => changeVatBasis(inside, basis)),
    invoice: async (amount: number) => {
      const payer = { userFirstName: 'Koos', userLastName: 'Nel', userEmail: 'koos@example.org' };
      const body = { ...payer, line: 'Hire of the hall', amount, paymentType: 'EFT' as const };
      const reply = await callApi(app, createInvoice, { body }, await as());
      assert.equal(reply.status, 201, reply.message);
      return reply.data.id;
    },
    pay: async (id: string, amount: number, paidOn: string) => {
      const input = { params: { id }, body: { amount, paidOn, paidBy: 'Cash' as const } };
      const reply = await callApi(app, processInvoicePayment, input, await as());
      assert.equal(reply.status, 200, reply.message);
    },
    close: async (month: Month) => {
      const reply = await callApi(app, closeMonth, { body: { month } }, await as());
      assert.equal(reply.status, 200, reply.message);
    },
    reopen: async (month: Month) =>
      callApi(app, reopenMonth, { body: { month, reason: 'A mistake' } }, await as()),
    vatLines: async (period: string) => {
      const { sections } = await readPeriod(app.ctx(), period);
      const lines = sections.find(({ title }) => title === 'VAT')?.lines ?? [];
      return lines.map(({ label, detail, amount }) => [label, detail, amount]);
    },
    /** Each part's title, and its documents with their VAT. */
    schedule: async (period: string) => {
      const workbook = await readWorkbook(app.ctx(), period);
      const sheet = sheetsOf(workbook).find(({ name }) => name === 'VAT schedule');
      const textOf = (cell: SheetCell) => String(typeof cell === 'string' ? cell : cell.value);
      const rows: SheetCell[][] = [];
      for await (const part of sheet?.rows ?? []) rows.push(...part.map((row) => [...row]));
      return [
        sheet?.header[0],
        ...rows.flatMap((row) => {
          const [first = '', , document, , , vat] = row.map(textOf);
          if (document?.startsWith('INV-') === true) return [`${document} ${vat}`];
          return first.startsWith('VAT of') || first.startsWith('The VAT basis') ? [first] : [];
        }),
      ];
    },
  };
}

test('a month of before the change of the VAT basis cannot be reopened', async () => {
  const { on, answer, invoice, pay, close, reopen, schedule } = await openBooks();
  await answer('payments');
  const [one, two] = [await invoice(115), await invoice(230)];
  await pay(one, 115, '2027-03-10');
  on('2027-04-05');
  await close('2027-03');
  const before = await schedule('2027-03');
  await answer('invoices');
  const refused = await reopen('2027-03');
  assert.deepEqual(
    [refused.status, refused.message],
    [409, texts.basisChangedSince('2027-03', '2027-04-01')],
  );
  // What is missing is recorded now.
  await pay(two, 230, '2027-03-02');
  assert.deepEqual(await schedule('2027-03'), before);
  // Nor after the earlier answer came back: it counts from April.
  await answer('payments');
  assert.equal((await reopen('2027-03')).status, 409);
  on('2027-05-05');
  await close('2027-04');
  assert.equal((await reopen('2027-04')).status, 200);
});

test('each month has the VAT of its own basis in the figures and in the schedule of several months', async () => {
  const { on, answer, invoice, pay, close, schedule, vatLines } = await openBooks();
  await answer('payments');
  await pay(await invoice(115), 115, '2027-03-10');
  on('2027-04-10');
  await invoice(345);
  await pay(await invoice(230), 230, '2027-04-10');
  on('2027-05-03');
  await close('2027-04');
  await answer('invoices');
  await invoice(460);
  const changed =
    'The VAT basis changed on 1 May 2027. Invoices that were open on that day are in neither list. Ask your accountant for the adjustment.';
  assert.deepEqual(await schedule('2027-05'), [
    'VAT of payments, 1 Apr 2027 to 30 Apr 2027',
    'INV-00003 30',
    changed,
    'VAT of invoices and credit notes, 1 May 2027 to 31 May 2027',
    'INV-00004 60',
  ]);
  const year = await schedule('2028');
  assert.deepEqual(year.slice(1, -1), ['INV-00001 15', 'INV-00003 30', changed, year.at(-2)]);
  assert.equal(year.at(-1), 'INV-00004 60');
  assert.deepEqual((await vatLines('2028')).slice(0, 3), [
    ['Of payments, posted to VAT', '1 Mar 2027 to 30 Apr 2027', 45],
    [
      'The VAT basis changed on 1 May 2027',
      'Invoices that were open on that day are in neither list. Ask your accountant for the adjustment.',
      null,
    ],
    ['Within the income that was received', '1 May 2027 to 29 Feb 2028', 0],
  ]);
  // The other way round, they are declared twice.
  on('2027-06-03');
  await close('2027-05');
  await answer('payments');
  assert.match(String((await schedule('2027-06'))[2]), /1 Jun 2027\. .* in both lists\./);
});
