import type { Page } from '@playwright/test';
import { createMemberStatus, type MemberStatus } from '#contract/member-statuses/endpoints.ts';
import { searchMembers, updateMember } from '#contract/members/endpoints.ts';
import type { Admin } from '../fixtures/administrator.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  test,
} from '../fixtures/test.ts';
import { choose } from '../fixtures/row-actions.ts';

const address = '/admin/memberstatus';
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const searchFor = (name: string) => `${address}?${new URLSearchParams({ name })}`;

let made = 0;
const newName = () => `Honorary ${(made += 1)} ${Date.now().toString(36)}`;

/** A status that no other test of this worker has. */
async function statusIn(office: Admin): Promise<MemberStatus> {
  return office.ask(createMemberStatus, { body: { name: newName() } }, await office.adminToken());
}

/** Registers a member, and an administrator sets the status. */
async function giveToSomeone(office: Admin, { id }: MemberStatus): Promise<void> {
  const token = await office.adminToken();
  const { email } = await office.registered();
  const { results } = await office.ask(searchMembers, { body: { email } }, token);
  const input = { params: { id: results[0]!.id }, body: { memberStatusID: id } };
  await office.ask(updateMember, input, token);
}

test('the built-in statuses are shown with their meaning and are read-only', async ({
  page,
  enterAs,
}) => {
  await enterAs('admin', address);
  await expect(heading(page, /^Manage Member Statuses \(\d+\)$/)).toBeVisible();
  for (const name of ['Active', 'Deactivated', 'Due for Renewal', 'Expired', 'Pending']) {
    const row = rowOf(page, name).filter({ hasText: 'Built in' });
    await expect(row.getByRole('link', { name: `View ${name}` })).toBeVisible();
    await expect(row.getByRole('button')).toHaveCount(0);
  }
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'View Due for Renewal' }).click();
  await expect(heading(page, 'Due for Renewal')).toBeFocused();
  await expect(page.getByText('This status is built in', { exact: false })).toBeVisible();
  await expect(page.getByText('time to renew', { exact: false })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Back to member statuses' }).click();
  await expect(page.getByRole('link', { name: 'View Due for Renewal' })).toBeFocused();
});

test('a custom status can be added, found and renamed', async ({ page, enterAs }) => {
  const name = newName();
  await enterAs('admin', address);
  await page.getByRole('link', { name: 'Add New' }).first().click();
  await expect(heading(page, 'New Member Status')).toBeFocused();
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Please enter a name.')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Name').fill('ACTIVE');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(
    page.getByText('A member status with this name already exists.', { exact: false }),
  ).toBeVisible();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create' }).dblclick();
  await expect(page.getByText('Member status added.')).toBeVisible();
  await expect(heading(page, name)).toBeVisible();
  await page.getByLabel('Name').fill(`${name} now`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expectStillAccessible(page);
  await save(page).click();
  await expect(page.getByText('Member status saved.')).toBeVisible();
  await expect(heading(page, `${name} now`)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(page, `${name} now`)).toContainText('Your own');
});

test('a status in use cannot be deleted, and the message says how many members have it', async ({
  page,
  office,
  enterAs,
}) => {
  const status = await statusIn(office);
  await giveToSomeone(office, status);
  await enterAs('admin', searchFor(status.name));
  await expect(heading(page, 'Manage Member Statuses (1)')).toBeVisible();
  await choose(rowOf(page, status.name), `Delete ${status.name}`);
  const question = page.getByRole('alertdialog', { name: 'Confirm Deletion' });
  await expectStillAccessible(page);
  await question.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page.getByRole('alert')).toContainText(
    '1 member has this status, so it cannot be deleted.',
  );
  await expect(rowOf(page, status.name)).toBeVisible();
});

test('an unused status can be deleted', async ({ page, office, enterAs }) => {
  const status = await statusIn(office);
  await enterAs('admin', searchFor(status.name));
  await choose(rowOf(page, status.name), `Delete ${status.name}`);
  await page.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page.getByText('No records found')).toBeVisible();
  await page.goto(`${address}/${status.id}`);
  await expect(page.getByRole('alert')).toContainText('This member status does not exist.');
});

test('a status can be added by keyboard alone @full', async ({ page, enterAs }) => {
  const name = newName();
  await enterAs('admin', address);
  await page.getByRole('link', { name: 'Add New' }).first().press('Enter');
  await expect(heading(page, 'New Member Status')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Member status added.')).toBeVisible();
  await expect(heading(page, name)).toBeVisible();
  await page.goto(address);
  await expect(rowOf(page, name)).toBeVisible();
});
