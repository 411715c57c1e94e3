import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { monthEndTexts } from '#contract/month-end/texts.ts';
import { recordMembershipPayment } from '#contract/payments/membership-payment.ts';
import type { Admin } from '../fixtures/administrator.ts';
import { openMembers } from '../fixtures/member-form.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  withOwnServer,
} from '../fixtures/test.ts';

/** Nothing else may be in the books. The clock goes on from here. */
const test = withOwnServer({ NOW: '2027-04-02T08:00:00Z' });

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const row = (page: Page, title: string, name: string) =>
  section(page, title).getByRole('row').filter({ hasText: name });

/** The invoice has the date of the payment. */
async function paid(office: Admin, paidOn: string): Promise<void> {
  const { id } = await openMembers(office).entered();
  const input = { params: { id }, body: { paidOn, paidUntil: null } };
  await office.ask(recordMembershipPayment, input, await office.adminToken());
}

async function downloaded(page: Page, button: string) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('a month is closed, and a payment that comes late is in the next one', async ({
  page,
  office,
  enterAs,
}) => {
  await paid(office, '2027-03-20');
  await enterAs('admin', '/admin/monthend');
  const period = page.getByLabel('Month or financial year');
  await expect(period).toHaveValue('2027-03');
  await expect(page.getByText('Not closed. These figures can still change.').first()).toBeVisible();
  await expect(row(page, 'Income', 'Membership fees: Individual')).toContainText('R450.00');
  await expect(row(page, 'Money', 'EFT')).toContainText('1 payment');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await section(page, 'Income')
    .getByRole('link', { name: 'Movements of Membership fees: Individual' })
    .click();
  await expect(page.getByRole('heading', { name: 'Cash Book (1)' })).toBeVisible();
  const sums = page.getByLabel('Mar 2027');
  await expect(sums).toContainText('InR450.00');
  const invoice = page.getByRole('link', { name: /^INV-/ });
  const movement = page
    .getByRole('row')
    .or(page.getByRole('listitem'))
    .filter({ has: invoice, hasText: 'Payment' });
  await expect(movement).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.goBack();
  await page.getByRole('link', { name: 'Movements of In' }).first().click();
  await expect(sums).toContainText('At the endR450.00');
  // The tabs keep the month.
  await page.getByRole('link', { name: 'Exceptions' }).click();
  await expect(page).toHaveURL(/exceptions\?period=2027-03$/);
  await page.getByRole('link', { name: 'Owed and Credits' }).click();
  await page.getByRole('link', { name: 'Figures' }).click();
  await expect(period).toHaveValue('2027-03');

  await page.getByRole('button', { name: 'Close Mar 2027' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close Mar 2027?' });
  await expect(dialog.getByRole('status')).toHaveText(
    'The last check of the books found no difference.',
  );
  await expect(dialog).toContainText('later keeps its day');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close Mar 2027' }).click();
  await expect(page.getByText('Mar 2027 is closed.')).toBeVisible();
  await expect(page.getByText('Closed. These figures do not change.')).toBeVisible();
  await expect(row(page, 'About these figures', 'Closed')).toContainText(' by ');
  await expect(page.getByText('Every month that is over is closed.')).toBeVisible();

  await paid(office, '2027-03-25');
  await page.reload();
  await expect(period).toHaveValue('2027-03');
  await period.selectOption('2027-04');
  await expect(row(page, 'Booked late', 'Payments')).toContainText('R450.00');
  await period.selectOption('2027-03');
  await expect(row(page, 'Income', 'Income').last()).toContainText('R450.00');
  await expect(section(page, 'Booked late')).toBeHidden();
  await page.getByText('Months (2)').click();
  await expect(page.getByRole('list', { name: 'Months' })).toContainText('Closed');
  await expectAccessible(page);
});

test('a pack is downloaded as a PDF, a spreadsheet and journals with the chosen accounts', async ({
  page,
  office,
  enterAs,
}) => {
  await paid(office, '2027-04-01');
  await enterAs('admin', '/admin/monthend');
  await page.getByRole('button', { name: 'Financial year and accounts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Financial year and accounts' });
  const donations = dialog.getByRole('group', { name: 'Income from donations' });
  await donations.getByLabel('Code').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(donations.getByLabel('Code')).toBeFocused();
  await donations.getByLabel('Code').fill('4250');
  await dialog
    .getByRole('group', { name: 'Income from membership fees' })
    .getByLabel('Code')
    .fill('4050');
  await dialog.getByLabel('Last month of the financial year').selectOption('Dec');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();

  await page
    .getByLabel('Month or financial year')
    .selectOption({ label: 'Financial year 2027 (Jan 2027 to Dec 2027)' });
  await expect(page.getByRole('heading', { name: /^Financial year 2027/ })).toBeVisible();
  const pdf = await downloaded(page, 'PDF');
  expect([pdf.name, pdf.bytes.subarray(0, 5).toString()]).toEqual(['month-end-2027.pdf', '%PDF-']);
  const workbook = await downloaded(page, 'Spreadsheet');
  expect([workbook.name, workbook.bytes.subarray(0, 2).toString()]).toEqual([
    'month-end-2027.xlsx',
    'PK',
  ]);
  const journal = await downloaded(page, 'Journal for Xero');
  expect(journal.name).toBe('journal-2027-xero.csv');
  expect(journal.bytes.toString()).toMatch(
    /^\*Narration,\*Date,Description,\*AccountCode,\*TaxRate,\*Amount\r\n/,
  );
  expect(journal.bytes.toString()).toMatch(/01\/04\/2027,[^\r\n]*,4050,No VAT,-\d+\.00\r\n/);
});

test('the last closed month is reopened with a reason', async ({ page, office, enterAs }) => {
  await paid(office, '2027-03-10');
  await enterAs('admin', '/admin/monthend');
  const close = page.getByRole('button', { name: 'Close Mar 2027' });
  const reopen = page.getByRole('button', { name: 'Reopen Mar 2027' });
  await expect(close.or(reopen)).toBeVisible();
  if (await close.isVisible()) {
    await close.click();
    const dialog = page.getByRole('dialog', { name: 'Close Mar 2027?' });
    await dialog.getByRole('button', { name: 'Close Mar 2027' }).click();
  }
  await reopen.click();
  const dialog = page.getByRole('dialog', { name: 'Reopen Mar 2027' });
  await dialog.getByRole('button', { name: 'Reopen Mar 2027' }).click();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await expect(dialog).toContainText('Please give a reason.');
  await dialog.getByLabel('Reason').fill('The statement of the bank was late');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Reopen Mar 2027' }).click();
  await expect(page.getByText('Mar 2027 is open again.')).toBeVisible();
  await expect(close).toBeVisible();
});

test('the balance with which cash began is entered, and the month opens with it', async ({
  page,
  office,
  enterAs,
}) => {
  await paid(office, '2027-04-01');
  await enterAs('admin', '/admin/monthend');
  await page.getByRole('button', { name: 'Opening balances' }).click();
  const dialog = page.getByRole('dialog', { name: 'Opening balances' });
  const cash = dialog.getByRole('group', { name: 'Cash' });
  await cash.getByLabel('Balance').fill('1 250,5O');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(cash.getByLabel('Balance')).toBeFocused();
  await cash.getByLabel('Balance').fill('1 250,50');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(cash.getByLabel('At the end of')).toBeFocused();
  await expect(cash).toContainText('Please enter a date.');
  await expectAccessible(page);
  await cash.getByLabel('At the end of').fill('2027-02-28');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Opening balances saved.')).toBeVisible();
  await expect(row(page, 'Accounts', 'At the beginning').first()).toBeVisible();
  await expect(section(page, 'Accounts')).toContainText('R1250.50');
  await page.getByRole('button', { name: 'Opening balances' }).click();
  await expect(cash.getByLabel('Balance')).toHaveValue('1250.50');
  const save = dialog.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await cash.getByLabel('Balance').fill('−5');
  await save.click();
  await expect(cash).toContainText(monthEndTexts.openingBelowZero);
});

test('counted cash is compared with the books @desktop-only', async ({ page, office, enterAs }) => {
  await paid(office, '2027-04-01');
  await enterAs('admin', '/admin/monthend');
  await page.getByRole('button', { name: 'Count cash' }).click();
  const dialog = page.getByRole('dialog', { name: 'Count cash' });
  await expectAccessible(page);
  await dialog.getByLabel('At the end of').fill('2027-04-01');
  await dialog.getByLabel('Counted').fill('12');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Cash count saved.')).toBeVisible();
  await page.getByLabel('Month or financial year').selectOption('2027-04');
  await expect(section(page, 'Accounts')).toContainText('Cash counted on 1 Apr 2027');
  await expect(row(page, 'Accounts', 'Difference')).toContainText('differs by');

  await page.getByText('Cash counts', { exact: true }).click();
  const counts = page.getByRole('list', { name: 'Cash counts' });
  await counts.getByRole('button', { name: 'Book the difference' }).click();
  const booking = page.getByRole('dialog', { name: 'Book the difference' });
  await expectAccessible(page);
  await booking.getByRole('button', { name: 'Book the difference' }).click();
  await expect(booking).toContainText('Please give a reason.');
  await booking.getByLabel('What it is').fill('Stamps');
  await booking.getByRole('button', { name: 'Book the difference' }).click();
  await expect(page.getByText('Difference booked.')).toBeVisible();
  await expect(row(page, 'Accounts', 'Difference')).toContainText('agrees');

  await counts.getByRole('button', { name: /^Undo/ }).click();
  const undoing = page.getByRole('dialog', { name: /^Undo the difference/ });
  await undoing.getByLabel('Reason').fill('Found');
  await undoing.getByRole('button', { name: 'Undo the difference' }).click();
  await expect(row(page, 'Accounts', 'Difference')).toContainText('differs by');
});
