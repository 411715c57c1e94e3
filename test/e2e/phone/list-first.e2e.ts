import type { Locator } from '@playwright/test';
import { donors, listOn } from '../fixtures/donors.ts';
import { openPeople } from '../fixtures/profile.ts';
import { openRowMenu } from '../fixtures/row-actions.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';

test('after a search the filters close, and the first result is on the screen @phone-only', async ({
  page,
  office,
  enterAs,
}) => {
  const { lastName, donations } = await donors(office, 3);
  const list = listOn(page, 'Manage Donations');
  await enterAs('admin', '/admin/donations');
  await expect(list.rows.first()).toBeVisible();
  await list.openFilters();
  await page.getByLabel('Last name').fill(lastName);
  await list.button('Search').scrollIntoViewIfNeeded();
  await list.button('Search').click();
  await expect(list.heading(3)).toBeVisible();
  const filters = list.button('Filters (1)');
  await expect(filters).toHaveAttribute('aria-expanded', 'false');
  await expect(filters).toBeFocused();
  await expect(list.rows.first()).toBeInViewport({ ratio: 1 });

  await list.searchBox.fill(donations[1]!.reference);
  await list.searchBox.press('Enter');
  await expect(list.rows).toHaveCount(1);
  await expect(list.rows.first()).toBeInViewport({ ratio: 1 });
  await expect(list.searchBox).not.toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('the menu of a card opens on the screen @phone-only', async ({ page, office, enterAs }) => {
  const { donations, address } = await donors(office, 1);
  const list = listOn(page, 'Manage Donations');
  await enterAs('admin', address);
  const menu = await openRowMenu(list.row(donations[0]!.reference));
  await expect(menu).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await menu.getByRole('menuitem', { name: /^Edit/ }).tap();
  await expect(page.getByRole('heading', { level: 1, name: /^Donation DON-/ })).toBeVisible();
});

test('a long badge does not squeeze the name and the address on a card @phone-only', async ({
  page,
  office,
  enterAs,
}) => {
  const people = openPeople(office);
  const { email } = await people.withStatus('Due for Renewal');
  const paid = await people.withStatus('Active');
  const words = new URLSearchParams({ text: email.split('@')[0] ?? '' });
  await enterAs('admin', `/admin/member?${words}`);
  const row = (address: string) => page.getByRole('row').filter({ hasText: address });
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { y: 0, width: 0 };
  const nameIn = (address: string) => row(address).getByRole('cell').filter({ hasText: address });
  expect((await boxOf(nameIn(email))).width).toBeGreaterThan(200);
  const long = row(email).getByText('Due for Renewal', { exact: true });
  expect((await boxOf(long)).y).toBeGreaterThan((await boxOf(nameIn(email))).y + 30);
  await expectNoSidewaysScroll(page);

  // A short one stands beside the name.
  await page.goto(`/admin/member?${new URLSearchParams({ text: paid.email.split('@')[0] ?? '' })}`);
  const short = row(paid.email).getByText('Active', { exact: true });
  expect((await boxOf(short)).y).toBeLessThan((await boxOf(nameIn(paid.email))).y + 30);
});
