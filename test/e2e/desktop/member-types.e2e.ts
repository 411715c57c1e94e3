import type { Page } from '@playwright/test';
import type { InputOf } from '#contract/endpoint.ts';
import { createMemberType, type MemberType } from '#contract/member-types/endpoints.ts';
import type { Admin } from '../fixtures/administrator.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  withOwnServer,
} from '../fixtures/test.ts';
import { openFilters } from '../fixtures/app-shell.ts';
import { choose } from '../fixtures/row-actions.ts';

// Other tests count the types that the wizard offers.
const test = withOwnServer();

const address = '/admin/membertype';
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const searchFor = (name: string) => `${address}?${new URLSearchParams({ name })}`;
const formOf = ({ id }: MemberType) => `${address}/${id}`;

let made = 0;
/** A type that no other test of this worker has. */
async function typeIn(
  office: Admin,
  changes: Partial<InputOf<typeof createMemberType>['body']> = {},
): Promise<MemberType> {
  made += 1;
  const body = { name: `Ranger ${made} ${Date.now().toString(36)}`, fee: 120, ...changes };
  return office.ask(createMemberType, { body }, await office.adminToken());
}

test('the list shows the member types and their fees', async ({ page, office, enterAs }) => {
  const free = await typeIn(office, { fee: 0, description: 'For those who helped for 25 years' });
  await enterAs('admin', address);
  await expect(heading(page, /^Manage Member Types \(\d+\)$/)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(
    /Admin.*Member Types/,
  );
  const family = rowOf(page, 'FAMILY MAX 4 up to 18 yrs');
  for (const words of ['R950.00', 'Yes', 'Offered']) await expect(family).toContainText(words);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await openFilters(page);
  await page.getByLabel('Name').fill(free.name.toUpperCase());
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(heading(page, 'Manage Member Types (1)')).toBeVisible();
  for (const words of ['R0.00', 'Free', 'For those who helped for 25 years']) {
    await expect(rowOf(page, free.name)).toContainText(words);
  }
  await openFilters(page);
  await page.getByLabel('Name').fill('nothing of the kind');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('No records found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Search' }).first().click();
  await expect(family).toBeVisible();
});

test('a new type is offered in the wizard', async ({ page, office, enterAs }) => {
  const name = `Bateleur ${Date.now().toString(36)}`;
  await enterAs('admin', address);
  await page.getByRole('link', { name: 'Add New' }).first().click();
  await expect(heading(page, 'New Member Type')).toBeFocused();
  await page.getByRole('button', { name: 'Create' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText([
    'Please enter a name.',
    'Please enter an amount.',
  ]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Name').fill('individual');
  await page.getByLabel('Fee').fill('1 250,5');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(summary).toContainText('A member type with this name already exists.');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Description').fill('For those who fly high');
  await page.getByRole('button', { name: 'Create' }).dblclick();
  await expect(page.getByText('Member type added.')).toBeVisible();
  await expect(heading(page, name)).toBeVisible();
  await page.goto(searchFor(name));
  await expect(rowOf(page, name)).toContainText('R1250.50');
  await expect(rowOf(page, name)).toHaveCount(1);
  await page.goto('/register');
  await expect(page.getByRole('radio', { name: new RegExp(name) })).toBeVisible();
  expect(office).toBeTruthy();
});

test('a changed type appears in the list, and its history shows the change', async ({
  page,
  office,
  enterAs,
}) => {
  const type = await typeIn(office);
  await enterAs('admin', searchFor(type.name));
  await page.getByRole('link', { name: `Edit ${type.name}` }).click();
  await expect(heading(page, type.name)).toBeVisible();
  await expect(page.getByLabel('Fee')).toHaveValue('120.00');
  await expect(page.getByText('Issued invoices keep their amount.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Fee').fill('0');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await save(page).click();
  await expect(page.getByText('Member type saved.')).toBeVisible();
  await page.getByText('History').click();
  await expect(page.getByText('Changed member type')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(page, type.name)).toContainText('Free');
});

test('a type in use cannot be deleted, but can be retired and restored', async ({
  page,
  office,
  enterAs,
}) => {
  const type = await typeIn(office);
  await office.registered({ typeName: type.name });
  await enterAs('admin', searchFor(type.name));
  const row = rowOf(page, type.name);
  await choose(row, 'Delete');
  const question = page.getByRole('alertdialog', { name: 'Confirm Deletion' });
  await expect(question).toContainText(type.name);
  await question.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'in use by 1 member and 1 invoice, so it cannot be deleted. Retire it instead',
  );
  await choose(row, 'Retire');
  const retire = page.getByRole('alertdialog', { name: `Retire ${type.name}?` });
  await expectStillAccessible(page);
  await retire.getByRole('button', { name: 'Yes, retire it' }).click();
  await expect(page.getByText('Member type retired. It is no longer offered.')).toBeVisible();
  await expect(row).toContainText('Retired');
  await expectAccessible(page);
  await page.goto('/register');
  await expect(page.getByRole('radio', { name: /Student/ })).toBeVisible();
  await expect(page.getByRole('radio', { name: new RegExp(type.name) })).toHaveCount(0);

  await page.goto(formOf(type));
  await expect(page.getByText('This type is retired', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Bring back' }).click();
  await expect(page.getByText('Member type restored. It is offered again.')).toBeVisible();
  await expect(page.getByText('New members can choose this type.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retire' })).toBeVisible();
});

test('removing relatives from a type needs a confirmation before any are hidden', async ({
  page,
  office,
  enterAs,
}) => {
  const type = await typeIn(office, { isFamily: true });
  const child = { firstName: 'Lerato', lastName: 'Mokoena', email: 'lerato@example.org' };
  await office.registered({ typeName: type.name, relatives: [child] });
  await enterAs('admin', formOf(type));
  await page.getByLabel('Family').uncheck();
  await save(page).click();
  const question = page.getByRole('alertdialog', { name: 'Hide relatives?' });
  await expect(question).toContainText('1 member of this type has 1 relative.');
  await expectStillAccessible(page);
  await question.getByRole('button', { name: 'No, cancel' }).click();
  await expect(save(page)).toBeEnabled();
  await save(page).click();
  await question.getByRole('button', { name: 'Yes, hide them' }).click();
  await expect(page.getByText('Member type saved.')).toBeVisible();
});

test('an unused type can be deleted', async ({ page, office, enterAs }) => {
  const type = await typeIn(office);
  await enterAs('admin', searchFor(type.name));
  await choose(rowOf(page, type.name), `Delete ${type.name}`);
  await page.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page.getByText('No records found')).toBeVisible();
  await page.goto(formOf(type));
  await expect(page.getByRole('alert')).toContainText('This member type does not exist.');
  await expectStillAccessible(page);
});

test('a fee can be changed by keyboard alone @full', async ({ page, office, enterAs }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const type = await typeIn(office, { name: `Nkosazana${'-Oluwaseyi'.repeat(7)}${Date.now()}` });
  await enterAs('admin', searchFor(type.name));
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: /^Edit/ }).press('Enter');
  await expect(heading(page, type.name)).toBeFocused();
  await expectNoSidewaysScroll(page);
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab');
  await expect(page.getByLabel('Fee')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('75');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Member type saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(rowOf(page, type.name)).toContainText('R75.00');
  await expect(page.getByRole('link', { name: /^Edit/ })).toBeFocused();
});
