import type { Page } from '@playwright/test';
import { makeTestDatabase } from '#test/support/database.ts';
import { query } from '#test/support/empty-database.ts';
import { tabTo } from '../fixtures/keyboard.ts';
import { openPeople } from '../fixtures/profile.ts';
import { startServerOn, type RunningServer } from '../fixtures/running-server.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test as base,
} from '../fixtures/test.ts';

const perWorker = { scope: 'worker', timeout: 120_000 } as const;

/** The tests change the database by hand, which the application never does. */
const test = base.extend<object, { databaseUrl: string; server: RunningServer }>({
  databaseUrl: [
    async ({}, use) => {
      const database = await makeTestDatabase();
      await use(database.url);
      await database.drop();
    },
    perWorker,
  ],
  server: [
    async ({ databaseUrl }, use) => {
      const server = await startServerOn(databaseUrl, {});
      await use(server);
      await server.stop();
    },
    perWorker,
  ],
});

const section = (page: Page) => page.getByRole('region', { name: 'Books' });
const check = (page: Page) => section(page).getByRole('button', { name: 'Check now' });

test('an administrator checks the books, and sees which records contradict each other', async ({
  page,
  enterAs,
  office,
  databaseUrl,
}) => {
  await openPeople(office).withStatus('Active');
  await enterAs('admin', '/admin/systemcheck');
  await tabTo(page, check(page), 60);
  await page.keyboard.press('Enter');
  await expect(section(page).getByRole('status')).toHaveText('The books agree.');
  await expect(section(page)).toContainText(/The books agree\. Checked on /);
  await expect(check(page)).toBeFocused();
  await page.goto('/admin/companyinfo');
  await expect(page.getByRole('heading', { name: 'Tax' })).toBeVisible();
  await expect(page.getByText('of the books failed')).toBeHidden();

  await query(databaseUrl, 'ALTER TABLE invoices DROP CONSTRAINT IF EXISTS invoices_paid_whole');
  await query(
    databaseUrl,
    'UPDATE invoices SET paid_cents = paid_cents - 100 WHERE paid_cents > 0',
  );
  await page.goto('/admin/systemcheck');
  await check(page).click();
  await expect(section(page).getByRole('status')).toHaveText(
    'The books do not agree. The list says what to do.',
  );
  const failures = section(page).getByRole('list', { name: 'Failures' });
  await expect(failures).toContainText(
    /INV-\d{5}: R[\d.]+ is noted as paid, its payments count R[\d.]+/,
  );
  await expect(failures).toContainText('R1.00 is missing');
  const entry = page
    .getByRole('listitem')
    .filter({ has: page.getByText('Books', { exact: true }) });
  await expect(entry).toContainText('3 checks of the books failed');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await page.goto('/admin/companyinfo');
  await page.getByRole('link', { name: 'System Check, Books, says which records' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'System Check' })).toBeFocused();
  await query(
    databaseUrl,
    'UPDATE invoices SET paid_cents = paid_cents + 100 WHERE paid_cents > 0',
  );
  await check(page).click();
  await expect(section(page).getByRole('status')).toHaveText('The books agree.');
});

test('a check that fails on the way says so, and can be tried again', async ({ page, enterAs }) => {
  await enterAs('admin', '/admin/systemcheck');
  await page.route('**/api/books/check', (route) => route.abort());
  await check(page).click();
  await expect(section(page).getByRole('alert')).not.toBeEmpty();
  await page.unroute('**/api/books/check');
  await check(page).click();
  await expect(section(page).getByRole('status')).toHaveText('The books agree.');
});
