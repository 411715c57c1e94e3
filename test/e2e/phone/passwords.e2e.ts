import type { Page } from '@playwright/test';
import { resetRedirectMs } from '#contract/limits.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  password,
  test,
} from '../fixtures/test.ts';
import type { Admin } from '../fixtures/administrator.ts';

const someLink = '/reset-password?token=of-nobody&email=thandi%40example.org';

const newPassword = (page: Page) => page.getByLabel('New password', { exact: true });
const confirmPassword = (page: Page) => page.getByLabel('Confirm password', { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Reset password' }).click();

async function fill(page: Page, first: string, second: string) {
  await newPassword(page).fill(first);
  await confirmPassword(page).fill(second);
  await confirmPassword(page).press('Enter');
}

/** The link in the mail that resets the password. */
async function mailedLink(office: Admin, email: string): Promise<string> {
  const [mail] = await office.mailsTo(email, 'Choose a new password');
  const link = /\S+\/reset-password\?\S+/.exec(mail?.text ?? '')?.[0];
  expect(link, 'a link in the mail').toBeTruthy();
  return link!;
}

async function askForLink(page: Page, email: string) {
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
}

test('the email is required and must be valid', async ({ page }) => {
  await page.goto('/forgot-password');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const email = page.getByLabel('Email');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(email).toHaveAccessibleDescription('Email is required.');
  await expect(email).toBeFocused();
  await email.fill('thandi');
  await expect(page.getByText('Email is required.')).toBeHidden();
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address.');
  await expectAccessible(page);
  // This server has no mail server.
  await expect(page.getByText('We cannot send emails yet. Please contact us.')).toBeVisible();
  await expect(page.getByText('We will send you a link')).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('after the link is sent, the button is disabled for half a minute', async ({ page }) => {
  await page.clock.install();
  await askForLink(page, 'nobody@example.org');
  await expect(page.getByRole('status').first()).toHaveText(
    'Reset link has been sent to your email address.',
  );
  // This server has no mail server.
  await expect(page.getByText('We cannot send emails yet. Please contact us.')).toBeVisible();
  await expect(page.getByText('spam')).toHaveCount(0);
  const button = page.getByRole('button', { name: 'Send reset link' });
  await expect(button).toBeDisabled();
  await page.clock.fastForward(29_000);
  await expect(button).toBeDisabled();
  await page.clock.fastForward(2_000);
  await expect(button).toBeEnabled();
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Email').fill('nobody');
  await button.click();
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
  await expect(page.getByText('Reset link has been sent')).toHaveCount(0);
});

test('the page that confirms the sent link is accessible', async ({ page }) => {
  await askForLink(page, 'nobody@example.org');
  await expect(page.getByText('Reset link has been sent')).toBeVisible();
  await expectAccessible(page);
});

test('if the server cannot be reached, the page says so', async ({ page }) => {
  await page.route('**/api/user/forgot-password', (route) => route.abort());
  await askForLink(page, 'thandi@example.org');
  await expect(page.getByRole('alert')).toHaveText('An error occurred. Please try again later.');
  await page.unrouteAll();
  await page.route('**/api/user/forgot-password', (route) =>
    route.fulfill({ status: 400, json: { success: false, message: 'No' } }),
  );
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to send reset link. Please try again.');
  await expect(page.getByRole('button', { name: 'Send reset link' })).toBeEnabled();
  await expectStillAccessible(page);
});

test('a forgotten password can be replaced by keyboard alone', async ({ page, office }) => {
  const { email } = await office.registered();
  await page.goto('/forgot-password');
  await page.getByLabel('Email').focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Reset link has been sent')).toBeVisible();

  await page.goto(await mailedLink(office, email));
  await newPassword(page).focus();
  await page.keyboard.type('Leopard2');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(confirmPassword(page)).toBeFocused();
  await page.keyboard.type('Leopard2');
  await page.keyboard.press('Enter');
  const success = 'Your password has been reset successfully.';
  await expect(page.getByRole('status').filter({ hasText: success })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Login' })).toBeFocused();
  await expect(page).toHaveURL(/\/login$/);

  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Leopard2');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/member\/profile$/);
});

test('the sign-in page opens two seconds after the reset, even with a session', async ({
  page,
  office,
  enterAs,
}) => {
  const { email } = await office.registered();
  await enterAs({ email }, '/forgot-password');
  await askForLink(page, email);
  await page.clock.install();
  await page.goto(await mailedLink(office, email));
  await newPassword(page).fill('Leopard2');
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await fill(page, 'Leopard2', 'Leopard2');
  await expect(page.getByText('Your password has been reset successfully.')).toBeVisible();
  await page.clock.runFor(resetRedirectMs - 1);
  await expect(page).toHaveURL(/\/reset-password/);
  await page.clock.runFor(1);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('the page that confirms the new password is accessible', async ({ page, office }) => {
  const { email } = await office.registered();
  await askForLink(page, email);
  const link = await mailedLink(office, email);
  // The page leaves after two seconds, which is too short for the checks.
  await page.addInitScript((ms) => {
    const later = window.setTimeout;
    const longer = (act: () => void, delay?: number) => later(act, delay === ms ? 60_000 : delay);
    window.setTimeout = longer as typeof window.setTimeout;
  }, resetRedirectMs);
  await page.goto(link);
  await fill(page, 'Leopard2', 'Leopard2');
  await expect(page.getByRole('link', { name: 'Go to Login' })).toBeVisible();
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a link works once', async ({ page, office }) => {
  const { email } = await office.registered();
  await askForLink(page, email);
  const link = await mailedLink(office, email);
  await page.goto(link);
  await fill(page, 'Leopard2', 'Leopard2');
  await expect(page.getByText('reset successfully')).toBeVisible();
  await page.goto(link);
  await fill(page, 'Leopard3', 'Leopard3');
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to reset password. Please try again. This link was used already, or it is too old.',
  );
  await expect(page.getByRole('button', { name: 'Reset password' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
});

test('the requirements are ticked while the password is typed', async ({ page }) => {
  await page.goto(someLink);
  const lines = page.getByRole('list', { name: 'Password Requirements' }).getByRole('listitem');
  await expect(lines).toHaveText([
    'At least 6 characters: not met yet',
    'One uppercase letter: not met yet',
    'One lowercase letter: not met yet',
    'One digit: not met yet',
  ]);
  await newPassword(page).pressSequentially('Leo1');
  await expect(lines).toHaveText([
    'At least 6 characters: not met yet',
    'One uppercase letter: met',
    'One lowercase letter: met',
    'One digit: met',
  ]);
  await expectAccessible(page);
  await newPassword(page).pressSequentially('pard');
  await expect(page.getByText('All password requirements are met.')).toBeAttached();
  await expectNoSidewaysScroll(page);
});

test('each mistake in a new password has its own message', async ({ page }) => {
  await page.goto(someLink);
  await expect(newPassword(page)).toHaveAttribute('autocomplete', 'new-password');
  await expect(confirmPassword(page)).toHaveAttribute('autocomplete', 'new-password');
  await save(page);
  await expect(newPassword(page)).toHaveAccessibleDescription('Both fields are required.');
  await fill(page, password, '');
  await expect(confirmPassword(page)).toHaveAccessibleDescription('Both fields are required.');
  await fill(page, password, `${password}4`);
  await expect(confirmPassword(page)).toHaveAccessibleDescription('Passwords do not match.');
  await expect(confirmPassword(page)).toBeFocused();
  await expectAccessible(page);
  await fill(page, 'leopard', 'leopard');
  const unmet = 'Password does not meet the required criteria.';
  await expect(newPassword(page)).toHaveAccessibleDescription(unmet);
  await newPassword(page).pressSequentially('X');
  await expect(page.getByText(unmet)).toBeHidden();
});

test('one of the most common passwords is refused at its field', async ({ page, office }) => {
  const { email } = await office.registered();
  await askForLink(page, email);
  await page.goto(await mailedLink(office, email));
  await fill(page, 'Password1', 'Password1');
  await expect(newPassword(page)).toHaveAccessibleDescription(
    'This password is one of the most common ones and easy to guess. Please choose another one.',
  );
  await expect(newPassword(page)).toBeFocused();
  await expect(newPassword(page)).toHaveValue('Password1');
  await expect(page.getByRole('alert')).toHaveText('');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await fill(page, 'Leopard2', 'Leopard2');
  await expect(page.getByText('Your password has been reset successfully.')).toBeVisible();
  const [mail] = await office.mailsTo(email, 'Your password was changed');
  expect(mail?.text).toContain('with a link that was sent to this address');
});

for (const address of ['/reset-password', '/reset-password?token=x', '/reset-password?email=x']) {
  test(`the incomplete link ${address} explains what to do`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole('alert')).toContainText('This link is not complete.');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await expect(page).toHaveURL(/\/forgot-password$/);
  });
}
