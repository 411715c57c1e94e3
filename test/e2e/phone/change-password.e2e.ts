import type { Page } from '@playwright/test';
import { listMemberStatuses } from '#contract/member-statuses/endpoints.ts';
import { dropAfter } from '../fixtures/network.ts';
import { entered } from '../fixtures/users.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  password,
  test,
} from '../fixtures/test.ts';

const another = 'Leopard2';
const changed = 'Your password is changed. Your other devices were signed out.';

/** The elements and actions of the dialog. */
function openDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  const menu = page.getByRole('button', { name: /^User menu/ });
  const field = (name: string) => dialog.getByLabel(name, { exact: true });
  const submit = dialog.getByRole('button', { name: 'Change password' });

  async function open(): Promise<void> {
    await menu.click();
    await page.getByRole('button', { name: 'Change Password' }).click();
  }

  async function fill(current: string, next: string, confirm = next): Promise<void> {
    await field('Current password').fill(current);
    await field('New password').fill(next);
    await field('Confirm password').fill(confirm);
    await submit.click();
  }

  return { dialog, menu, field, submit, open, fill };
}

test('a member can change the own password and stays signed in, other devices are signed out', async ({
  page,
  office,
  enterAs,
}) => {
  const { email } = await office.registered();
  const elsewhere = await office.tokenOf(email);
  await enterAs({ email }, '/member/profile');
  const { dialog, menu, field, submit, open, fill } = openDialog(page);
  await open();
  await expect(field('Current password')).toBeFocused();
  await expect(field('Current password')).toHaveAttribute('autocomplete', 'current-password');
  await expect(field('New password')).toHaveAttribute('autocomplete', 'new-password');
  await expect(dialog.getByRole('list', { name: 'Password Requirements' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await submit.click();
  await expect(field('Current password')).toBeFocused();
  await expect(field('Current password')).toHaveAccessibleDescription(
    'Current password is required.',
  );
  await fill(password, another, `${another}x`);
  await expect(field('Confirm password')).toHaveAccessibleDescription('Passwords do not match.');
  await fill(password, 'leopard');
  await expect(field('New password')).toHaveAccessibleDescription(
    'Password does not meet the required criteria.',
  );
  await fill('Wrong123', another);
  await expect(field('Current password')).toHaveAccessibleDescription(
    'The current password is not correct. Please try again.',
  );
  await expect(field('Current password')).toBeFocused();
  await expect(field('New password')).toHaveValue(another);
  await expectAccessible(page);

  await fill(password, another);
  await expect(page.getByText(changed)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(menu).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible();
  await expect(office.ask(listMemberStatuses, {}, elsewhere)).rejects.toThrow(/401/);
  await office.tokenOf(email, another);
  const [mail] = await office.mailsTo(email, 'Your password was changed');
  expect(mail?.text).toContain('If it was not you, choose a new password at once.');
  expect(mail?.text).toContain('/forgot-password');
});

test('an administrator can change the own password by keyboard alone @full', async ({
  page,
  office,
  enterAs,
}) => {
  const { email } = await entered(office);
  await enterAs({ email }, '/admin/dashboard');
  const { menu, field, submit } = openDialog(page);
  await menu.press('Enter');
  await page.getByRole('button', { name: 'Change Password' }).press('Enter');
  await expect(field('Current password')).toBeFocused();
  await page.keyboard.type(password);
  for (const name of ['New password', 'Confirm password']) {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(field(name)).toBeFocused();
    await page.keyboard.type(another);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByText(changed)).toBeVisible();
  await expect(menu).toBeFocused();
  await expect(submit).toHaveCount(0);
  await office.tokenOf(email, another);
});

test('if the reply is lost, the dialog says that the password may have been changed', async ({
  page,
  office,
  enterAs,
}) => {
  const { email } = await office.registered();
  await enterAs({ email }, '/member/profile');
  const { dialog, submit, open, fill } = openDialog(page);
  await open();
  const dropped = await dropAfter(page, '**/api/user/change-password');
  await fill(password, another);
  await expect(dialog.getByRole('alert')).toContainText('The server cannot be reached.');
  await dropped.restore();
  await submit.click();
  await expect(dialog.getByRole('alert')).toContainText(
    'Your new password may have been saved before the connection was lost.',
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await office.tokenOf(email, another);
});
