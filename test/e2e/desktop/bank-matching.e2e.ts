import type { Page } from '@playwright/test';
import { getMoneyLine } from '#contract/bank-matching/endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { reasons } from '#server/features/bank-matching/suggestions/reasons.ts';
import {
  importLines,
  lineRow,
  moveOf,
  newInvoice,
  newStatement,
  openChoice,
  readInvoice,
} from '../fixtures/bank/bank-matching.ts';
import { hold } from '../fixtures/network.ts';
import { choose } from '../fixtures/row-actions.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectRowsWhole,
  withOwnServer,
} from '../fixtures/test.ts';

// The tests count the lines that wait.
const test = withOwnServer();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function expectWaiting(page: Page, lines: number): Promise<void> {
  await expect(
    page.getByRole('heading', { level: 1, name: `Bank Matching (${lines})` }),
  ).toBeVisible();
}

/** The focus is on an action of a row. */
async function expectFocusInRow(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[data-row]') !== null))
    .toBe(true);
}

test('a statement is booked: certain lines together, likely ones with one click, the others by choice @desktop-only', async ({
  page,
  office,
  enterAs,
}) => {
  test.slow();
  const [anna, ben] = [await newInvoice(office, 'Adonis'), await newInvoice(office, 'Botha')];
  const cato = await newInvoice(office, 'Cilliers');
  const [dawie, dora] = [await newInvoice(office, 'Du Preez'), await newInvoice(office, 'Dube')];
  await enterAs('admin', '/admin/bankstatements/new');
  const buffer = Buffer.from(
    newStatement([
      moveOf(45_000, `${anna.paymentReference} ADONIS`),
      moveOf(45_000, ben.paymentReference),
      moveOf(45_000, `${cato.invoiceNumber} CILLIERS`),
      moveOf(95_000, 'FAMILY DUBE FEES'),
      moveOf(25_000, 'THANK YOU RHINO FUND'),
      moveOf(-850, 'MONTHLY ACCOUNT FEE', '#'),
      moveOf(100_000, 'OWN SAVINGS'),
    ]),
  );
  const file = { name: 'march.csv', mimeType: 'text/csv', buffer };
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
  await button(page, 'Read the file').click();
  await page.getByLabel('Bank', { exact: true }).selectOption('FNB');
  await button(page, 'Import 7 lines').click();
  await page.getByRole('link', { name: 'Match 7 lines' }).click();
  await expectWaiting(page, 7);
  await expect(button(page, 'Remove filter: Lines of one statement')).toBeVisible();
  await expect(page.getByLabel('From', { exact: true })).toBeHidden();

  // How much waits, and what may be booked together.
  const waiting = page.getByRole('navigation', { name: 'What waits' });
  await expect(waiting.getByRole('link', { name: 'Certain 2 (R900.00)' })).toBeVisible();
  await expect(waiting.getByRole('link', { name: 'Money out 1 (-R8.50)' })).toBeVisible();
  await expect(lineRow(page, ben.paymentReference)).toContainText('Certain');
  await expect(lineRow(page, 'CILLIERS')).toContainText('Likely');
  await expectAccessible(page);
  await expectRowsWhole(page);
  await button(page, 'Book 2 certain lines (R900.00)').first().click();
  const certain = page.getByRole('dialog', { name: 'Book certain lines' });
  await expect(certain.getByRole('listitem')).toHaveCount(2);
  await expect(certain).toContainText(`${anna.invoiceNumber}, Thandi Adonis, R450.00`);
  await expectAccessible(page);
  await certain.getByRole('button', { name: /^Book 2 certain lines/ }).click();
  await expect(certain).toContainText('2 lines are booked, R900.00.');
  await expect(certain.getByRole('button', { name: 'Close' })).toBeFocused();
  await certain.getByRole('button', { name: 'Close' }).click();
  await expectWaiting(page, 5);
  await expectFocusInRow(page);
  expect(await office.mailsTo(anna.userEmail, 'Receipt for R450.00')).toHaveLength(1);

  // One click for a likely one. The next line has the focus.
  await lineRow(page, 'CILLIERS').getByRole('button', { name: /^Book/ }).click();
  await expect(page.getByText(`Booked: ${cato.invoiceNumber}, Thandi Cilliers`)).toBeVisible();
  await expectWaiting(page, 4);
  await expectFocusInRow(page);
  expect((await readInvoice(office, cato.id)).state).toBe('paid');

  // One line for two invoices, and the rest is kept.
  const family = lineRow(page, 'FAMILY DUBE');
  await openChoice(family);
  const what = page.getByRole('dialog', { name: 'What is this money?' });
  await what.getByRole('radio', { name: 'Something else' }).check();
  await what.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(what).toContainText('Add at least one invoice, donation or other part.');
  for (const { invoiceNumber, userLastName } of [dawie, dora]) {
    await what.getByRole('combobox', { name: 'Add an invoice or a donation' }).fill(userLastName);
    await what.getByRole('option', { name: new RegExp(invoiceNumber) }).click();
  }
  await expect(what).toContainText('R50.00 is left. It stays open.');
  await what.getByRole('button', { name: 'Keep R50.00 as a credit' }).click();
  await expect(what.getByRole('status')).toContainText(['The parts add up to the line.']);
  await expect(what.getByLabel('From')).toHaveValue('Thandi Du Preez');
  await expectAccessible(page);
  await what.getByRole('button', { name: 'Book', exact: true }).click();
  await expectWaiting(page, 3);
  expect((await readInvoice(office, dora.id)).state).toBe('paid');

  // A donation from a line: what was typed stays on an error.
  await choose(lineRow(page, 'RHINO'), 'Make a donation');
  await what.getByLabel('First name').fill('Koos');
  await what.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(what.getByLabel('Last name')).toBeFocused();
  await expect(what.getByLabel('First name')).toHaveValue('Koos');
  await what.getByLabel('Last name').fill('Botha');
  await what.getByLabel('Email').fill('koos@example.org');
  await what.getByRole('button', { name: 'Book', exact: true }).click();
  await expectWaiting(page, 2);

  await choose(lineRow(page, 'MONTHLY'), 'Bank charge');
  await expectWaiting(page, 1);
  await openChoice(lineRow(page, 'SAVINGS'));
  await what.getByRole('radio', { name: 'Something else' }).check();
  await expect(what.getByRole('group', { name: 'Or add' }).getByRole('button')).toHaveText([
    'New donation',
    'Credit',
    'Interest of the bank',
    'A bank charge given back',
    'PayFast payout',
    'Transfer between own accounts',
    'Card fees were taken off this money',
    'A charge or rental was taken off this money',
    'Kept in other books…',
    'A payment that is recorded already',
    'A payment was taken off this money',
    'A refund that is recorded',
  ]);
  await what.getByRole('button', { name: 'Kept in other books…' }).click();
  await expect(what).toBeHidden();
  const notOurs = page.getByRole('dialog', { name: 'Kept in other books' });
  await notOurs.getByLabel('Reason').fill('From our savings account');
  await expectAccessible(page);
  await notOurs.getByRole('button', { name: 'Kept in other books' }).click();
  await expectWaiting(page, 0);
  await expect(page.getByText('No records found')).toBeVisible();

  // Decisions are a filter away: who, when, why.
  await page.goto('/admin/bankmatching?state=dismissed');
  await expect(lineRow(page, 'SAVINGS')).toContainText('From our savings account');
  await lineRow(page, 'SAVINGS')
    .getByRole('button', { name: /^Open it again/ })
    .click();
  await expect(page.getByText('The line is open again.')).toBeVisible();
  await page.goto('/admin/bankmatching?state=matched');
  await expect(lineRow(page, 'FAMILY DUBE')).toContainText('Credit of Thandi Du Preez, R50.00');
  await lineRow(page, 'CILLIERS').getByRole('button', { name: /^Undo/ }).click();
  const undo = page.getByRole('dialog', { name: 'Undo the booking' });
  await expect(undo.getByLabel('Mail the payer that the receipt was a mistake')).toBeVisible();
  await undo.getByLabel('Reason').fill('It was for somebody else');
  await undo.getByRole('button', { name: 'Undo the booking' }).click();
  await expect(page.getByText('Undone. The money is open again.')).toBeVisible();
  expect((await readInvoice(office, cato.id)).state).toBe('unpaid');
  await page.goto('/admin/bankmatching');
  await expectWaiting(page, 2);

  // From a payment to its line, and back.
  await page.goto(`/admin/invoice/${anna.id}`);
  await expect(page.getByRole('main')).toContainText('From a bank statement');
  await page.getByRole('link', { name: 'Bank line' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^R450.00 on/ })).toBeVisible();
  await expect(page.getByRole('link', { name: new RegExp(anna.invoiceNumber) })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await undo.getByLabel('Reason').fill('Paid twice');
  await undo.getByRole('button', { name: 'Undo the booking' }).click();
  await expect(page.getByText(/^Undone by Administrator.*Paid twice$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What is this money?' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goto('/admin/credits');
  await page
    .getByRole('row')
    .filter({ hasText: 'Du Preez' })
    .getByRole('link', { name: 'From a bank statement' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /^R950.00 on/ })).toBeVisible();
});

test('a balance that has changed is refused, and what was typed stays', async ({
  page,
  office,
  enterAs,
}) => {
  const [eve, fred] = [await newInvoice(office, 'Engelbrecht'), await newInvoice(office, 'Fourie')];
  await importLines(office, [
    moveOf(45_000, `${eve.invoiceNumber} ENGELBRECHT`),
    moveOf(45_000, `${fred.invoiceNumber} FOURIE`),
  ]);
  const pay = async (id: string, amount: number) =>
    office.ask(
      processInvoicePayment,
      { params: { id }, body: { amount } },
      await office.adminToken(),
    );
  await enterAs('admin', '/admin/bankmatching');
  await openChoice(lineRow(page, 'ENGELBRECHT'));
  const what = page.getByRole('dialog', { name: 'What is this money?' });
  const part = what.getByRole('group', { name: new RegExp(eve.invoiceNumber) });
  await expect(part).toContainText('R450.00 to pay');
  await part.getByLabel('Amount').fill('240');
  await pay(eve.id, 200);
  await what.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(what.getByRole('alert')).toContainText(
    'R200.00 is paid and R250.00 is still to pay',
  );
  await expect(part).toContainText('R250.00 to pay');
  await expect(part.getByLabel('Amount')).toHaveValue('240');
  await part.getByLabel('Amount').fill('250');
  await what.getByRole('button', { name: 'Keep R200.00 as a credit' }).click();
  await what.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(
    page.getByText(`Booked: ${eve.invoiceNumber}, Thandi Engelbrecht, R250.00`),
  ).toBeVisible();
  expect((await readInvoice(office, eve.id)).state).toBe('paid');

  // On a phone the notice is over the buttons of the next line.
  await page.getByRole('button', { name: 'Close notice' }).click();
  // With one click, too. The notice leads to the undo.
  await expect(lineRow(page, 'FOURIE')).toContainText('Likely');
  await pay(fred.id, 100);
  await lineRow(page, 'FOURIE').getByRole('button', { name: /^Book/ }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'R350.00 to pay' })).toBeVisible();
  // The line was judged again.
  await expect(lineRow(page, 'FOURIE')).toContainText('R100.00');
  await choose(lineRow(page, 'FOURIE'), 'Keep as credit');
  await what.getByLabel('From').fill('T Fourie');
  await what.getByRole('button', { name: 'Book', exact: true }).click();
  await page.getByRole('link', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^R450.00 on/ })).toBeVisible();
  await expect(page.getByText('Credit of T Fourie, R450.00').first()).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('a payment recorded before, a refund, and a payment that the bank took back @full', async ({
  page,
  office,
  enterAs,
}) => {
  test.slow();
  const [gert, hannes] = [await newInvoice(office, 'Gerber'), await newInvoice(office, 'Human')];
  await office.ask(
    processInvoicePayment,
    { params: { id: gert.id }, body: {} },
    await office.adminToken(),
  );
  await importLines(office, [
    moveOf(45_000, 'CASH DEPOSIT BRANCH 12'),
    moveOf(45_000, `${hannes.invoiceNumber} HUMAN`),
    moveOf(30_000, 'TOO MUCH FROM IVANA'),
    moveOf(-30_000, 'REFUND TO IVES', 'FNB APP PAYMENT TO'),
    moveOf(-45_000, 'RETURNED UNPAID', 'DEBIT'),
  ]);
  await enterAs('admin', '/admin/bankmatching');
  await lineRow(page, 'HUMAN').getByRole('button', { name: /^Book/ }).click();
  await expect(page.getByText(`Booked: ${hannes.invoiceNumber}`)).toBeVisible();

  // The focus moves to the next line, which would close a menu that was opened before.
  const gone = async (text: string) => {
    await expect(lineRow(page, text)).toBeHidden();
    await expectFocusInRow(page);
  };
  await gone(`CREDIT ${hannes.invoiceNumber}`);
  const what = page.getByRole('dialog', { name: 'What is this money?' });
  const other = async (text: string, kind: string) => {
    await openChoice(lineRow(page, text));
    await what.getByRole('radio', { name: 'Something else' }).check();
    await button(page, kind).click();
  };
  const book = async () => what.getByRole('button', { name: 'Book', exact: true }).click();
  const payment = what.getByRole('combobox', { name: 'Invoice or donation of the payment' });

  // It pays nothing a second time.
  await other('CASH DEPOSIT', 'A payment that is recorded already');
  await payment.fill('Gerber');
  await what.getByRole('option', { name: new RegExp(gert.invoiceNumber) }).click();
  await expectAccessible(page);
  await what.getByRole('button', { name: /^R450.00, .*EFT$/ }).click();
  await book();
  await expect(page.getByText('Booked: A payment that is recorded already')).toBeVisible();
  await gone('CASH DEPOSIT');
  expect((await readInvoice(office, gert.id)).state).toBe('paid');

  await choose(lineRow(page, 'TOO MUCH'), 'Keep as credit');
  await what.getByLabel('From').fill('Ivana Ives');
  await book();
  await expect(page.getByText('Booked: Credit of Ivana Ives')).toBeVisible();
  // It says which credit was paid back.
  await openChoice(lineRow(page, 'REFUND TO IVES'));
  await expect(what.getByText(reasons.openCredit)).toBeVisible();
  await expect(what.getByRole('radio', { name: 'Something else' })).toBeChecked();
  await what.getByRole('link', { name: 'Credit of R300.00 of Ivana Ives' }).click();
  await choose(page.getByRole('row').filter({ hasText: 'Ives' }), 'Record a refund');
  const refund = page.getByRole('dialog', { name: 'Record a refund' });
  await refund.getByRole('button', { name: 'Record the refund' }).click();
  await expect(refund).toBeHidden();
  await page.goto('/admin/bankmatching');
  await other('REFUND TO IVES', 'A refund that is recorded');
  await what.getByRole('combobox', { name: 'Recorded refund' }).fill('Ives');
  await what.getByRole('option', { name: /Refund of R300.00 to Ivana Ives/ }).click();
  await book();
  await expect(page.getByText('Booked: Refund of R300.00 to Ivana Ives')).toBeVisible();
  await gone('REFUND TO IVES');

  // The invoice is to pay again.
  await other('RETURNED', 'The bank took a payment back');
  await payment.fill('Human');
  await what.getByRole('option', { name: new RegExp(hannes.invoiceNumber) }).click();
  await what.getByRole('button', { name: /^R450.00, .*EFT$/ }).click();
  await book();
  await expect(what.getByLabel('Reason')).toBeFocused();
  await what.getByLabel('Reason').fill('Returned by the bank');
  await book();
  await expect(lineRow(page, 'RETURNED')).toBeHidden();
  expect((await readInvoice(office, hannes.id)).state).toBe('unpaid');
});

