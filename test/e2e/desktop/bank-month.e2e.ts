import type { Page } from '@playwright/test';
import { createInvoice } from '#contract/invoices/admin-endpoints.ts';
import type { Invoice } from '#contract/invoices/endpoints.ts';
import type { Movement } from '#test/support/bank-statements/write-statement.ts';
import type { Admin } from '../fixtures/administrator.ts';
import { lineRow, moveOf, newStatement } from '../fixtures/bank/bank-matching.ts';
import { countClicks } from '../fixtures/bank/count-clicks.ts';
import { choose } from '../fixtures/row-actions.ts';
import { expect, withHistoryServer } from '../fixtures/test.ts';

/** The last minutes of a month in Johannesburg: it is over when all is booked. Nothing else is in these books. */
const test = withHistoryServer({ NOW: '2027-03-31T21:57:30Z' });

const movement = (cents: number, text: string, kind = 'MAGTAPE CREDIT') => ({
  ...moveOf(cents, text, kind),
  day: '2027-03-31',
});

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

test('a month of 200 lines in three statements is booked and closed with fewer than 40 clicks @full', async ({
  page,
  office,
  enterAs,
}) => {
  test.setTimeout(300_000);
  const invoices = await invoicesOf(office, certainLines + likelyLines);
  const movements = [
    ...invoices.map((invoice, number) =>
      movement(
        invoice.amount * 100,
        number < certainLines
          ? invoice.paymentReference
          : `${invoice.invoiceNumber} ${invoice.userLastName.toUpperCase()}`,
      ),
    ),
    ...[-850, -1275, -4500].map((cents) => movement(cents, 'MONTHLY ACCOUNT FEE', '#')),
    movement(25_000, 'THANK YOU RHINO FUND'),
    movement(1_000_000, 'OWN SAVINGS'),
    movement(7_700, 'SOMETHING THAT NOBODY KNOWS'),
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
  await page.keyboard.press('Escape');
  await waiting(200 - certainLines);

  // Each is looked at and booked with one press; the focus goes on to the next.
  await page.getByRole('link', { name: new RegExp(`^Likely ${likelyLines} `) }).click();
  for (let left = likelyLines; left > 0; left -= 1) {
    await waiting(left);
    await page
      .getByRole('row')
      .getByRole('button', { name: /^Book / })
      .first()
      // A person looks at the line first. A faster click belongs to the row before.
      .click({ delay: 600 });
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
  await choose(lineRow(page, 'SAVINGS'), 'Kept in other books…');
  await page.getByLabel('Reason').fill('From our savings account');
  await page.getByRole('dialog').getByRole('button', { name: 'Kept in other books' }).click();
  await waiting(1);
  await choose(lineRow(page, 'NOBODY'), 'Keep as credit');
  await what.getByLabel('From').fill('Nobody knows');
  await page.keyboard.press('Enter');
  await waiting(0);
  await expect(page.getByText('No records found')).toBeVisible();

  await page.goto('/admin/cardnotifications');
  const atPayfast = page.getByRole('region', { name: 'Payments at PayFast' });
  await atPayfast.getByRole('button', { name: 'Check now' }).press('Enter');
  await expect(atPayfast).toContainText('There are no differences.', { timeout: 30_000 });

  const close = page.getByRole('button', { name: 'Close Mar 2027' });
  await expect(async () => {
    await page.goto('/admin/monthend');
    await expect(page.getByLabel('Month or financial year')).toBeVisible();
    await expect(close).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 180_000 });
  await close.click();
  const question = page.getByRole('dialog', { name: 'Close Mar 2027?' });
  await expect(question.getByRole('status')).toHaveText(
    'The last check of the books found no difference.',
    { timeout: 30_000 },
  );
  await question.getByRole('button', { name: 'Close Mar 2027' }).click();
  await expect(page.getByText('Closed. These figures do not change.')).toBeVisible();
  const bank = page.getByRole('region', { name: 'Bank and books', exact: true });
  const row = (label: string | RegExp) => bank.getByRole('row').filter({ hasText: label });
  await expect(row('Kept in other books, money in')).toContainText('R10 000.00');
  await expect(row('Charges of the bank')).toContainText('R66.25');
  // Of each of the three accounts.
  await expect(row(/^On the statement and not booked yet\s*0 lines/)).toHaveCount(3);
  const [pack] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PDF', exact: true }).click(),
  ]);
  expect(pack.suggestedFilename()).toBe('month-end-2027-03.pdf');
  expect(await clicks()).toBeLessThan(40);
});
