import type { Page } from '@playwright/test';
import { administrator } from '../fixtures/running-server.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  withOwnServer,
} from '../fixtures/test.ts';

// The counts are those of all records.
const test = withOwnServer();

const today = (page: Page) => page.getByRole('button', { name: /^Today/ });
const panel = (page: Page) => page.getByRole('region', { name: 'Today' });

test('Today counts what waits on every page, and is open on the dashboard after signing in @both', async ({
  page,
  office,
}) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(administrator.email);
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  const started = /^Get started \(\d of 7\)$/;
  await expect(panel(page).getByRole('link')).toHaveText([started]);
  await expect(page.getByRole('main')).toHaveText('Dashboard');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const { invoiceId } = await office.registered();
  await office.donated('EFT', 100);
  await page.goto('/admin/membertype');
  await expect(today(page)).toHaveAccessibleName('Today 2 waiting');
  await expect(panel(page)).toBeHidden();
  await today(page).click();
  await expect(panel(page).getByRole('link')).toHaveText([
    started,
    /Donations pending\s*1$/,
    /Invoices due\s*1$/,
  ]);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(today(page)).toBeFocused();
  await today(page).click();
  await panel(page)
    .getByRole('link', { name: /^Invoices due/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Manage Invoices (1)' })).toBeVisible();
  await expect(panel(page)).toBeHidden();
  await office.settle(invoiceId);
  await page.reload();
  await expect(today(page)).toHaveAccessibleName('Today 1 waiting');
});
