import {
  administrator,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test,
} from './fixtures/story.ts';

test('the sign-in page answers and can be used by everyone', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('the administrator lands on an empty dashboard', async ({ page, enterAs }) => {
  await enterAs('admin', '/admin/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('main')).toHaveText('Dashboard');
  await expectAccessible(page);
  expect(administrator.email).toBe('admin@localhost');
});
