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
import { openMembers } from '../fixtures/member-form.ts';

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

  const chip = page.getByRole('link', { name: /^All pending \(\d+\)$/ });
  const [count] = /\d+/.exec((await chip.textContent()) ?? '') ?? [];
  await chip.click();
  await expect(page).toHaveURL(/memberStatusID=/);
  await expect(heading(page, Number(count))).toBeVisible();
  await expect(rowOf(page, 'Pending').first()).toBeVisible();
  await expect(rowOf(page, 'Active')).toHaveCount(0);
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

test('members of a province are found, and a wrong province is corrected', async ({
  page,
  office,
  enterAs,
}) => {
  const lastName = newFamily('Zulu');
  const members = openMembers(office);
  const postalAddress = '3 Kloof Street\nHowick';
  await members.entered({ firstName: 'Ayanda', lastName, postalAddress, zipCode: '3290' });
  await members.entered({ firstName: 'Bheki', lastName, zipCode: '0699' });
  await enterAs('admin', '/admin/member');
  await openFilters(page);
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel('Province').selectOption('KwaZulu-Natal');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(heading(page, 1)).toBeVisible();
  await expect(rowOf(page, 'Ayanda')).toContainText('HowickKwaZulu-Natal');

  await page.getByRole('link', { name: `Edit Ayanda ${lastName}` }).click();
  const province = page.getByLabel('Province');
  await expect(province.getByRole('option', { selected: true })).toHaveText(
    'From the zip code: KwaZulu-Natal',
  );
  await province.selectOption('Free State');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Member saved.')).toBeVisible();
  await page.goto(`/admin/member?${new URLSearchParams({ lastName, province: 'Free State' })}`);
  await expect(heading(page, 1)).toBeVisible();
  await page.goto(`/admin/member?${new URLSearchParams({ lastName, agreedToNews: 'no' })}`);
  await expect(heading(page, 2)).toBeVisible();
});
