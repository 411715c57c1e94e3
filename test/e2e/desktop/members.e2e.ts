import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectStillAccessible,
  expectNoSidewaysScroll,
  test,
} from '../fixtures/test.ts';
import { openFilters } from '../fixtures/app-shell.ts';
import { tabTo } from '../fixtures/keyboard.ts';

let families = 0;

/** A last name that no other test has, so that a search finds only these people. */
function newFamily(name: string): string {
  families += 1;
  return `${name} ${families}${Date.now().toString(36)}`;
}

function listOf(lastName: string): string {
  return `/admin/member?${new URLSearchParams({ lastName })}`;
}

function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ hasText: name });
}

const heading = (page: Page, count: number) =>
  page.getByRole('heading', { level: 1, name: `Manage Members (${count})` });

test('the list shows the members, their status and unpaid invoices', async ({
  page,
  office,
  enterAs,
}) => {
  const lastName = newFamily('Mokoena');
  const member = await office.registered({ firstName: 'Lerato', lastName });
  await office.settle(member.invoiceId);
  await office.registered({ firstName: 'Sipho', lastName, typeName: 'FAMILY' });

  await enterAs('admin', listOf(lastName));
  await expect(heading(page, 2)).toBeVisible();
  await expect(page).toHaveTitle(/Manage Members \(2\)/);
  const paid = rowOf(page, 'Lerato');
  await expect(paid).toContainText(/\d{5}/);
  await expect(paid).toContainText('Active');
  await expect(paid).toContainText(member.email);
  const waiting = rowOf(page, 'Sipho');
  await expect(waiting).toContainText('No number yet');
  await expect(waiting).toContainText('Pending');
  await expect(waiting).toContainText('FAMILY MAX 4 up to 18 yrs');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const chip = page.getByRole('link', { name: /^Waiting for payment \(\d+\)$/ });
  const [count] = /\d+/.exec((await chip.textContent()) ?? '') ?? [];
  await chip.click();
  await expect(page).toHaveURL(/memberStatusID=/);
  await expect(heading(page, Number(count))).toBeVisible();
  await expect(rowOf(page, 'Pending').first()).toBeVisible();
  await expect(rowOf(page, 'Active')).toHaveCount(0);
});

test('the type and status filters offer the existing types and statuses', async ({
  page,
  office,
  enterAs,
}) => {
  const lastName = newFamily('Nkosi');
  await office.registered({ firstName: 'Thabo', lastName, typeName: 'Student' });
  await office.registered({ firstName: 'Elna', lastName, typeName: 'Pensioner' });

  await enterAs('admin', listOf(lastName));
  await openFilters(page);
  await page.getByLabel('Type').selectOption({ label: 'Pensioner' });
  await page.getByLabel('Status').selectOption({ label: 'Pending' });
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(heading(page, 1)).toBeVisible();
  await expect(rowOf(page, 'Elna')).toBeVisible();
  await openFilters(page);
  await page.getByRole('button', { name: 'Clear Search' }).first().click();
  await openFilters(page);
  await expect(page.getByLabel('Type')).toHaveValue('');
  await expect(page.getByLabel('Last name')).toHaveValue('');
});

test('a page of the list can be opened, returned to and shared', async ({
  page,
  office,
  enterAs,
  context,
}) => {
  const lastName = newFamily('Dlamini');
  const names = Array.from(
    { length: 12 },
    (_, index) => `Anele${String.fromCodePoint(97 + index)}`,
  );
  for (const firstName of names) {
    const { invoiceId } = await office.registered({ firstName, lastName });
    await office.settle(invoiceId);
  }
  await enterAs('admin', listOf(lastName));
  await expect(rowOf(page, 'Anelea')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(rowOf(page, 'Anelel')).toBeVisible();
  await expect(rowOf(page, 'Anelea')).toHaveCount(0);
  await page.goBack();
  await expect(rowOf(page, 'Anelea')).toBeVisible();
  await page.goForward();
  await expect(rowOf(page, 'Anelel')).toBeVisible();

  const shared = await context.newPage();
  await shared.goto(page.url());
  await expect(rowOf(shared, 'Anelel')).toBeVisible();
  await expect(heading(shared, 12)).toBeVisible();
});

test('columns can be sorted, and a sorted list can be shared', async ({
  page,
  office,
  enterAs,
  isMobile,
}) => {
  const lastName = newFamily('Botha');
  await office.registered({ firstName: 'Pieter', lastName, typeName: 'Student' });
  await office.registered({ firstName: 'Kobus', lastName, typeName: 'Individual' });
  await enterAs('admin', `${listOf(lastName)}&sort=MemberTypeName`);
  await expect(page.getByRole('row').filter({ hasText: lastName }).first()).toContainText('Kobus');
  // Cards have no column headers.
  if (isMobile) return;
  const type = page.getByRole('columnheader', { name: 'Type' });
  await expect(type).toHaveAttribute('aria-sort', 'ascending');
  await type.getByRole('button').click();
  await expect(type).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('row').nth(1)).toContainText('Pieter');
  await expect(page).toHaveURL(/sort=-MemberTypeName/);
});

test('a search without results says so and offers a way back', async ({ page, enterAs }) => {
  await enterAs('admin', listOf('nobody is called this'));
  await expect(page.getByText('No records found')).toBeVisible();
  await expect(heading(page, 0)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('button', { name: 'Clear Search' }).last().click();
  await expect(page).not.toHaveURL(/lastName/);
});

test('if the server fails, the page says so and loads the members on retry', async ({
  page,
  office,
  enterAs,
}) => {
  const lastName = newFamily('Zulu');
  await office.registered({ firstName: 'Amahle', lastName });
  const search = '**/api/members/search';
  await page.route(search, (route) => route.abort());
  await page.route('**/api/membertypes', (route) => route.fulfill({ status: 503, json: {} }));
  await enterAs('admin', listOf(lastName));
  await expect(page.getByText('Error fetching members')).toBeVisible();
  await expect(page.getByText('Failed to fetch member types')).toBeVisible();
  await expectAccessible(page);
  await page.unroute(search);
  await page.route(search, (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Failed to fetch members')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowOf(page, 'Amahle')).toBeVisible();
  await page.getByRole('button', { name: 'Load the choices again' }).click();
  await expect(page.getByText('Failed to fetch member types')).toHaveCount(0);
});

test('a member and the invoices can be found by keyboard alone', async ({
  page,
  office,
  enterAs,
}) => {
  const lastName = newFamily('Khumalo');
  const { email } = await office.registered({ firstName: 'Zanele', lastName });
  await enterAs('admin', '/admin/member');
  await expect(page.getByRole('heading', { name: /^Manage Members \(\d+\)$/ })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type(`${lastName} zan`);
  await page.keyboard.press('Enter');
  await expect(heading(page, 1)).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: `More actions for Zanele ${lastName}` }), 30);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: /^Record payment/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  const invoices = page.getByRole('menuitem', { name: `Invoices of Zanele ${lastName}` });
  await expect(invoices).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Manage Invoices (1)' })).toBeVisible();
  await expect(page.getByText(email).first()).toBeVisible();
});

test('very long names and addresses fit the page @both', async ({ page, office, enterAs }) => {
  const lastName = newFamily('van Rensburg-Papenfus-Oosthuizen');
  await office.registered({
    firstName: 'Maximiliaan-Christoffel Johannes Wilhelmus',
    lastName,
    email: office.newEmail(`${'wilhelmus.'.repeat(5)}papenfus`),
  });
  await enterAs('admin', listOf(lastName));
  await expect(heading(page, 1)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectStillAccessible(page);
});
