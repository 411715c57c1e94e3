import type { Page } from '@playwright/test';
import { formatTime } from '#contract/days.ts';
import { refused } from '#test/support/payfast/history-server.ts';
import { openProvider } from '../fixtures/provider.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  withHistoryServer,
} from '../fixtures/test.ts';

const test = withHistoryServer();

const section = (page: Page) => page.getByRole('region', { name: 'Payments at PayFast' });
const start = (page: Page) => section(page).getByRole('button', { name: 'Check now' });

/** An hour ago, as PayFast writes it. */
const anHourAgo = () => `${formatTime(new Date(Date.now() - 3_600_000).toISOString())}:00`;

test.beforeEach(({ api }) => {
  api.rows = [];
  api.answer = null;
});

test('an administrator compares, records a lost payment and dismisses a strange one', async ({
  page,
  enterAs,
  api,
  server,
  office,
}) => {
  const donation = await openProvider(server, office).donated('Credit Card');
  api.rows = [
    {
      date: anHourAgo(),
      gross: 25_000,
      providerId: `1${Date.now()}`,
      reference: donation.id,
      balance: 0,
    },
    { date: anHourAgo(), gross: 9900, providerId: `2${Date.now()}`, balance: 9900 },
  ];
  await enterAs('admin', '/admin/cardnotifications');
  await start(page).press('Enter');
  const items = section(page).getByRole('list', { name: 'Differences' }).getByRole('listitem');
  const lost = items.filter({ hasText: donation.reference });
  // A worker of the application compares.
  await expect(lost).toContainText(`R250.00 was paid at PayFast for ${donation.reference}`, {
    timeout: 15_000,
  });
  await expect(section(page).getByRole('status')).toHaveText('The comparison is complete.');
  await expect(section(page)).toContainText(/Last compared on .* There are 2 differences\./);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await lost.getByRole('button', { name: /^Record this payment/ }).press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Record this payment' });
  await expect(question).toContainText('what is to pay is paid, and the receipt is sent');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Record this payment' }).click();
  await expect(page.getByText('The payment was recorded.')).toBeVisible();
  await expect(lost).toHaveCount(0);

  const strange = items.filter({ hasText: 'R99.00' });
  await expect(strange.getByRole('button', { name: /^Dismiss/ })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Dismiss' });
  await dialog.getByLabel('Reason').fill('Sold in the shop at the gate');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('Difference dismissed.')).toBeVisible();
  await expect(section(page)).toContainText('There are no differences.');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await page.goto(`/admin/donations?reference=${donation.reference}`);
  await expect(page.getByRole('row').filter({ hasText: donation.reference })).toContainText(
    'Received',
  );
});

test('a list that cannot be read is shown as a failure with what to do, not as no difference', async ({
  page,
  enterAs,
  api,
}) => {
  api.answer = () => refused(401, 'Origin could not be verified');
  await enterAs('admin', '/admin/cardnotifications');
  await start(page).click();
  await expect(section(page)).toContainText('401: Origin could not be verified', {
    timeout: 15_000,
  });
  await expect(section(page)).toContainText('IP whitelist');
  await expect(section(page).getByRole('status')).toHaveText('The comparison failed.');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.goto('/admin/systemcheck');
  await expect(page.getByText('Payments at PayFast')).toBeVisible();
});
