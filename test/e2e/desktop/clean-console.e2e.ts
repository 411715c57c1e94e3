import type { Page } from '@playwright/test';
import { formOf, written } from '../fixtures/bulk-emails.ts';
import { openPeople } from '../fixtures/profile.ts';
import { expect, test } from '../fixtures/test.ts';

/** What the browser reports: errors of scripts, of the content security policy and of requests. */
function watchConsole(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  return errors;
}

const pages = [
  '/admin/dashboard',
  '/admin/donations',
  '/admin/invoice',
  '/admin/cardnotifications',
  '/admin/bulkemails',
  '/admin/maillog',
  '/admin/unsubscribed',
  '/admin/member',
  '/admin/member/new',
  '/admin/memberstatus',
  '/admin/membertype',
  '/admin/companyinfo',
  '/admin/users',
  '/admin/audit',
  '/admin/systemcheck',
];

test('no page of the administrators reports an error', async ({ page, office, enterAs }) => {
  test.slow();
  const { member } = await openPeople(office).active();
  const errors = watchConsole(page);
  await enterAs('admin', '/admin/dashboard');
  for (const address of [...pages, `/admin/member/${member.id}`]) {
    await test.step(address, async () => {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(errors).toEqual([]);
    });
  }
});

test('the preview of a bulk email reports no error, and has its styles', async ({
  page,
  office,
  enterAs,
}) => {
  await openPeople(office).active();
  const bulkEmail = await written(office, { title: 'News' });
  const errors = watchConsole(page);
  await enterAs('admin', formOf(bulkEmail));
  await page.getByRole('button', { name: 'Show preview' }).click();
  const mail = page.frameLocator('iframe');
  await expect(mail.getByText('the dam is full', { exact: false })).toBeVisible();
  const title = mail.getByText('News', { exact: true }).last();
  await expect(title).toHaveCSS('font-weight', /^(600|700)$/);
  await page.getByRole('button', { name: 'Desktop' }).click();
  await expect(mail.getByText('the dam is full', { exact: false })).toBeVisible();
  expect(errors).toEqual([]);
});

test('no public page reports an error', async ({ page }) => {
  const errors = watchConsole(page);
  for (const address of ['/login', '/register', '/donate', '/forgot-password', '/privacy']) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
  }
  expect(errors).toEqual([]);
});