test('a payment that a card machine took off its next settlement is a part of that line', async ({
  page,
  office,
  enterAs,
}) => {
  const paid = async (lastName: string) => {
    const invoice = await newInvoice(office, lastName);
    const body = { amount: 450, paidBy: 'Card Machine' as const };
    const params = { id: invoice.id };
    await office.ask(processInvoicePayment, { params, body }, await office.adminToken());
    return invoice;
  };
  const [anna, bea, cato] = [await paid('Anders'), await paid('Beyers'), await paid('Coetzer')];
  await importLines(office, [
    moveOf(45_000, 'YOCO FIRST'),
    moveOf(35_000, 'YOCO SECOND LESS A CHARGEBACK'),
  ]);
  await enterAs('admin', '/admin/bankmatching');
  const what = page.getByRole('dialog', { name: 'What is this money?' });
  const payment = what.getByRole('combobox', { name: 'Invoice or donation of the payment' });
  const add = async (
    kind: string,
    { lastName, invoiceNumber }: typeof anna & { lastName: string },
  ) => {
    await what.getByRole('button', { name: kind, exact: true }).click();
    await payment.fill(lastName);
    await what.getByRole('option', { name: new RegExp(invoiceNumber) }).click();
    await what.getByRole('button', { name: /^R450.00, .*Card Machine$/ }).click();
  };
  const open = async (text: string) => {
    await openChoice(lineRow(page, text));
    await what.getByRole('radio', { name: 'Something else' }).check();
  };
  const book = async () => what.getByRole('button', { name: 'Book', exact: true }).click();
  await open('YOCO FIRST');
  await add('A payment that is recorded already', { ...anna, lastName: 'Anders' });
  await book();
  await expect(lineRow(page, 'YOCO FIRST')).toBeHidden();

  await open('YOCO SECOND');
  await add('A payment was taken off this money', { ...anna, lastName: 'Anders' });
  await expect(what).toContainText('R800.00 is left.');
  await add('A payment that is recorded already', { ...bea, lastName: 'Beyers' });
  await add('A payment that is recorded already', { ...cato, lastName: 'Coetzer' });
  await expect(what).toContainText('The parts are R100.00 more than the line');
  await what.getByRole('button', { name: 'A charge or rental was taken off this money' }).click();
  const rental = what.getByRole('group', { name: 'A charge or rental was taken off this money' });
  await expect(rental.getByLabel('Amount')).toHaveValue('100');
  await rental.getByLabel('Reason').fill('Rental of March');
  await expect(what).toContainText('The parts add up to the line.');
  await expectAccessible(page);
  const back = what.getByRole('group', { name: /^A payment was taken off this money: / });
  await back.getByLabel('Reason').fill('Charged back');
  await book();
  await expect(lineRow(page, 'YOCO SECOND')).toBeHidden();
  expect((await readInvoice(office, anna.id)).state).toBe('unpaid');
  expect((await readInvoice(office, bea.id)).state).toBe('paid');
});

