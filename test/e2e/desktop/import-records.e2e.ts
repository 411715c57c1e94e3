import type { Page } from '@playwright/test';
import { rowsOf, workbookOf } from '#test/support/imports/spreadsheets.ts';
import { button } from '../fixtures/imports/steps.ts';
import { patience } from '../fixtures/network.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  test,
} from '../fixtures/test.ts';

const rowOf = (page: Page, row: number) =>
  page.getByRole('listitem').filter({ has: page.getByText(`Row ${row}`, { exact: true }).first() });

/** Uploads the file as this kind of record, and checks its rows. */
async function check(page: Page, kind: string, file: { name: string; buffer: Buffer }) {
  await page.getByRole('radio', { name: kind }).check();
  await expectAccessible(page);
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ ...file, mimeType: 'application/octet-stream' });
  await button(page, 'Upload the file').click();
  // A process of its own, which gives way to others, reads the file.
  await expect(page.getByRole('heading', { level: 1, name: file.name })).toBeVisible(patience);
  await button(page, 'Check the rows').click();
  await expect(page.getByRole('heading', { name: 'Check', exact: true })).toBeVisible();
}

async function importRows(page: Page, name: string) {
  await button(page, name).click();
  await page.getByRole('alertdialog').getByRole('button', { name }).click();
  await expect(page.getByRole('heading', { name: 'Result', exact: true })).toBeVisible();
}

const showAll = (page: Page) => page.getByLabel('Show').selectOption('All rows');

test('past donations of a workbook are imported without mail, and taken back', async ({
  page,
  office,
  enterAs,
}) => {
  const email = office.newEmail('donor');
  const cells = (row: number, day: number) =>
    `<row r="${row}"><c r="A${row}" t="inlineStr"><is><t>Zoë</t></is></c><c r="B${row}" t="inlineStr"><is><t>Nel</t></is></c><c r="C${row}" t="inlineStr"><is><t>${email}</t></is></c><c r="D${row}"><v>${row}50.5</v></c><c r="E${row}" s="1"><v>${day}</v></c></row>`;
  const buffer = workbookOf({
    rows: `${rowsOf([['Voornaam', 'Van', 'E-pos', 'Bedrag', 'Datum ontvang']])}${cells(2, 43831)}${cells(3, 99_000)}<row r="4"><c r="A4" t="e"><v>#N/A</v></c></row>`,
    formats: ['dd/mm/yyyy;@'],
  });
  await enterAs('admin', '/admin/imports/new');
  await check(page, 'Past donations', { name: 'donations.xlsx', buffer });
  await expect(page.getByText('Row 4, column A has the error #N/A.')).toBeVisible();
  await expect(rowOf(page, 3)).toContainText(', a day in the future.');
  await expectAccessible(page);
  await importRows(page, 'Import 1 row');
  await showAll(page);
  await expect(rowOf(page, 2)).toContainText('Added');
  await expectNoSidewaysScroll(page);
  expect(await office.mailsTo(email, '', 0)).toHaveLength(0);

  const address = page.url();
  await page.getByRole('link', { name: 'Open the record Row 2' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Donation DON-/ })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('R250.50');
  await expect(page.getByRole('main')).toContainText('1 Jan 2020');

  await page.goto(address);
  await button(page, 'Undo the import').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the import' }).click();
  await expect(page.getByText('This import was undone.')).toBeVisible();
  await expectStillAccessible(page);
  await page.goto(`/admin/donations?email=${encodeURIComponent(email)}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Donations (0)' })).toBeVisible();
});

test('a past payment becomes a paid invoice, and a mail about it prevents the undo', async ({
  page,
  office,
  enterAs,
}) => {
  const email = office.newEmail('payer');
  const lines = [
    'First name;Surname;Email;Amount;Date;For',
    `Koos;Botha;${email};R 1 234,50;01/03/2021;Membership 2021`,
    `Koos;;${email};99;01/03/2021;Hall`,
  ];
  await enterAs('admin', '/admin/imports/new');
  await check(page, 'Past payments', {
    name: 'payments.csv',
    buffer: Buffer.from(lines.join('\r\n')),
  });
  await expect(rowOf(page, 3)).toContainText('The payer is missing.');
  await importRows(page, 'Import 1 row');
  const address = page.url();
  await showAll(page);
  await page.getByRole('link', { name: 'Open the record Row 2' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Invoice INV-/ })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Membership 2021');
  await expect(page.getByRole('main')).toContainText('1 Mar 2021');
  expect(await office.mailsTo(email, '', 0)).toHaveLength(0);

  await button(page, 'Send').click();
  const question = page.getByRole('alertdialog', { name: 'Send invoice' });
  await question.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(/^The email is kept here/)).toBeVisible();
  await page.goto(address);
  await button(page, 'Undo the import').click();
  await expect(page.getByRole('link', { name: /^INV-\d+ has been sent\.$/ })).toBeVisible();
  await expectStillAccessible(page);
});

test('suppressed addresses of another product are on the list of unsubscribed emails', async ({
  page,
  office,
  enterAs,
}) => {
  const email = office.newEmail('stopped');
  const lines = ['Email Address,Reason,Date', `${email.toUpperCase()},Too many,04/05/2021`];
  await enterAs('admin', '/admin/imports/new');
  await check(page, 'Unsubscribed addresses', {
    name: 'unsubscribed.csv',
    buffer: Buffer.from(lines.join('\r\n')),
  });
  await importRows(page, 'Import 1 row');
  await page.goto(`/admin/unsubscribed?email=${encodeURIComponent(email)}`);
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('Too many');
  await expect(row).toContainText('4 May 2021');
});

test('a file that is not a spreadsheet is refused with a sentence', async ({ page, enterAs }) => {
  await enterAs('admin', '/admin/imports/new');
  const files = {
    'This is a PDF.': Buffer.from('%PDF-1.7'),
    'This file is a web page, even if its name ends in .xls.': Buffer.from('<html><table>'),
    'This workbook is damaged or not complete.': workbookOf({ rows: '' }).subarray(0, 300),
  };
  for (const [sentence, buffer] of Object.entries(files)) {
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'members.xls', mimeType: 'application/octet-stream', buffer });
    await button(page, 'Upload the file').click();
    await expect(page.getByText(sentence).first()).toBeVisible(patience);
  }
  await expectAccessible(page);
});
