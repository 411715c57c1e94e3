import { donors, listOn } from '../fixtures/donors.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  test,
} from '../fixtures/test.ts';
import { choose } from '../fixtures/row-actions.ts';

const title = 'Manage Donations';
const calls = '**/api/donations/search';

test('the address keeps the state of the list for Back, a reload and a shared link', async ({
  page,
  office,
  enterAs,
  context,
}) => {
  const { lastName, address } = await donors(office, 12);
  const list = listOn(page, title);
  await enterAs('admin', '/admin/donations');
  await list.searchFor('Last name', lastName);
  await expect(list.heading(12)).toBeVisible();
  await expect(page).toHaveURL(address);
  await expect(list.range('1 to 10 of 12')).toBeVisible();
  await list.paging.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(list.rows).toHaveCount(2);
  await expect(list.paging.getByRole('button', { name: 'Page 2' })).toHaveAttribute(
    'aria-current',
    'page',
  );

  await page.reload();
  await expect(list.range('11 to 12 of 12')).toBeVisible();
  const shared = await context.newPage();
  await shared.goto(page.url());
  await expect(listOn(shared, title).range('11 to 12 of 12')).toBeVisible();
  await shared.close();

  await page.getByLabel('Rows per page').selectOption('20');
  await expect(list.rows).toHaveCount(12);
  await expect(page).toHaveURL(/size=20/);
  await expect(page).not.toHaveURL(/page=/);
  await page.goBack();
  await expect(list.range('11 to 12 of 12')).toBeVisible();
  await page.goBack();
  await expect(list.range('1 to 10 of 12')).toBeVisible();
  await list.openFilters();
  await expect(page.getByLabel('Last name')).toHaveValue(lastName);
  await page.goBack();
  await expect(page.getByLabel('Last name')).toHaveValue('');
  await expect(page).toHaveURL(/\/admin\/donations$/);
});

test('typing does not change the address, and clearing removes the filters but keeps the page size', async ({
  page,
  office,
  enterAs,
}) => {
  const { lastName, address } = await donors(office, 1);
  const list = listOn(page, title);
  await enterAs('admin', `${address}&size=50`);
  await expect(list.heading(1)).toBeVisible();
  await list.openFilters();
  await page.getByLabel('Email').fill('typed');
  await expect(page).not.toHaveURL(/email=/);
  await expect(page.getByLabel('Last name')).toHaveValue(lastName);
  await list.button('Clear Search').click();
  await expect(page).toHaveURL(/\/admin\/donations\?size=50$/);
  await expect(page.getByLabel('Email')).toHaveValue('');
});

test('a message is shown while the first rows load, and the old rows stay while others load', async ({
  page,
  office,
  enterAs,
}) => {
  const { lastName, address } = await donors(office, 11);
  const list = listOn(page, title);
  let answer = (): void => {};
  await page.route(calls, async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue();
  });
  await enterAs('admin', address);
  await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expectStillAccessible(page);
  answer();
  await expect(list.heading(11)).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${title} \\(11\\)`));

  await list.paging.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  await expect(list.heading(11)).toBeVisible();
  await expect(list.rows).toHaveCount(10);
  await expect(list.rows.first()).toContainText(lastName.slice(0, 6));
  answer();
  await expect(list.rows).toHaveCount(1);
});

test('if loading fails, a message replaces the rows, and a retry keeps the filters', async ({
  page,
  office,
  enterAs,
}) => {
  const { lastName, address } = await donors(office, 1);
  const list = listOn(page, title);
  const failure = { status: 500, json: { success: false, message: 'x' } };
  await page.route(calls, (route) => route.fulfill(failure));
  await enterAs('admin', address);
  await expect(
    page.getByRole('alert').filter({ hasText: 'Failed to fetch donations' }),
  ).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await list.openFilters();
  await expect(page.getByLabel('Last name')).toHaveValue(lastName);
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.unroute(calls);
  await page.route(calls, (route) => route.abort());
  await list.button('Try again').click();
  await expect(page.getByText('Error fetching donations')).toBeVisible();
  await page.unroute(calls);
  await list.button('Try again').click();
  await expect(list.heading(1)).toBeVisible();
  await expect(page.getByText('Error fetching donations')).toHaveCount(0);
});

test('a search without results says so and offers to clear the search', async ({
  page,
  office,
  enterAs,
}) => {
  const { address } = await donors(office, 1);
  const list = listOn(page, title);
  await enterAs('admin', `${address}x`);
  const main = page.getByRole('main');
  await expect(main.getByText('No records found')).toBeVisible();
  await expect(list.heading(0)).toBeVisible();
  await expect(list.range('0 to 0 of 0')).toBeVisible();
  await expect(list.button('Download CSV (0 rows)')).toBeDisabled();
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Clear Search' }).last().click();
  await expect(page).toHaveURL(/\/admin\/donations$/);
  await expect(list.rows.first()).toBeVisible();
});

test('an empty list offers to add the first record', async ({ page, enterAs }) => {
  const none = { success: true, data: { results: [], totalCount: 0 } };
  await page.route(calls, (route) => route.fulfill({ json: none }));
  await enterAs('admin', '/admin/donations');
  await expect(page.getByText('No records found')).toBeVisible();
  await expect(page.getByText('The first one you add will be shown here.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Add New' }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'New Donation' })).toBeVisible();
});

test('deleting the last row of a page goes back one page, and the focus moves to the next row', async ({
  page,
  office,
  enterAs,
}) => {
  const { address } = await donors(office, 11);
  const list = listOn(page, title);
  await enterAs('admin', `${address}&page=2`);
  await expect(list.rows).toHaveCount(1);
  await choose(list.rows.first(), 'Delete');
  await list.button('Yes, delete it').click();
  await expect(list.range('1 to 10 of 10')).toBeVisible();
  await expect(page).not.toHaveURL(/page=/);

  const second = (await list.rows.nth(1).innerText()).slice(0, 'Donor 10'.length);
  await choose(list.rows.first(), 'Delete');
  await list.button('Yes, delete it').click();
  await expect(list.heading(9)).toBeVisible();
  const first = list.rows.first();
  await expect(first).toContainText(second);
  await expect(first.locator(':focus')).toBeVisible();
});

test('Back from a record returns to the same place in the list, with its row focused', async ({
  page,
  office,
  enterAs,
}) => {
  const { address } = await donors(office, 12);
  const list = listOn(page, title);
  await enterAs('admin', `${address}&page=2&sort=Amount`);
  const row = list.row('Donor 12');
  await choose(row, 'Edit');
  await expect(page.getByRole('heading', { level: 1, name: /^Donation DON-/ })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/page=2&sort=Amount/);
  await expect(row.locator(':focus')).toBeVisible();
});

test('an address with a page past the end shows the last page', async ({
  page,
  office,
  enterAs,
}) => {
  const { address } = await donors(office, 11);
  await enterAs('admin', `${address}&page=900&size=7&sort=Password`);
  await expect(listOn(page, title).range('11 to 11 of 11')).toBeVisible();
});
