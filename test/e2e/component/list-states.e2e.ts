import { searchAudit } from '#contract/audit/endpoints.ts';
import { searchStatements } from '#contract/bank-statements/endpoints.ts';
import { searchBulkEmails } from '#contract/bulk-emails/endpoints.ts';
import { searchMails } from '#contract/communication/mail-log.ts';
import { searchDonations } from '#contract/donations/admin-endpoints.ts';
import { searchInvoices } from '#contract/invoices/endpoints.ts';
import { listMemberStatuses, searchMemberStatuses } from '#contract/member-statuses/endpoints.ts';
import { listMemberTypes, searchMemberTypes } from '#contract/member-types/endpoints.ts';
import { searchMembers } from '#contract/members/endpoints.ts';
import { searchNotifications } from '#contract/payments/notifications.ts';
import { searchSecurityEvents } from '#contract/security-record/endpoints.ts';
import { summarizeDonations } from '#contract/summaries.ts';
import { searchUsers } from '#contract/users/endpoints.ts';
import { expect, test } from '../fixtures/faked/component.ts';
import { listOn } from '../fixtures/donors.ts';
import { donationsOf, searchIn } from '../fixtures/faked/faked-rows.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/page-checks.ts';

const title = 'Manage Donations';

const lists = [
  { path: '/admin/donations', endpoint: searchDonations, what: 'donations' },
  { path: '/admin/invoice', endpoint: searchInvoices, what: 'invoices' },
  { path: '/admin/member', endpoint: searchMembers, what: 'members' },
  { path: '/admin/users', endpoint: searchUsers, what: 'users' },
  { path: '/admin/membertype', endpoint: searchMemberTypes, what: 'member types' },
  { path: '/admin/memberstatus', endpoint: searchMemberStatuses, what: 'member statuses' },
  { path: '/admin/cardnotifications', endpoint: searchNotifications, what: 'notifications' },
  { path: '/admin/bulkemails', endpoint: searchBulkEmails, what: 'bulk emails' },
  { path: '/admin/maillog', endpoint: searchMails, what: 'the sent mail' },
  { path: '/admin/audit', endpoint: searchAudit, what: 'the audit log' },
  { path: '/admin/security', endpoint: searchSecurityEvents, what: 'the security record' },
  { path: '/admin/bankstatements', endpoint: searchStatements, what: 'the bank statements' },
];

test('each list says that its rows cannot be loaded, and loads them on Try again', async ({
  page,
  api,
}) => {
  test.slow();
  for (const { path, endpoint, what } of lists) {
    await test.step(what, async () => {
      api.refuse(endpoint, 503);
      await page.goto(path);
      const failure = page.getByRole('alert').filter({ hasText: `Failed to fetch ${what}` });
      await expect(failure).toBeVisible();
      await expect(page.getByRole('table')).toHaveCount(0);
      api.drop(endpoint);
      await page.getByRole('button', { name: 'Try again' }).click();
      const drop = page.getByRole('alert').filter({ hasText: `Error fetching ${what}` });
      await expect(drop).toBeVisible();
      await expect(failure).toHaveCount(0);
      api.reply(endpoint, { results: [], totalCount: 0 });
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText('No records found')).toBeVisible();
      await expect(drop).toHaveCount(0);
    });
  }
});

