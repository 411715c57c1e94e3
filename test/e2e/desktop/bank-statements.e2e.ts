import type { Page } from '@playwright/test';
import { type Movement, writeStatement } from '#test/support/bank-statements/write-statement.ts';
import { openTab } from '../fixtures/app-shell.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  test,
} from '../fixtures/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const figure = (page: Page, label: string) =>
  page.getByRole('definition').and(page.locator(`dt:text-is("${label}") + dd`));

function move(day: string, cents: number, text: string): Movement {
  return { day: `2026-03-${day}`, cents, kind: 'MAGTAPE CREDIT', text };
}

const week = [
  move('02', 65_000, 'INV-00042'),
  move('02', 45_000, 'CAPITEC   INV 41'),
  move('03', -850, '#FEE'),
  move('03', -850, '#FEE'),
];

async function read(page: Page, name: string, content: string): Promise<void> {
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  // A process of its own, which gives way to others, reads the file.
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('statements'),
  );
  await button(page, 'Read the file').click();
  await answered;
}

async function expectImported(page: Page, name: string, lines: number): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: `${name} (${lines})` })).toBeVisible();
}

test('statements that overlap bring each line once, and are removed the later one first', async ({
  page,
  enterAs,
}) => {
  // Many checks of accessibility.
  test.slow();
  const unique = Date.now().toString();
  const account = { number: `62${unique.slice(-9)}`, openingCents: 1_000_000 };
  const [first, second] = [`march-${unique}.csv`, `april-${unique}.csv`];
  const later = [...week, move('03', -850, '#FEE'), move('04', 30_000, 'inv-0046')];
  await enterAs('admin', '/admin/dashboard');
  await openTab(page, 'Bank', 'Statements');
  await expect(page.getByRole('heading', { level: 1, name: /^Bank Statements \(/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Import statement', exact: true }).click();
  await button(page, 'Read the file').click();
  await expect(page.getByRole('alert')).toContainText('Please choose a file.');
  await read(page, 'statement.pdf', '%PDF-1.7');
  await expect(page.getByRole('alert')).toContainText('This is a PDF.');
  await expectAccessible(page);

  // Everything is shown before anything is stored.
  await read(page, first, writeStatement('fnb-history', week, account));
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible();
  await expect(figure(page, 'Recognised as')).toHaveText('FNB, account history');
  await expect(figure(page, 'Account')).toContainText(account.number);
  await expect(figure(page, 'Period')).toHaveText('2 Mar 2026 to 3 Mar 2026');
  await expect(figure(page, 'New')).toHaveText('4');
  await expect(figure(page, 'Balance')).toHaveText('Checked line by line');
  await expect(page.getByLabel('Account number')).toHaveValue(account.number);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Name', { exact: false }).fill('Club');
  await page.getByLabel('Bank', { exact: true }).selectOption('FNB');
  await button(page, 'Import 4 lines').click();
  await expectImported(page, first, 4);
  await expect(page.getByText('R650.00')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('searchbox').fill('inv 41');
  await page.getByRole('searchbox').press('Enter');
  await expectImported(page, first, 1);
  const address = page.url().replace(/\?.*/, '');

  // The account is known, and so are the lines of the first days.
  await page.goto('/admin/bankstatements/new');
  await read(page, second, writeStatement('fnb-history', later, account));
  await expect(figure(page, 'New')).toHaveText('2');
  await expect(figure(page, 'Already here')).toHaveText('4');
  await expect(page.getByRole('combobox', { name: 'Account', exact: true })).toContainText(
    `Club, FNB ${account.number}`,
  );
  await button(page, 'Import 2 lines').click();
  await expectImported(page, second, 2);

  await page.goto('/admin/bankstatements/new');
  await read(page, 'renamed.csv', writeStatement('fnb-history', later, account));
  await expect(
    page.getByText('This file is here already. Nothing was imported again.'),
  ).toBeVisible();
  await expectImported(page, second, 2);

  await page.goto(address);
  await button(page, 'Remove statement').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove statement' }).click();
  await expect(
    page.getByText(`The later statement ${second} has some of the same days.`),
  ).toBeVisible();
  await page.goto('/admin/bankstatements');
  await page.getByRole('link', { name: second }).click();
  await button(page, 'Remove statement').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove statement' }).click();
  await expect(page.getByText('The statement is removed.')).toBeVisible();
  await expect(page.getByRole('link', { name: second })).toBeHidden();
  await expect(page.getByRole('link', { name: first })).toBeVisible();
  await expectStillAccessible(page);
});

test('the columns of an unknown layout are chosen, and remembered for the account', async ({
  page,
  enterAs,
}) => {
  test.slow();
  const unique = Date.now().toString();
  const name = `other-${unique}.csv`;
  // Headings that no other test has, and without digits, as headings are.
  const what = `What ${unique.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`;
  const rows = `When;${what};In;Out\n02/03/2026;INV 41;450,00;\n03/03/2026;Fee;;8,50\n`;
  await enterAs('admin', '/admin/bankstatements/new');
  await read(page, name, rows);
  await expect(page.getByText('This layout is not known.')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Read with these columns').click();
  await expect(page.getByRole('alert')).toContainText('No column is “Date”.');
  await page.getByLabel('When').selectOption('Date');
  await page.getByLabel(what).selectOption('Text');
  await page.getByLabel('How dates are written').selectOption('Year, month, day: 2026-12-31');
  await button(page, 'Read with these columns').click();
  await expect(page.getByRole('alert')).toContainText('Row 2: "02/03/2026" is not a date');
  await page.getByLabel('How dates are written').selectOption('Day, month, year: 31/12/2026');
  await button(page, 'Read with these columns').click();
  await expect(figure(page, 'Recognised as')).toHaveText('Chosen columns');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await button(page, 'Import 2 lines').click();
  await expect(page.getByRole('alert').last()).toContainText('Please choose the bank.');
  await page.getByLabel('Bank', { exact: true }).selectOption('Other');
  await page.getByLabel('Account number').fill(`9${unique.slice(-9)}`);
  await button(page, 'Import 2 lines').click();
  await expectImported(page, name, 2);

  await page.goto('/admin/bankstatements/new');
  await read(page, `next-${name}`, `${rows}04/03/2026;INV 42;650,00;\n`);
  await expect(figure(page, 'Recognised as')).toHaveText('Chosen columns');
  await expect(figure(page, 'New')).toHaveText('1');
  await expect(figure(page, 'Already here')).toHaveText('2');
  await button(page, 'Import 1 line').click();
  await expectImported(page, `next-${name}`, 1);
});

test('lines that another kind of file brought are asked about, and not imported twice', async ({
  page,
  enterAs,
}) => {
  const unique = Date.now().toString();
  const account = { number: `61${unique.slice(-9)}`, openingCents: 1_000_000 };
  const [first, second] = [`march-${unique}.csv`, `march-${unique}.ofx`];
  await enterAs('admin', '/admin/bankstatements/new');
  await read(page, first, writeStatement('fnb-history', week, account));
  await page.getByLabel('Bank', { exact: true }).selectOption('FNB');
  await button(page, 'Import 4 lines').click();
  await expectImported(page, first, 4);

  // OFX has other texts, and one payment that the first file did not have. One text names another invoice.
  const texts = ['PMT 42', 'inv 171 LOTTER', 'PMT 2', 'PMT 3'];
  const elsewhere = [
    ...week.map((line, at) => ({ ...line, text: texts[at] ?? '' })),
    move('04', 30_000, 'LATER'),
  ];
  await page.goto('/admin/bankstatements/new');
  await read(page, second, writeStatement('ofx', elsewhere, account));
  const asked = page.getByRole('group', { name: 'Are these lines here already?' });
  await expect(asked.getByRole('checkbox')).toHaveCount(4);
  await expect(asked).toContainText('Here as: MAGTAPE CREDIT INV-00042');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const another = asked.getByRole('checkbox', { name: /R450\.00/ });
  await expect(another).not.toBeChecked();
  await expect(button(page, 'Import 2 lines')).toBeVisible();
  await expect(page.getByText('3 lines are not imported, because they are')).toBeVisible();
  await another.check();
  await button(page, 'Import 1 line').click();
  await expectImported(page, second, 1);
});

test('a statement that does not follow the one before it is imported only after a question', async ({
  page,
  enterAs,
}) => {
  test.slow();
  const unique = Date.now().toString().slice(-9);
  const account = { number: `62${unique}`, openingCents: 1_000_000 };
  const muchLater = [move('20', 30_000, 'inv-0046')];
  const [first, last] = [`jan-${unique}.csv`, `mar-${unique}.csv`];
  await enterAs('admin', '/admin/bankstatements/new');
  await read(page, first, writeStatement('fnb-history', week, account));
  await page.getByLabel('Bank', { exact: true }).selectOption('FNB');
  await button(page, 'Import 4 lines').click();
  await expectImported(page, first, 4);

  await page.goto('/admin/bankstatements/new');
  await read(
    page,
    last,
    writeStatement('fnb-history', muchLater, { ...account, openingCents: 5_000_000 }),
  );
  await expect(figure(page, 'Balance')).toContainText('A statement between them may be missing.');
  await expect(figure(page, 'Balance')).not.toContainText('Checked');
  await button(page, 'Import 1 line').click();
  const question = page.getByRole('alertdialog', { name: /may be wrong/ });
  await expect(question).toContainText('A statement between them may be missing.');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'No, cancel' }).click();
  await expect(page.getByRole('heading', { level: 1, name: last })).toBeVisible();
  await button(page, 'Import 1 line').click();
  await question.getByRole('button', { name: 'Import 1 line' }).click();
  await expectImported(page, last, 1);
});
