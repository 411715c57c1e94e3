import type { Page } from '@playwright/test';
import { hold } from '../fixtures/network.ts';
import { startServer } from '../fixtures/running-server.ts';
import {
  administrator,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  password,
  test,
} from '../fixtures/test.ts';

const failure = 'Invalid credentials. Please try again.';

async function signIn(page: Page, email: string, word: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(word);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a member who signs in lands on My Profile', async ({ page, office }) => {
  const { email } = await office.registered();
  await page.goto('/');
  await signIn(page, email, password);
  await expect(page).toHaveURL(/\/member\/profile$/);
  await expect(heading(page, 'My Profile')).toBeVisible();
});

test('the page links to registration and to the password reset', async ({ page }) => {
  await page.goto('/login');
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Want to become a member? Register' }).click();
  await expect(page).toHaveURL(/\/register$/);
  await page.goBack();
  await page.getByRole('link', { name: 'Forgot your password? Reset it now' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
});

test('browsers can autofill both fields, and the password can be shown', async ({ page }) => {
  await page.goto('/login');
  const word = page.getByLabel('Password', { exact: true });
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
  await expect(word).toHaveAttribute('autocomplete', 'current-password');
  await word.fill('Leopard1');
  const show = page.getByRole('button', { name: 'Show password' });
  await show.click();
  await expect(show).toHaveAttribute('aria-pressed', 'true');
  await expect(word).toHaveAttribute('type', 'text');
});

test('a wrong password shows an error above the button, and the password stays in the focused field', async ({
  page,
  office,
}) => {
  const { email } = await office.registered();
  await page.goto('/login');
  await signIn(page, email, 'Wrong123');
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText(failure);
  const word = page.getByLabel('Password', { exact: true });
  await expect(word).toHaveValue('Wrong123');
  await expect(word).toBeFocused();
  const [message, button] = await Promise.all([
    alert.boundingBox(),
    page.getByRole('button', { name: 'Sign In' }).boundingBox(),
  ]);
  expect(message!.y + message!.height).toBeLessThanOrEqual(button!.y);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a user can sign in by keyboard alone, and Sign In is disabled during the request', async ({
  page,
  office,
}) => {
  const { email } = await office.registered();
  const answer = await hold(page, '**/api/user/login', 'POST');
  await page.goto('/login');
  await page.getByLabel('Email').focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  const button = page.getByRole('button', { name: 'Sign In' });
  await expect(button).toBeDisabled();
  await expectStillAccessible(page);
  answer.letGo();
  await expect(heading(page, 'My Profile')).toBeFocused();
});

test('a user who is already signed in is redirected at once', async ({ page, office, enterAs }) => {
  await enterAs(await office.registered(), '/login');
  await expect(page).toHaveURL(/\/member\/profile$/);
  await enterAs('admin', '/');
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
});

test('the requested page opens after sign-in, even after a reload', async ({ page }) => {
  await page.goto('/admin/invoice?size=20');
  await expect(heading(page, 'Sign In')).toBeVisible();
  await expect(page.getByText('Please sign in to go on.')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText('Please sign in to go on.')).toBeVisible();
  await signIn(page, administrator.email, administrator.password);
  await expect(page).toHaveURL(/\/admin\/invoice\?size=20$/);
});

test('after sign-in, a page that the user may not open is not opened', async ({ page, office }) => {
  const { email } = await office.registered();
  await page.goto('/admin/member');
  await expect(heading(page, 'Sign In')).toBeVisible();
  await signIn(page, email, password);
  await expect(page).toHaveURL(/\/member\/profile$/);
});

test('a user whose session has ended sees a message, and returns to the page after sign-in', async ({
  page,
  office,
  enterAs,
}) => {
  const { email } = await office.registered();
  await enterAs({ email }, '/member/profile');
  await expect(heading(page, 'My Profile')).toBeVisible();
  // A pending reply would detect the ended session before the reload does.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    const { token } = localStorage;
    return fetch('/api/user/logout', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    });
  });
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('You have been signed out. Please sign in again.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await expectAccessible(page);
  await signIn(page, email, password);
  await expect(page).toHaveURL(/\/member\/profile$/);
});

test('after too many attempts, the page says how long to wait', async ({ page }) => {
  test.setTimeout(90_000);
  const strict = await startServer({ RATE_LIMITS: 'on' });
  try {
    await page.goto(`${strict.url}/login`);
    for (let tries = 0; tries < 10; tries += 1) {
      const answered = page.waitForResponse('**/api/user/login');
      await signIn(page, 'nobody@example.org', 'Wrong123');
      expect((await answered).status()).toBe(401);
    }
    await signIn(page, 'nobody@example.org', 'Wrong123');
    await expect(page.getByRole('alert')).toHaveText(
      'Too many attempts. Please wait 15 minutes, or reset your password.',
    );
  } finally {
    await strict.stop();
  }
});
