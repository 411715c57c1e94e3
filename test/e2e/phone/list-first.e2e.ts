import { donors, listOn } from '../fixtures/donors.ts';
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
