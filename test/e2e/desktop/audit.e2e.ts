import type { Page } from '@playwright/test';
import {
  getCompanyInfo,
  listCompanyInfos,
  updateCompanyInfo,
} from '#contract/company-info/endpoints.ts';
import { deleteDonation, updateDonation } from '#contract/donations/admin-endpoints.ts';
import type { Donation } from '#contract/donations/endpoints.ts';
import { openProvider } from '../fixtures/provider.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test as base,
} from '../fixtures/test.ts';
import { openFilters, openTab } from '../fixtures/app-shell.ts';
import { tabTo } from '../fixtures/keyboard.ts';

const test = base.extend<{ donated: ReturnType<typeof openProvider>['donated'] }>({
  donated: async ({ server, office }, use) => use(openProvider(server, office).donated),
});

const logOf = ({ reference }: Donation) =>
  `/admin/audit?${new URLSearchParams({ subjectName: reference })}`;
const history = (page: Page) => page.getByText('History', { exact: true });

test('the audit log shows who changed a record, when and what, and links to the record @both', async ({
  page,
  office,
  enterAs,
  donated,
}) => {
  const donation = await donated('EFT', { lastName: 'Dlamini' });
  // Wider than a phone.
  const lastName = 'Ndlovu van Niekerk of Hoedspruit and Acornhoek';
  const change = { params: { id: donation.id }, body: { amount: 300, lastName } };
  await office.ask(updateDonation, change, await office.adminToken());
  await enterAs('admin', '/admin/audit');
  await openFilters(page);
  await page.getByLabel('Name or number').fill(donation.reference.toLowerCase());
  await page.getByLabel('Kind of record').selectOption('Donations');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Log (1)' })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: donation.reference });
  await expect(row).toContainText(`Changed donation ${donation.reference} of Thandi ${lastName}`);
  await expect(row).toContainText(`Last name: Dlamini → changed to ${lastName}`);
  await expect(row).toContainText('Amount: R250.00 → changed to R300.00');
  await expect(page.getByRole('link', { name: 'Add New' })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await row.getByRole('link').click();
  await expect(
    page.getByRole('heading', { level: 1, name: `Donation ${donation.reference}` }),
  ).toBeVisible();
  await page.goBack();
  await expect(row).toBeVisible();
});

test('the audit log can be searched and a record opened by keyboard alone', async ({
  page,
  office,
  enterAs,
  donated,
}) => {
  const donation = await donated('EFT');
  const change = { params: { id: donation.id }, body: { amount: 300 } };
  await office.ask(updateDonation, change, await office.adminToken());
  await enterAs('admin', '/admin/audit');
  await expect(page.getByRole('heading', { level: 1, name: /^Audit Log \(/ })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type(donation.reference);
  await page.keyboard.press('Enter');
  const record = page.getByRole('row').filter({ hasText: donation.reference }).getByRole('link');
  await expect(record).toHaveCount(1);
  await tabTo(page, record, 30);
  await page.keyboard.press('Enter');
  const name = `Donation ${donation.reference}`;
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
});

test('the audit log is a tab of System', async ({ page, enterAs }) => {
  await enterAs('admin', '/admin/dashboard');
  await openTab(page, 'System', 'Audit');
  await expect(page.getByRole('heading', { level: 1, name: /^Audit Log \(\d+\)$/ })).toBeVisible();
});

test('dates filter the audit log, and an invalid date does not', async ({
  page,
  office,
  enterAs,
  donated,
}) => {
  const donation = await donated('EFT');
  const input = { params: { id: donation.id } };
  await office.ask(deleteDonation, input, await office.adminToken());
  await enterAs('admin', `${logOf(donation)}&from=banana`);
  const row = page.getByRole('row').filter({ hasText: 'Deleted donation' });
  await expect(row).toBeVisible();
  await expect(row.getByRole('link')).toHaveCount(0);
  await row.getByText('What it was').click();
  await expect(row).toContainText('Amount: R250.00');
  await openFilters(page);
  await page.getByLabel('To', { exact: true }).fill('2020-01-31');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('No records found')).toBeVisible();
  await expect(page).toHaveURL(/to=2020-01-31/);
});

test('the history on a record can be paged through by keyboard alone', async ({
  page,
  office,
  enterAs,
  donated,
}) => {
  const donation = await donated('EFT');
  const token = await office.adminToken();
  for (let amount = 101; amount <= 111; amount += 1) {
    await office.ask(updateDonation, { params: { id: donation.id }, body: { amount } }, token);
  }
  await enterAs('admin', `/admin/donations/${donation.id}`);
  await expect(history(page)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Changed donation' })).toHaveCount(0);
  await history(page).press('Enter');
  const entries = page.getByRole('listitem').filter({ hasText: 'Changed donation' });
  await expect(entries).toHaveCount(10);
  await expect(entries.first()).toContainText('Amount: R110.00 → changed to R111.00');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(entries).toHaveCount(11);
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
});

test('a record without changes has an empty history', async ({ page, enterAs, donated }) => {
  const donation = await donated('EFT');
  await enterAs('admin', `/admin/donations/${donation.id}`);
  await history(page).click();
  await expect(page.getByText('No administrator has changed this yet.')).toBeVisible();
});

test('the company info shows its history, including the change just saved', async ({
  page,
  office,
  enterAs,
}) => {
  const token = await office.adminToken();
  const [company] = await office.ask(listCompanyInfos, {}, token);
  const params = { id: company?.id ?? '' };
  await office.ask(updateCompanyInfo, { params, body: { notes: 'Before' } }, token);
  await enterAs('admin', '/admin/companyinfo');
  await history(page).click();
  const change = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Notes' }).first();
  await expect(change).toContainText('Before');
  await page.getByLabel('Notes').fill('After');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(change).toContainText('Notes: Before → changed to After');
  expect((await office.ask(getCompanyInfo, { params }, token)).notes).toBe('After');
});
