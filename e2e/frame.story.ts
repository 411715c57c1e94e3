import {
  administrator,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test,
} from './fixtures/story.ts';

test('the sign-in page answers and can be used by everyone @both', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('the administrator lands on an empty dashboard @both', async ({ page, enterAs }) => {
  await enterAs('admin', '/admin/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('main')).toHaveText('Dashboard');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(administrator.email).toBe('admin@localhost');
});

test('a page that can not be had says so, and comes when it is asked for again @both', async ({
  page,
  enterAs,
}) => {
  await page.route('**/assets/dashboard-page-*.js', (route) => route.abort());
  await enterAs('admin', '/admin/dashboard');
  const trouble = page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' });
  await expect(trouble).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to home' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('an address that leads nowhere shows the way home @both', async ({ page }) => {
  await page.goto('/no/such/place');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Go to home' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});
