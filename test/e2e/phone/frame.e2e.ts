import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';

test('the sign-in page loads and is accessible', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

const trouble = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' });
const membersCode = '**/assets/members-page-*.js';
const goToMembers = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLElement>('a[href="/admin/member"]')?.click());

test('if the code of a page cannot be loaded, the page says so and loads on retry', async ({
  page,
  enterAs,
}) => {
  await page.route('**/assets/dashboard-page-*.js', (route) => route.abort());
  await enterAs('admin', '/admin/dashboard');
  await expect(trouble(page)).toBeVisible();
  await expect(trouble(page)).toBeFocused();
  await expect(page.getByRole('link', { name: 'Go to home' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('Back leaves a page whose code cannot be loaded, and its link loads it again', async ({
  page,
  enterAs,
}) => {
  await page.route(membersCode, (route) => route.abort());
  await enterAs('admin', '/admin/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await goToMembers(page);
  await expect(trouble(page)).toBeVisible();
  await page.unrouteAll();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await goToMembers(page);
  await expect(page.getByRole('heading', { level: 1, name: /^Manage Members/ })).toBeVisible();
});

/** Simulates an upgrade: the server has another main script than this page. */
async function upgrade(page: Page): Promise<void> {
  await page.route('/', async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.fallback();
    const reply = await route.fetch();
    const body = (await reply.text()).replaceAll(/index-[\w-]+\.js/g, 'index-upgraded.js');
    return route.fulfill({ response: reply, body });
  });
}

test('after an upgrade, a page whose code is gone is loaded as a new document', async ({
  page,
  enterAs,
}) => {
  await enterAs('admin', '/admin/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  let documents = 0;
  // When it is asked for: it requests its code before it is loaded.
  page.on('request', (request) => (documents += Number(request.isNavigationRequest())));
  await upgrade(page);
  // The new document refers to the current code of the server.
  await page.route(membersCode, (route) =>
    documents === 0 ? route.fulfill({ status: 404 }) : route.fallback(),
  );
  await goToMembers(page);
  await expect(page.getByRole('heading', { level: 1, name: /^Manage Members/ })).toBeVisible();
  expect(documents).toBe(1);
});

test('after an upgrade, a page is reloaded only once', async ({ page, enterAs }) => {
  await enterAs('admin', '/admin/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  let documents = 0;
  page.on('request', (request) => (documents += Number(request.isNavigationRequest())));
  await upgrade(page);
  await page.route(membersCode, (route) => route.fulfill({ status: 404 }));
  await goToMembers(page);
  await expect(trouble(page)).toBeVisible();
  expect(documents).toBe(1);
});

test('an unknown address shows a link to the start page', async ({ page }) => {
  await page.goto('/no/such/place');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Go to home' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});
