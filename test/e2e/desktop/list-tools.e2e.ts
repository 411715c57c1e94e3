import { readFile } from 'node:fs/promises';
import { updateDonation } from '#contract/donations/admin-endpoints.ts';
import { filesIn } from '#test/support/full-export/read-zip.ts';
import { donors, listOn, saved } from '../fixtures/donors.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';

const title = 'Manage Donations';

test('the downloaded file has exactly the filtered rows of all pages, in the same order', async ({
  page,
  office,
  enterAs,
}) => {
  const { address, donations } = await donors(office, 11);
  const list = listOn(page, title);
  await enterAs('admin', `${address}&sort=-Amount`);
  const file = await saved(page, 'CSV', 'Download (11 rows)');
  expect(file.suggestedFilename()).toMatch(/^donations-\d{4}-\d{2}-\d{2}\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  const lines = text.split('\r\n');
  expect(lines[0]).toBe(
    '\uFEFFReference,First Name,Last Name,Email,Amount (ZAR),Donation Type,Received,Received on,Paid by,Bank reference,Created,Payment reference',
  );
  expect(lines.slice(1, -1).map((line) => line.split(',')[4])).toEqual(
    donations.toReversed().map(({ amount }) => amount.toFixed(2)),
  );
  await expect(list.button('Download (11 rows)')).toBeEnabled();

  const workbook = await saved(page, 'Excel', 'Download (11 rows)');
  expect(workbook.suggestedFilename()).toMatch(/^donations-\d{4}-\d{2}-\d{2}\.xlsx$/);
  const parts = await filesIn(await readFile(await workbook.path()));
  const amounts = parts.get('xl/worksheets/sheet1.xml')?.match(/(?<=<c r="E\d+" s="2"><v>)\d+/g);
  expect(amounts?.map(Number)).toEqual(donations.toReversed().map(({ amount }) => amount));
});

test('users, member types, statuses and the audit log can be downloaded too', async ({
  page,
  office,
  enterAs,
}) => {
  const { donations } = await donors(office, 1);
  const change = { params: { id: donations[0]!.id }, body: { amount: 300 } };
  await office.ask(updateDonation, change, await office.adminToken());
  await enterAs('admin', '/admin/users');
  for (const [address, name, header] of [
    ['/admin/users', 'users', 'First Name,Last Name,Email,Phone,Role,Last sign-in,Created'],
    ['/admin/membertype', 'member-types', 'Name,Description,Family,Offered,Fee (ZAR)'],
    ['/admin/memberstatus', 'member-statuses', 'Name,Kind'],
    ['/admin/audit', 'audit-log', 'When,Who,What was done,Name or number'],
  ] as const) {
    await page.goto(address);
    const file = await saved(page, 'CSV');
    expect(file.suggestedFilename()).toMatch(new RegExp(`^${name}-\\d{4}`));
    expect(await readFile(await file.path(), 'utf8')).toContain(`\uFEFF${header}`);
    await expectNoSidewaysScroll(page);
  }
});

test('the slash key focuses the search, the question mark lists the shortcuts, and both can be turned off', async ({
  page,
  enterAs,
}) => {
  const list = listOn(page, title);
  await enterAs('admin', '/admin/donations');
  await expect(list.rows.first()).toBeVisible();
  await page.keyboard.press('/');
  await expect(list.searchBox).toBeFocused();
  await list.openFilters();
  const lastName = page.getByLabel('Last name');
  await lastName.focus();
  await page.keyboard.type('a/?');
  await expect(lastName).toHaveValue('a/?');

  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toContainText('Go to the search of a list');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await sheet.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press('?');
  await page.keyboard.press('/');
  await expect(sheet).toHaveCount(0);
  await expect(list.searchBox).not.toBeFocused();

  await page.reload();
  await expect(list.rows.first()).toBeVisible();
  await page.keyboard.press('?');
  await expect(sheet).toHaveCount(0);
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await sheet.getByRole('checkbox').check();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: /^User menu/ })).toBeFocused();
  await page.keyboard.press('?');
  await expect(sheet).toBeVisible();
});

test('a printed list shows the filters and the rows, without menu and buttons', async ({
  page,
  office,
  enterAs,
}) => {
  const { lastName, address } = await donors(office, 2);
  const list = listOn(page, title);
  await enterAs('admin', `${address}&isReceived=pending`);
  await expect(list.heading(2)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  // The width of an A4 page without its margins.
  await page.setViewportSize({ width: 680, height: 960 });
  await expect(page.getByText(`Status: Pending · Last name: ${lastName}`)).toBeVisible();
  await expect(page.getByText(/(^| · )\d+ [A-Z][a-z]{2} \d{4} · 1 to 2 of 2$/)).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Email' })).toBeVisible();
  await expect(list.rows).toHaveCount(2);
  // The label of a sortable header is a button. No other control is printed.
  await expect(page.getByRole('button')).toHaveText([
    'First Name',
    'Last Name',
    'Email',
    'Amount (ZAR)',
    'Received',
  ]);
  for (const hidden of ['textbox', 'combobox', 'navigation', 'search'] as const) {
    await expect(page.getByRole(hidden)).toHaveCount(0);
  }
  // The name of each row is a link.
  await expect(page.getByRole('link')).toHaveText([/^Donor/, /^Donor/]);
  await expectNoSidewaysScroll(page);
});

test('a list can be searched, sorted and paged and a record opened by keyboard alone', async ({
  page,
  office,
  enterAs,
}) => {
  const { lastName } = await donors(office, 11);
  const list = listOn(page, title);
  await enterAs('admin', '/admin/donations');
  await expect(list.rows.first()).toBeVisible();
  await page.keyboard.press('/');
  await expect(list.searchBox).toBeFocused();
  await page.keyboard.type(lastName);
  await page.keyboard.press('Enter');
  await expect(list.heading(11)).toBeVisible();
  await list.paging.getByRole('button', { name: 'Page 2' }).press('Enter');
  await expect(list.rows).toHaveCount(1);
  await list.rows.first().getByRole('button', { name: /^More/ }).press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Donation DON-/ })).toBeFocused();
});

test('j, k and the arrows move between rows, and Enter opens the record', async ({
  page,
  office,
  enterAs,
}) => {
  const { lastName, address } = await donors(office, 3);
  const list = listOn(page, title);
  await enterAs('admin', address);
  await expect(list.rows).toHaveCount(3);
  await page.keyboard.press('j');
  await expect(list.rows.nth(0)).toBeFocused();
  await page.keyboard.press('j');
  await expect(list.rows.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(list.rows.nth(2)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('j');
  await expect(list.rows.nth(2)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('k');
  await page.keyboard.press('ArrowUp');
  await expect(list.rows.nth(0)).toBeFocused();
  // The menu's button opens its menu with an arrow, and letters move in the menu.
  await list.rows.nth(0).getByRole('button', { name: /^More/ }).press('ArrowDown');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem').nth(1)).toBeFocused();
  await page.keyboard.press('Escape');
  await list.searchBox.fill(lastName);
  await list.searchBox.press('j');
  await expect(list.searchBox).toHaveValue(`${lastName}j`);

  // The row's main action is Process Payment; Enter opens the record all the same.
  await list.rows.nth(0).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Donation DON-/ })).toBeFocused();
  await page.goBack();
  await expect(list.rows).toHaveCount(3);
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toContainText('Go to the next row');
});
