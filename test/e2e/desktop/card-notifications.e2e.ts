import type { Page } from '@playwright/test';
import type { Donation } from '#contract/donations/endpoints.ts';
import { searchNotifications } from '#contract/payments/notifications.ts';
import { openProvider } from '../fixtures/provider.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  test as base,
} from '../fixtures/test.ts';
import { openTab } from '../fixtures/app-shell.ts';
import { choose } from '../fixtures/row-actions.ts';

interface Fixtures {
  provider: ReturnType<typeof openProvider>;
  /** Waits until the notifications of a donation have these verdicts, newest first. */
  untilProcessed: (donation: Donation, verdicts: string[]) => Promise<void>;
}

const test = base.extend<Fixtures>({
  provider: async ({ server, office }, use) => use(openProvider(server, office)),
  untilProcessed: async ({ office }, use) =>
    use(async ({ id }, verdicts) => {
      const body = { recordId: id };
      const token = await office.adminToken();
      const results = async () => (await office.ask(searchNotifications, { body }, token)).results;
      await expect
        .poll(async () => (await results()).map(({ verdict }) => verdict), { timeout: 15_000 })
        .toEqual(verdicts);
    }),
});

const rowOf = (page: Page, verdict: string, { reference }: Donation) =>
  page.getByRole('row').filter({ hasText: reference }).filter({ hasText: verdict });
const details = (page: Page) => page.getByRole('dialog', { name: 'Card notification' });

test('a card donation shows each provider notification, its checks and its verdict', async ({
  page,
  enterAs,
  provider,
  untilProcessed,
}) => {
  const donation = await provider.donated('Credit Card');
  const form = await provider.formOf(donation);
  await provider.complete(form, 'fail');
  await provider.complete(form, 'pay');
  await untilProcessed(donation, ['settled', 'failed']);
  await enterAs('admin', '/admin/dashboard');
  await openTab(page, 'Bank', 'Cards');
  await expect(page.getByRole('heading', { level: 1, name: /^Card Notifications/ })).toBeVisible();

  await expect(rowOf(page, 'Failed', donation)).toBeVisible();
  const row = rowOf(page, 'Settled', donation);
  await expect(row).toContainText('R250.00');
  await expect(row).toContainText('COMPLETE');
  await expect(row.getByRole('button')).toHaveCount(1);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const open = row.getByRole('button', { name: /^Details/ });
  await open.press('Enter');
  await expect(details(page)).toContainText('The payment was booked and the receipt sent.');
  const checks = details(page).getByRole('list', { name: 'Checks' }).getByRole('listitem');
  await expect(checks).toHaveCount(7);
  await expect(checks.first()).toContainText('signature: Passed');
  await details(page).getByText('What was sent').click();
  await expect(details(page)).toContainText(`m_payment_id=${donation.id}`);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();

  await row.getByRole('link', { name: donation.reference }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Donations (1)' })).toBeVisible();
});

test('a donation that was paid twice is highlighted', async ({
  page,
  enterAs,
  provider,
  untilProcessed,
}) => {
  const donation = await provider.donated('Credit Card');
  const form = await provider.formOf(donation);
  await provider.complete(form, 'pay');
  await untilProcessed(donation, ['settled']);
  await provider.complete(form, 'pay');
  await untilProcessed(donation, ['credit', 'settled']);
  await page.setViewportSize({ width: 320, height: 640 });
  await enterAs('admin', '/admin/cardnotifications?providerId=no-such-number');
  const warning = page.getByRole('region', { name: 'Credits' });
  await expect(warning).toContainText('waits under Credits');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await warning.getByRole('link', { name: 'Open the credits' }).click();
  await expect(page.getByRole('row').filter({ hasText: donation.reference })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.goto('/admin/cardnotifications?verdict=credit');
  const row = rowOf(page, 'Credit', donation);
  await row.getByRole('button', { name: /^Details/ }).click();
  await expect(details(page)).toContainText('It is recorded as a credit.');
  await expectNoSidewaysScroll(page);
});

test('by keyboard alone a credit is marked as dealt with, with a reason, and leaves the list', async ({
  page,
  enterAs,
  provider,
  untilProcessed,
}) => {
  const donation = await provider.donated('Credit Card');
  const form = await provider.formOf(donation);
  await provider.complete(form, 'pay');
  await untilProcessed(donation, ['settled']);
  await provider.complete(form, 'pay');
  await untilProcessed(donation, ['credit', 'settled']);
  await enterAs('admin', '/admin/credits');
  const credit = page.getByRole('row').filter({ hasText: donation.reference });
  await expect(credit).toContainText('R250.00');
  await expectNoSidewaysScroll(page);
  await choose(credit, 'Mark as dealt with');
  const dialog = page.getByRole('dialog', { name: 'Mark as dealt with' });
  await expect(dialog).toContainText(donation.reference);
  await expectAccessible(page);
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('Refunded at PayFast');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Mark as dealt with' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Marked as dealt with.')).toBeVisible();
  await expect(credit).toHaveCount(0);
});

test('a rejected notification can be processed again after a confirmation', async ({
  page,
  enterAs,
  provider,
  untilProcessed,
}) => {
  const donation = await provider.donated('Credit Card');
  await provider.forge({
    m_payment_id: donation.id,
    pf_payment_id: '1089250',
    payment_status: 'COMPLETE',
    amount_gross: '250.00',
    signature: 'a'.repeat(32),
  });
  await untilProcessed(donation, ['refused']);
  await enterAs('admin', '/admin/cardnotifications?verdict=refused');
  const row = rowOf(page, 'Refused', donation);
  await row.getByRole('button', { name: /^Details/ }).click();
  await expect(details(page)).toContainText('signature: Failed');
  await expectStillAccessible(page);
  await details(page).getByRole('button', { name: 'Close' }).click();
  await expect(row.getByRole('button', { name: /^Details/ })).toBeFocused();

  await choose(row, 'Check again');
  const question = page.getByRole('alertdialog', { name: 'Check again' });
  await expect(question.getByRole('button', { name: 'No, cancel' })).toBeFocused();
  await expectStillAccessible(page);
  await question.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('The notification was checked again.')).toBeVisible();
  await expect(row).toBeVisible();

  await page.route('**/api/payments/payfast/notifications/*/judge', (route) => route.abort());
  await choose(row, 'Check again');
  await question.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('The notification could not be checked.')).toBeVisible();
});
