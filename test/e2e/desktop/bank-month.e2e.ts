import type { Page } from '@playwright/test';
import { createInvoice } from '#contract/invoices/admin-endpoints.ts';
import type { Invoice } from '#contract/invoices/endpoints.ts';
import type { Movement } from '#test/support/bank-statements/write-statement.ts';
import type { Admin } from '../fixtures/administrator.ts';
import { lineRow, moveOf, newStatement } from '../fixtures/bank/bank-matching.ts';
import { countClicks } from '../fixtures/bank/count-clicks.ts';
import { choose } from '../fixtures/row-actions.ts';
import { expect, withOwnServer } from '../fixtures/test.ts';

// The test counts the lines that wait.
const test = withOwnServer();

const certainLines = 174;
const likelyLines = 20;

/** Names of letters only, as people have. */
function surname(number: number): string {
  const letters = String(number).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
  return `Month${letters}`;
}

async function invoicesOf(office: Admin, count: number): Promise<Invoice[]> {
  const token = await office.adminToken();
  const invoices: Invoice[] = [];
  for (let number = 0; number < count; number += 1) {
    const userLastName = surname(number);
    const payer = { userFirstName: 'Thabo', userLastName, userEmail: office.newEmail('month') };
    const body = { ...payer, amount: 100 + number, paymentType: 'EFT' } as const;
    invoices.push(await office.ask(createInvoice, { body }, token));
  }
  return invoices;
}

async function importFile(page: Page, name: string, movements: Movement[]): Promise<void> {
  await page.goto('/admin/bankstatements/new');
  const buffer = Buffer.from(newStatement(movements));
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Read the file' }).click();
  await page.getByLabel('Bank', { exact: true }).selectOption('FNB');
  await page.getByRole('button', { name: `Import ${movements.length} lines` }).click();
  const heading = `${name} (${movements.length})`;
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

test('a month of 200 lines in three statements is booked with fewer than 40 clicks @full', async ({
  page,
  office,
  enterAs,
}) => {
  test.setTimeout(300_000);
  const invoices = await invoicesOf(office, certainLines + likelyLines);
  const movements = [
    ...invoices.map((invoice, number) =>
      moveOf(
        invoice.amount * 100,
        number < certainLines
          ? invoice.paymentReference
          : `${invoice.invoiceNumber} ${invoice.userLastName.toUpperCase()}`,
      ),
    ),
    ...[-850, -1275, -4500].map((cents) => moveOf(cents, 'MONTHLY ACCOUNT FEE', '#')),
    moveOf(25_000, 'THANK YOU RHINO FUND'),
    moveOf(1_000_000, 'OWN SAVINGS'),
    moveOf(7_700, 'SOMETHING THAT NOBODY KNOWS'),
  ];
  const clicks = await countClicks(page);
  await enterAs('admin', '/admin/dashboard');
  await importFile(page, 'first.csv', movements.slice(0, 80));
  await importFile(page, 'second.csv', movements.slice(80, 140));
  await importFile(page, 'third.csv', movements.slice(140));

  await page.goto('/admin/bankmatching');
  const waiting = (count: number) =>
    expect(page.getByRole('heading', { level: 1, name: `Bank Matching (${count})` })).toBeVisible({
      timeout: 30_000,
    });
  await waiting(200);
  await page.getByRole('button', { name: new RegExp(`^Book ${certainLines} certain`) }).click();
  const certain = page.getByRole('dialog', { name: 'Book certain lines' });
  await certain.getByRole('button', { name: new RegExp(`^Book ${certainLines} certain`) }).click();
  await expect(certain).toContainText(`${certainLines} lines are booked`, { timeout: 60_000 });
  await certain.getByRole('button', { name: 'Close' }).click();
  await waiting(200 - certainLines);

  // Each is looked at and booked with one press; the focus goes on to the next.
  await page.getByRole('link', { name: new RegExp(`^Likely ${likelyLines} `) }).click();
  for (let left = likelyLines; left > 0; left -= 1) {
    await waiting(left);
    await page
      .getByRole('row')
      .getByRole('button', { name: /^Book / })
      .first()
      .click();
  }
  await waiting(0);
  await page.goto('/admin/bankmatching');
  for (const left of [6, 5, 4]) {
    await waiting(left);
    await lineRow(page, 'MONTHLY').first().focus();
    await page.keyboard.press('Enter');
  }
  await waiting(3);
  await choose(lineRow(page, 'RHINO'), 'Make a donation');
  const what = page.getByRole('dialog', { name: 'What is this money?' });
  await what.getByLabel('First name').fill('Koos');
  await what.getByLabel('Last name').fill('Botha');
  await what.getByLabel('Email').fill('koos@example.org');
  await page.keyboard.press('Enter');
  await waiting(2);
  await choose(lineRow(page, 'SAVINGS'), 'Not ours…');
  await page.getByLabel('Reason').fill('From our savings account');
  await page.getByRole('dialog').getByRole('button', { name: 'Not ours' }).click();
  await waiting(1);
  await choose(lineRow(page, 'NOBODY'), 'Keep as credit');
  await what.getByLabel('From').fill('Nobody knows');
  await page.keyboard.press('Enter');
  await waiting(0);
  await expect(page.getByText('No records found')).toBeVisible();

  // Here the month goes on: the comparison with PayFast, and the end of the month.
  expect(await clicks()).toBeLessThan(40);
});
