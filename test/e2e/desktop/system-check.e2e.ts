import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';
import { openMenu } from '../fixtures/app-shell.ts';
import { tabTo } from '../fixtures/keyboard.ts';

const heading = { level: 1, name: 'System Check' } as const;

test('an administrator sees what works and what to do, and can check again', async ({
  page,
  enterAs,
}) => {
  await enterAs('admin', '/admin/companyinfo');
  await openMenu(page);
  await page.getByRole('link', { name: 'System', exact: true }).click();
  await expect(page.getByRole('heading', heading)).toBeFocused();
  const line = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  await expect(line('Migrations')).toContainText('OK');
  await expect(line('Public address')).toContainText('on this machine only');
  await expect(line('Mail')).toContainText('Warning');
  await expect(line('Mail')).toContainText(
    'Enter a mail server under Company Info, Mail, or set SMTP_URL.',
  );
  await expect(page.getByText(/warnings?\. Checked on /)).toBeVisible();
  await expectAccessible(page);

  const again = page.getByRole('button', { name: 'Check again' });
  const reply = page.waitForResponse('**/api/system-check');
  await tabTo(page, again, 40);
  await page.keyboard.press('Enter');
  await reply;
  await expect(page.getByText(/warnings?\. Checked on /)).toBeVisible();
  await expect(again).toBeFocused();
});

test('a check that cannot be made says so, and the button tries again', async ({
  page,
  enterAs,
}) => {
  await page.route('**/api/system-check', (route) => route.abort());
  await enterAs('admin', '/admin/systemcheck');
  await expect(page.getByRole('alert').first()).toHaveText('Failed to check the system');
  await expectAccessible(page);
  await page.unroute('**/api/system-check');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Migrations', { exact: true })).toBeVisible();
  await expect(page.getByRole('alert').first()).toHaveText('');
});

test('on a phone the results fit', async ({ page, enterAs }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await enterAs('admin', '/admin/systemcheck');
  await expect(page.getByText('Migrations', { exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