test('after a failed search the filters stay, and the title and the Download button show no count', async ({
  page,
  api,
}) => {
  const list = listOn(page, title);
  api.reply(searchDonations, searchIn(donationsOf(12)));
  await page.goto('/admin/donations?lastName=Mabaso');
  await expect(list.heading(12)).toBeVisible();
  api.refuse(searchDonations, 503);
  await list.searchBox.fill('x');
  await list.searchBox.press('Enter');
  await expect(page.getByText('Failed to fetch donations')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page).toHaveTitle(new RegExp(`^${title} ·`));
  await expect(list.button('Download')).toBeDisabled();
  await list.openFilters();
  await expect(page.getByLabel('Last name')).toHaveValue('Mabaso');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a message is shown while the first rows load, and the old rows stay while others load', async ({
  page,
  api,
}) => {
  const list = listOn(page, title);
  api.reply(searchDonations, searchIn(donationsOf(11)));
  const first = api.hold(searchDonations);
  await page.goto('/admin/donations');
  await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  first.letGo();
  await expect(list.heading(11)).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${title} \\(11\\)`));

  const second = api.hold(searchDonations);
  await list.paging.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  await expect(list.heading(11)).toBeVisible();
  await expect(list.rows).toHaveCount(10);
  await expect(list.rows.first()).toContainText('Donor 11');
  second.letGo();
  await expect(list.rows).toHaveCount(1);
});

test('a search without results offers to clear the search, and an empty list to add a record', async ({
  page,
  api,
}) => {
  const list = listOn(page, title);
  const main = page.getByRole('main');
  api.reply(searchDonations, { results: [], totalCount: 0 });
  await page.goto('/admin/donations?lastName=Nobody');
  await expect(main.getByText('No records found')).toBeVisible();
  await expect(list.heading(0)).toBeVisible();
  await expect(list.range('0 to 0 of 0')).toBeVisible();
  await expect(list.button('Download (0 rows)')).toBeDisabled();
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Clear Search' }).last().click();
  await expect(page).toHaveURL(/\/admin\/donations$/);
  await expect(page.getByText('The first one you add will be shown here.')).toBeVisible();
  await main.getByRole('link', { name: 'Add New' }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'New Donation' })).toBeVisible();
});

test('if a download fails, a message above the rows says so and the button works again', async ({
  page,
  api,
}) => {
  const list = listOn(page, title);
  api.reply(searchDonations, searchIn(donationsOf(1)));
  await page.goto('/admin/donations');
  await expect(list.heading(1)).toBeVisible();
  api.drop(searchDonations);
  const download = list.button('Download (1 row)');
  const csv = page.getByRole('menuitem', { name: 'CSV', exact: true });
  await download.click();
  await csv.click();
  await expect(download).toBeDisabled();
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
  await expect(list.rows).toHaveCount(1);
  api.reply(searchDonations, searchIn(donationsOf(1)));
  const waiting = page.waitForEvent('download');
  await download.click();
  await csv.click();
  await waiting;
  await expect(page.getByRole('alert').filter({ hasText: 'reached' })).toHaveCount(0);
});

test('the choices of a filter that cannot be loaded are loaded again on demand', async ({
  page,
  api,
}) => {
  api.refuse(listMemberTypes, 503);
  api.reply(listMemberStatuses, [
    { id: '0199d2a4-7c1e-4c8b-9a51-2f6d3e8b1c71', name: 'Active', isBuiltIn: true },
  ]);
  await page.goto('/admin/member?lastName=Zulu');
  await expect(page.getByText('Failed to fetch member types')).toBeVisible();
  await page.getByLabel('Status').selectOption({ label: 'Active' });
  await expectAccessible(page);
  const student = {
    id: '0199d2a4-7c1e-4c8b-9a51-2f6d3e8b1c72',
    name: 'Student',
    description: '',
    fee: 100,
    isFamily: false,
    isRetired: false,
    isFeeConfirmed: true,
  };
  api.reply(listMemberTypes, [student]);
  await page.getByRole('button', { name: 'Load the choices again' }).click();
  await expect(page.getByText('Failed to fetch member types')).toHaveCount(0);
  await page.getByLabel('Type').selectOption({ label: 'Student' });
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect
    .poll(() => api.bodies(searchMembers).at(-1))
    .toMatchObject({ memberTypeID: student.id, lastName: 'Zulu' });
});

test('if the figures cannot be loaded, the page says so and the list stays', async ({
  page,
  api,
}) => {
  api.reply(searchDonations, searchIn(donationsOf(12)));
  api.refuse(summarizeDonations, 503);
  await page.goto('/admin/donations');
  await page.getByRole('button', { name: 'Summary', exact: true }).click();
  await expect(page.getByText('Failed to fetch the summary')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next page' })).toBeVisible();
  const months = Array.from({ length: 12 }, (_, at) => ({
    month: `2026-${String(at + 1).padStart(2, '0')}`,
    from: null,
    to: null,
    amount: at,
    count: at,
    elsewhere: at === 11 ? 2.1 : 0,
  }));
  api.reply(summarizeDonations, { months, pending: { amount: 0, count: 0 } });
  const summary = page.getByRole('region', { name: 'Summary' });
  await summary.getByRole('button', { name: 'Try again' }).click();
  await expect(summary.getByRole('listitem')).toHaveCount(12);
  await expect(summary.getByText('Of it reported elsewhere: Dec 2026 R2.10')).toBeVisible();
});

test('all rows of a list are printed, and then the page is as before', async ({ page, api }) => {
  const rows = donationsOf(115);
  api.reply(searchDonations, searchIn(rows));
  const printed: [number, boolean][] = [];
  await page.exposeFunction('notePrinted', (...sheet: [number, boolean]) => printed.push(sheet));
  await page.addInitScript(() => {
    window.print = () => {
      const { notePrinted } = globalThis as unknown as { notePrinted: (...of: unknown[]) => void };
      const isWhole = document.body.textContent?.includes('1 to 115 of 115');
      notePrinted(document.querySelectorAll('[data-row]').length, isWhole);
      dispatchEvent(new Event('afterprint'));
    };
  });
  await page.goto('/admin/donations');
  await expect(listOn(page, title).heading(115)).toBeVisible();
  await page.getByRole('button', { name: /^Download/ }).click();
  await page.getByRole('menuitem', { name: 'Print all rows' }).click();
  await expect.poll(() => printed).toEqual([[115, true]]);
  await expect(page.locator('[data-row]')).toHaveCount(10);

  api.reply(searchDonations, { results: rows.slice(0, 10), totalCount: 1001 });
  await page.reload();
  await page.getByRole('button', { name: /^Download/ }).click();
  await page.getByRole('menuitem', { name: 'Print all rows' }).click();
  await expect(page.getByRole('alert')).toContainText('Only lists of up to 1000 rows are printed.');
});
