import { openTab } from '../fixtures/app-shell.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';

test('the whole menu is on the screen of a small laptop, below the system notices @desktop-only', async ({
  page,
  enterAs,
}) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  await enterAs('admin', '/admin/dashboard');
  await expect(page.getByRole('complementary', { name: 'System notices' })).toBeVisible();
  const links = page.getByRole('navigation', { name: 'Menu' }).getByRole('link');
  await expect(links.nth(1)).toHaveText(/^Get started \(\d of 7\)$/);
  for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
});

test('pages of one subject are tabs, which stay where they are @desktop-only', async ({
  page,
  enterAs,
}) => {
  await enterAs('admin', '/admin/dashboard');
  const pages = {
    Statements: /^Bank Statements/,
    Credits: /^Credits/,
    Proofs: /^Proofs of Payment/,
  };
  for (const [tab, heading] of Object.entries(pages)) {
    await openTab(page, 'Bank', tab);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    const tabs = page.getByRole('navigation', { name: 'Bank' });
    await expect(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page');
    await expect(
      page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Bank' }),
    ).toHaveAttribute('aria-current', 'page');
  }
  await expectAccessible(page);
  await openTab(page, 'Sent Mail', 'Unsubscribed');
  await expect(page.getByRole('heading', { level: 1, name: /^Unsubscribed Emails/ })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
