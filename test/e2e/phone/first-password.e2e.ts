import type { Page } from '@playwright/test';
import { firstPasswordTexts } from '#contract/auth/first-password.ts';
import type { Admin } from '../fixtures/administrator.ts';
import { memberForm, openMembers, ownName } from '../fixtures/member-form.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  password,
  test,
} from '../fixtures/test.ts';
import { tabTo } from '../fixtures/keyboard.ts';

const signIn = (page: Page) => page.getByRole('button', { name: 'Sign In' });

/** The link in the invitation mail. */
async function invitedTo(office: Admin, email: string): Promise<string> {
  const [mail] = await office.mailsTo(email, 'Your membership: choose a password');
  const link = /\S+\/login\/[0-9a-f-]{36}/.exec(mail?.text ?? '')?.[0];
  expect(link, 'a link in the mail').toBeTruthy();
  return link ?? '';
}

test('a new member sets the first password with the invitation and reaches the profile', async ({
  page,
  office,
  enterAs,
}) => {
  const email = office.newEmail('nomsa');
  await enterAs('admin', '/admin/member/new');
  const form = memberForm(page);
  await form.type.selectOption({ label: 'Individual, R450.00' });
  await form.person('First name').fill('Nomsa');
  await form.person('Last name').fill(ownName('Dlamini'));
  await form.contact('Email').fill(email);
  await form.create.click();
  await expect(page.getByText(`The invitation to ${email} is kept here`)).toBeVisible();
  await page.evaluate(() => localStorage.clear());

  await page.goto(await invitedTo(office, email));
  await expect(page).toHaveURL(/\/reset-password\?token=.+&email=/);
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText('Password Requirements')).toBeVisible();
  await expect(page.getByText('Welcome! Choose your first password here.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('New password', { exact: true }).fill('Leopard2');
  await page.getByLabel('Confirm password', { exact: true }).fill('Leopard2');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password has been reset successfully.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill('Leopard2');
  await signIn(page).click();
  await expect(page).toHaveURL(/\/member\/profile$/);
  const you = page.getByRole('region', { name: 'You' });
  await expect(you.getByLabel('First name')).toHaveValue('Nomsa');
});

test('a member who has already chosen a password gets the normal sign-in page', async ({
  page,
  office,
}) => {
  const member = await openMembers(office).entered();
  const link = await invitedTo(office, member.email);
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('Leopard2');
  await page.getByLabel('Confirm password', { exact: true }).fill('Leopard2');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(link);
  await expect(signIn(page)).toBeVisible();
  await expect(page).toHaveURL(link);
  await expect(page.getByText('This link is no longer valid.')).toHaveCount(0);
  await expectStillAccessible(page);
});

test('an invitation opened while another user is signed in says so, and works after logging out', async ({
  page,
  office,
  enterAs,
}) => {
  const member = await openMembers(office).entered();
  const link = await invitedTo(office, member.email);
  await enterAs(await office.registered(), '/member/profile');
  await page.goto(link);
  const sentence = page.getByText('This link is for another person.');
  await expect(sentence).toContainText('You are signed in as Thandi Dlamini.');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Stay signed in' }).click();
  await expect(page).toHaveURL(/\/member\/profile$/);
  await page.goto(link);
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/\/reset-password\?token=.+&email=/);
  await expect(page.getByText(member.email)).toBeVisible();
});

test('a user who signs in on the link of another person goes to their own page', async ({
  page,
  office,
}) => {
  const { email } = await office.registered();
  await page.goto('/login/0199d2a4-7c1e-4c8b-9a51-2f6d3e8b1c70');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await signIn(page).click();
  await expect(page).toHaveURL(/\/member\/profile$/);
});

test('a spinner is shown until the check has ended', async ({ page, office }) => {
  const member = await openMembers(office).entered();
  let answer = () => {};
  const released = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/users/check-password*', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`/login/${member.userID}`);
  await expect(page.getByText('Loading…')).toBeVisible();
  await expect(signIn(page)).toHaveCount(0);
  await expectStillAccessible(page);
  answer();
  await expect(page).toHaveURL(/\/reset-password\?/);
});

test('if the check fails, the error is logged and the sign-in page is shown', async ({
  page,
  office,
}) => {
  const member = await openMembers(office).entered();
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.route('**/api/users/check-password*', (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
  await page.goto(`/login/${member.userID}`);
  await expect(signIn(page)).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  expect(logged.join()).toContain('The password-set check failed.');
  await expectStillAccessible(page);
});

for (const userId of ['0199d2a4-7c1e-4c8b-9a51-2f6d3e8b1c70', 'nobody']) {
  test(`a link for ${userId} opens plain sign-in`, async ({ page }) => {
    await page.goto(`/login/${userId}`);
    await expect(signIn(page)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /\S/ })).toHaveCount(0);
  });
}

test('an expired invitation explains how to continue', async ({ page, office }) => {
  const member = await openMembers(office).entered();
  await page.route('**/api/user/reset-token', (route) =>
    route.fulfill({ status: 400, json: { success: false, message: firstPasswordTexts.badLink } }),
  );
  await page.goto(`/login/${member.userID}`);
  await expect(page.getByText('This link is no longer valid.')).toBeVisible();
  await expect(signIn(page)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: /Forgot your password/ }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
});

test('the first password can be set by keyboard alone @full', async ({ page, office }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const member = await openMembers(office).entered();
  await page.goto(await invitedTo(office, member.email));
  await expect(page).toHaveURL(/\/reset-password\?/);
  const word = page.getByLabel('New password', { exact: true });
  await tabTo(page, word, 10);
  await page.keyboard.type('Leopard2');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Leopard2');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password has been reset successfully.')).toBeVisible();
  await expectNoSidewaysScroll(page);
});