test('a line that is opened again has the parts of the suggestion as it is now', async ({
  page,
  office,
  enterAs,
}) => {
  const lena = await newInvoice(office, 'Lombard');
  await importLines(office, [moveOf(45_000, `${lena.invoiceNumber} LOMBARD`)]);
  await enterAs('admin', '/admin/bankmatching');
  await lineRow(page, 'LOMBARD').getByRole('link').first().click();
  const part = page.getByRole('group', { name: new RegExp(lena.invoiceNumber) });
  await expect(part.getByLabel('Amount')).toHaveValue('450');
  await page.getByRole('link', { name: 'All lines' }).click();
  await expect(lineRow(page, 'LOMBARD')).toBeVisible();
  const params = { id: lena.id };
  const input = { params, body: { amount: 100 } };
  await office.ask(processInvoicePayment, input, await office.adminToken());
  await lineRow(page, 'LOMBARD').getByRole('link').first().click();
  await expect(part).toContainText('R350.00 to pay');
  await expect(part.getByLabel('Amount')).toHaveValue('350');
});

test('a second press of Book books neither the same part again nor the line that moves up', async ({
  page,
  office,
  enterAs,
}) => {
  const [jan, kobus] = [await newInvoice(office, 'Jonker'), await newInvoice(office, 'Kruger')];
  await importLines(office, [
    moveOf(45_000, `${jan.invoiceNumber} JONKER`),
    moveOf(45_000, `${kobus.invoiceNumber} KRUGER`),
    moveOf(65_000, 'NO NAME AT ALL'),
  ]);
  await enterAs('admin', '/admin/bankmatching');
  const book = lineRow(page, 'JONKER').getByRole('button', { name: /^Book/ });
  await expect(book).toBeVisible();
  const rows = await hold(page, '**/api/bank-lines/search', 'POST');
  await book.click();
  await expect(page.getByText(`Booked: ${jan.invoiceNumber}`)).toBeVisible();
  await expect(book).toHaveAttribute('aria-busy', 'true');
  await book.click({ force: true });
  // Without a pause, unlike Playwright.
  const second = page.evaluate(async () => {
    const rowOf = (text: string) =>
      [...document.querySelectorAll('[data-row]')].find((row) => row.textContent?.includes(text));
    while (rowOf('JONKER')) await new Promise((resolve) => requestAnimationFrame(resolve));
    const next = rowOf('KRUGER')?.querySelector('[data-actions] button');
    next?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return `${next?.textContent}: ${next?.getAttribute('aria-busy')}`;
  });
  rows.letGo();
  expect(await second).toMatch(/^Book.*: null$/);
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  await expect(lineRow(page, 'KRUGER')).toBeVisible();
  expect((await readInvoice(office, kobus.id)).state).toBe('unpaid');

  await lineRow(page, 'NO NAME').getByRole('link').first().click();
  await button(page, 'New donation').click();
  await page.getByLabel('Amount').fill('100');
  await page.getByLabel('First name').fill('Koos');
  await page.getByLabel('Last name').fill('Botha');
  await page.getByLabel('Email').fill('koos@example.org');
  const line = await hold(page, '**/api/bank-lines/*', 'GET');
  await button(page, 'Book').click();
  await expect(page.getByText('Booked: New donation, R100.00')).toBeVisible();
  await expect(button(page, 'Book')).toHaveAttribute('aria-busy', 'true');
  await button(page, 'Book').click({ force: true });
  await page.getByLabel('Amount').press('Enter');
  line.letGo();
  await expect(page.getByRole('heading', { name: 'Booked as' })).toBeVisible();
  await expect(button(page, 'Book')).not.toHaveAttribute('aria-busy', 'true');
  const params = { id: page.url().split('/').at(-1) ?? '' };
  const { open } = await office.ask(getMoneyLine, { params }, await office.adminToken());
  expect(open).toBe(550);
});
