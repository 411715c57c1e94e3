import type { Page } from '@playwright/test';
import { saved } from '../fixtures/donors.ts';
import { button, dropFile, figure } from '../fixtures/imports/steps.ts';
import { patience } from '../fixtures/network.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  withOwnServer,
} from '../fixtures/test.ts';

const test = withOwnServer();

const head =
  'Lidnommer;Titel;Voornaam;Van;E-pos;Selfoon;Poskode;Tipe;Status;Lid sedert;Betaal tot;Geboortedatum;Eggenoot';

/** As an Afrikaans Excel saves it: Windows characters, semicolons, a title above the headings. */
function nastyFile(name: string): Buffer {
  const lines = [
    'Lede 2027;;;;;;;;;;;',
    head,
    `00731;Mev;Zoë;${name};zoe.${name}@example.org;821234567;81;individual;Active;5/3/19;31/12/2099;`,
    `;Mnr;Ben;${name};ben.${name}@example.org;+27 83 765 4321;;Fam.;;;31/12/2099;`,
    `;;Tia;${name};ben.${name}@example.org;;;;;;;01/06/2020`,
    `;;Cas;${name};not an address;;;Individual;;;31/12/2099;`,
    `;;Dan;${name};dan.${name}@example.org;;;Individual;;;04/25/2099;`,
    'Totaal;;;;5;;;;;;;',
  ];
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

async function upload(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Upload the file' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible(patience);
}

test('an administrator imports a file with problems, corrects them and undoes it', async ({
  page,
  enterAs,
}) => {
  // Many checks of accessibility.
  test.slow();
  const name = `Nasty${Date.now().toString(36)}`;
  await enterAs('admin', '/admin/member');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Imports' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'New import' }).click();
  await button(page, 'Upload the file').click();
  await expect(page.getByRole('alert')).toContainText('Please choose a file.');
  await expectAccessible(page);
  await upload(page, 'lede.csv', nastyFile(name));

  // Everything was recognised.
  await expect(page.getByLabel('Encoding')).toHaveValue('windows-1252');
  await expect(page.getByLabel('Separator')).toHaveValue(';');
  await expect(page.getByLabel('Row with the headings')).toHaveValue('2');
  await expect(page.getByLabel('Betaal tot')).toHaveValue('paidUntil');
  await expect(page.getByText('For example: Zoë, Ben, Tia')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await button(page, 'Check the rows').click();

  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Questions');
  await expect(figure(page, 'Waiting for an answer')).toHaveText('3');
  await expect(
    page.getByText('Not imported, because it is a total or a line: row 8.'),
  ).toBeVisible();
  await expect(page.getByText('Paid until: row 7')).toBeVisible();
  await page.getByLabel('Yes, read all years of two digits like this').check();
  await page.getByLabel('Type: Fam.').selectOption({ label: 'FAMILY MAX 4 up to 18 yrs' });
  await expectAccessible(page);
  await button(page, 'Check again').click();
  await expect(button(page, 'Import 2 rows')).toBeVisible();
  await expect(figure(page, 'Relative')).toHaveText('1');
  await expect(figure(page, 'Problem')).toHaveText('2');
  const rows = page.getByRole('region', { name: 'Rows' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Row 6');
  await expect(rows.first()).toContainText('valid email address');
  await expect(rows.last()).toContainText('Paid until');
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);

  const problems = await saved(page, 'Excel', 'Download the problems');
  expect(problems.suggestedFilename()).toBe('lede-problems.xlsx');

  await button(page, 'Import 2 rows').click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Not imported: Eggenoot.');
  await question.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(page.getByRole('heading', { name: 'Result' })).toBeVisible();
  await expect(figure(page, 'Added')).toHaveText('2');
  await expect(page.getByText('Not imported: Eggenoot.')).toBeVisible();
  await expect(page.getByText('2 imported members have no password')).toBeVisible();
  await expectAccessible(page);
  // The page took the focus of the button that is gone.
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
  const result = page.url();

  await page.getByRole('link', { name: 'See the 2 members' }).click();
  await expect(page.getByRole('heading', { name: 'Manage Members (2)' })).toBeVisible();
  await expect(
    page.getByRole('button', { name: 'Remove filter: Added by one import' }),
  ).toBeVisible();
  await page.getByRole('link', { name: `Edit Zoë ${name}` }).click();
  await expect(page.getByText('imported as valid until 31 Dec 2099')).toBeVisible();

  await page.goto(result);
  await page.getByLabel('Show').selectOption({ label: 'Added (2)' });
  await expect(rows.first().getByRole('link', { name: 'Open the record Row 3' })).toBeVisible();
  await button(page, 'Undo the import').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the import' }).click();
  await expect(page.getByText('This import was undone.')).toBeVisible();
  await page.getByLabel('Show').selectOption({ label: 'Removed again (2)' });
  await expect(rows.first()).toContainText('Removed again');
  await page.goto(`/admin/member?${new URLSearchParams({ lastName: name })}`);
  await expect(page.getByRole('heading', { name: 'Manage Members (0)' })).toBeVisible();
});

test('invitations are sent when asked, and then prevent the undo with a link to the member', async ({
  page,
  enterAs,
  office,
}) => {
  const email = office.newEmail('invited');
  const file = `First name,Last name,Email,Type,Paid until\nIna,Invited,${email},Individual,31/12/2099`;
  await enterAs('admin', '/admin/imports/new');
  await upload(page, 'invited.csv', Buffer.from(file));
  await button(page, 'Check the rows').click();
  await button(page, 'Import 1 row').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Import 1 row' }).click();
  await button(page, 'Send invitations').click();
  await expect(page.getByText('No imported member is left to invite.')).toBeVisible();
  await expect(button(page, 'Send invitations')).toBeFocused();
  await office.mailsTo(email, '');
  await button(page, 'Undo the import').click();
  const obstacle = page.getByRole('link', { name: /^Ina Invited has an invitation/ });
  await expect(obstacle).toBeVisible();
  await expectAccessible(page);
  await obstacle.click();
  await expect(page.getByRole('heading', { level: 1, name: /Ina Invited/ })).toBeVisible();
});

test('the progress survives a reload, and the same file again has nothing to import @full', async ({
  page,
  enterAs,
}) => {
  test.slow();
  const name = `Many${Date.now().toString(36)}`;
  const lines = Array.from(
    { length: 3000 },
    (_, n) => `Nr${n},${name},${name}${n}@example.org,Individual,31/12/2099`,
  );
  const file = Buffer.from(`First name,Last name,Email,Type,Paid until\n${lines.join('\n')}`);
  await enterAs('admin', '/admin/imports/new');
  await upload(page, 'many.csv', file);
  await button(page, 'Check the rows').click();
  await button(page, 'Import 3000 rows').click({ timeout: 60_000 });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Import 3000 rows' }).click();
  await expect(page.getByRole('progressbar', { name: 'Importing the rows' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('progressbar', { name: 'Importing the rows' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Result' })).toBeVisible({ timeout: 60_000 });
  await expect(figure(page, 'Added')).toHaveText('3000');

  await page.goto('/admin/imports/new');
  await upload(page, 'many.csv', file);
  await button(page, 'Check the rows').click();
  await expect(page.getByText('No row is new or would change a record.')).toBeVisible({
    timeout: 60_000,
  });
  await button(page, 'Discard').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Imports' })).toBeVisible();
});

test('a file can be dropped, and a file that is no spreadsheet says so', async ({
  page,
  enterAs,
}) => {
  await enterAs('admin', '/admin/imports/new');
  await dropFile(page, { name: 'members.pdf', bytes: Buffer.from('%PDF-1.7') });
  await button(page, 'Upload the file').click();
  await expect(page.getByRole('alert')).toContainText('This is a PDF.');
  await expect(button(page, 'Upload the file')).toBeFocused();
});
