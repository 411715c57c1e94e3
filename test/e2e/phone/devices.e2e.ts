import { listOwnSessions } from '#contract/auth/sessions.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';
import { entered } from '../fixtures/users.ts';

const title = 'Signed-in Devices';

test('a member sees the own devices on My Profile, and signs another one out', async ({
  page,
  office,
  enterAs,
  isMobile,
}) => {
  const { email } = await office.registered();
  const lost = await office.tokenOf(email);
  await enterAs({ email }, '/member/profile');
  const card = page.getByRole('region', { name: title });
  if (isMobile) await card.getByRole('heading', { name: title }).click();
  const devices = card.getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.filter({ hasText: 'This device' })).toHaveCount(1);
  await expect(card.getByText(/^Signed in .+, last used .+/).first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await card.getByRole('button', { name: /^Sign out of/ }).click();
  await expect(page.getByText('The device is signed out.')).toBeVisible();
  await expect(devices).toHaveCount(1);
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  await expect(office.ask(listOwnSessions, {}, lost)).rejects.toThrow(/401/);
});

test('an administrator signs out everywhere from the user menu', async ({
  page,
  office,
  enterAs,
}) => {
  const { email } = await entered(office);
  const elsewhere = await office.tokenOf(email);
  await enterAs({ email }, '/admin/dashboard');
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('button', { name: title }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  const question = page.getByRole('alertdialog', { name: 'Sign out everywhere' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('button', { name: 'Sign out everywhere' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await question.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await expect(office.ask(listOwnSessions, {}, elsewhere)).rejects.toThrow(/401/);
});
