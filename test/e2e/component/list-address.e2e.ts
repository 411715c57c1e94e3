import { searchDonations } from '#contract/donations/admin-endpoints.ts';
import { searchInvoices } from '#contract/invoices/endpoints.ts';
import { getMember, member } from '#contract/members/endpoints.ts';
import { example, expect, someId, test } from '../fixtures/faked/component.ts';
import { listOn } from '../fixtures/donors.ts';
import { donationsOf, searchIn } from '../fixtures/faked/faked-rows.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/page-checks.ts';

const title = 'Manage Donations';
const path = '/admin/donations';

test.beforeEach(({ api }) => api.reply(searchDonations, searchIn(donationsOf(12))));

test('the address keeps the state of the list for Back, Forward, a reload and a shared link', async ({
  page,
  api,
  context,
}) => {
  const list = listOn(page, title);
  const asked = () => api.bodies(searchDonations).at(-1);
  await page.goto(path);
  await list.searchFor('Last name', 'Mabaso');
  await expect(page).toHaveURL(/\?lastName=Mabaso$/);
  await expect(list.range('1 to 10 of 12')).toBeVisible();
  await expect.poll(asked).toMatchObject({ lastName: 'Mabaso', page: 1, pageSize: 10 });
  await list.paging.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(list.rows).toHaveCount(2);
  await expect(list.paging.getByRole('button', { name: 'Page 2' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  expect(asked()).toMatchObject({ lastName: 'Mabaso', page: 2 });

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
  await page.goForward();
  await expect(list.range('11 to 12 of 12')).toBeVisible();
  await page.goBack();
  await list.openFilters();
  await expect(page.getByLabel('Last name')).toHaveValue('Mabaso');
  await page.goBack();
  await expect(page.getByLabel('Last name')).toHaveValue('');
  await expect(page).toHaveURL(/\/admin\/donations$/);
});

test('typing does not change the address, and clearing removes the filters but keeps the page size', async ({
  page,
}) => {
  const list = listOn(page, title);
  await page.goto(`${path}?lastName=Mabaso&size=50`);
  await expect(list.heading(12)).toBeVisible();
  await list.openFilters();
  await page.getByLabel('Email').fill('typed');
  await expect(page).not.toHaveURL(/email=/);
  await expect(page.getByLabel('Last name')).toHaveValue('Mabaso');
  await list.button('Clear Search').click();
  await expect(page).toHaveURL(/\/admin\/donations\?size=50$/);
  await expect(page.getByLabel('Email')).toHaveValue('');
});

test('one press filters, and the address keeps the filter', async ({ page, api }) => {
  const list = listOn(page, title);
  const asked = () => api.bodies(searchDonations).at(-1);
  const filters = page.getByRole('form', { name: 'Filters' });
  await page.goto(path);
  await list.openFilters();
  await filters.getByRole('button', { name: 'Received', exact: true }).click();
  await expect(page).toHaveURL(/isReceived=received/);
  await expect.poll(asked).toMatchObject({ isReceived: true });
  await list.openFilters();
  await filters.getByRole('button', { name: 'Pending', exact: true }).click();
  await expect.poll(asked).toMatchObject({ isReceived: false });
  await page.goBack();
  await expect(page).toHaveURL(/isReceived=received/);
  await expect.poll(asked).toMatchObject({ isReceived: true });
});

test('the button of the filters shows how many are set, and a link that sets one opens them', async ({
  page,
}) => {
  const list = listOn(page, title);
  const lastName = page.getByLabel('Last name');
  await page.goto(path);
  await expect(list.heading(12)).toBeVisible();
  await expect(lastName).toBeHidden();
  await list.button('Filters').click();
  await lastName.fill('Mabaso');
  await list.button('Search').click();
  await expect(list.button('Filters (1)')).toBeVisible();
  await list.button('Filters (1)').click();
  await expect(lastName).toBeHidden();
  await page.goto(`${path}?lastName=Mabaso&isReceived=pending`);
  await expect(list.button('Filters (2)')).toHaveAttribute('aria-expanded', 'true');
  await expect(lastName).toHaveValue('Mabaso');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('the words of the search box are in the address, and an empty box searches for all', async ({
  page,
  api,
}) => {
  const list = listOn(page, title);
  const asked = () => api.bodies(searchDonations).at(-1);
  await page.goto(`${path}?lastName=Mabaso`);
  await list.searchBox.fill('Bongani Fou');
  await expect(page).not.toHaveURL(/text=/);
  await list.searchBox.press('Enter');
  await expect(page).toHaveURL(/text=Bongani\+Fou/);
  await expect.poll(asked).toMatchObject({ text: 'Bongani Fou', lastName: 'Mabaso' });
  await page.reload();
  await expect(list.searchBox).toHaveValue('Bongani Fou');
  await list.searchBox.fill('');
  await expect(page).toHaveURL(/\/admin\/donations\?lastName=Mabaso$/);
  await expect.poll(asked).not.toHaveProperty('text');
});

test('an address with a page past the end shows the last page, and unknown parameters are removed', async ({
  page,
}) => {
  await page.goto(`${path}?page=900&size=7&sort=Password&nonsense=1&receivedFrom=banana`);
  await expect(listOn(page, title).range('11 to 12 of 12')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/donations\?page=2$/);
  await expect(page.getByText('This list has no filter named nonsense')).toBeVisible();
});

test('rows are sorted by the column headers', async ({ page, api }) => {
  const list = listOn(page, title);
  const firstRow = list.rows.first();
  await page.goto(`${path}?page=2`);
  await expect(firstRow).toContainText('Donor 2');
  const header = page.getByRole('columnheader', { name: 'Amount (ZAR)' });
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/\?sort=Amount$/);
  await expect(firstRow).toContainText('Donor 1');
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/sort=-Amount/);
  await expect
    .poll(() => api.bodies(searchDonations).at(-1))
    .toMatchObject({ sortBy: 'Amount', sortDescending: true });
  await header.getByRole('button').click();
  await expect(header).not.toHaveAttribute('aria-sort');
  await expect(page).toHaveURL(/\/admin\/donations$/);
  await page.goto(`${path}?sort=-Amount`);
  await expect(header).toHaveAttribute('aria-sort', 'descending');
});

test('on a phone rows are sorted by a select field', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const list = listOn(page, title);
  await page.goto(path);
  const choice = page.getByLabel('Sort by');
  await choice.selectOption('Amount (ZAR), ascending');
  await expect(list.rows.first()).toContainText('Donor 1');
  await expect(page).toHaveURL(/sort=Amount/);
  await choice.selectOption('Newest first');
  await expect(page).not.toHaveURL(/sort=/);
  await expect(list.rows.first()).toContainText('Donor 12');
  await expectNoSidewaysScroll(page);
});

test('a link shows the invoices of one member only, until all are shown again', async ({
  page,
  api,
}) => {
  api.reply(getMember, example(member, { firstName: 'Elna', lastName: 'Fourie' }));
  await page.goto(`/admin/invoice?memberId=${someId}&isPaid=unpaid`);
  await expect(page.getByText('Only the invoices of Elna Fourie')).toBeVisible();
  await expectAccessible(page);
  await expect
    .poll(() => api.bodies(searchInvoices).at(-1))
    .toMatchObject({ memberId: someId, isPaid: false });
  await page.getByRole('link', { name: 'Show all invoices' }).click();
  await expect(page.getByText('Only the invoices of')).toHaveCount(0);
  await expect.poll(() => api.bodies(searchInvoices).at(-1)).not.toHaveProperty('memberId');
  await page.goto('/admin/invoice?memberId=nonsense');
  await expect(page.getByText('No records found')).toBeVisible();
  expect(api.bodies(searchInvoices).at(-1)).not.toHaveProperty('memberId');
});
