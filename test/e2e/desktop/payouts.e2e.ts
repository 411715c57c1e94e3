import type { Page } from '@playwright/test';
import { payoutTexts } from '#contract/bank-matching/payouts.ts';
import { getDonation } from '#contract/donations/endpoints.ts';
import { importLines, lineRow, moveOf } from '../fixtures/bank/bank-matching.ts';
import { openProvider } from '../fixtures/provider.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  withOwnServer,
} from '../fixtures/test.ts';

// No other card payment may be in the payout.
const test = withOwnServer();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const contents = (page: Page) => page.getByRole('region', { name: payoutTexts.title });

test('a payout of PayFast shows its card payments and fees, is booked, and is undone', async ({
  page,
  office,
  server,
  enterAs,
}) => {
  test.slow();
  const provider = openProvider(server, office);
  const gifts = [await provider.donated('Credit Card'), await provider.donated('Credit Card')];
  for (const gift of gifts) {
    await provider.complete(await provider.formOf(gift), 'pay');
    const isReceived = async () => {
      const params = { id: gift.id };
      const donation = await office.ask(getDonation, { params }, await office.adminToken());
      return donation.isReceived;
    };
    await expect.poll(isReceived).toBe(true);
  }
  // The simulator keeps 3.5 % and R1.50 of each R250.
  const net = 2 * (25_000 - 875 - 150);
  await importLines(office, [moveOf(net - 1001, 'PAYFAST   PO00918273')]);

  await enterAs('admin', '/admin/bankmatching');
  // Book in the list first shows what it would book.
  await lineRow(page, 'PO00918273').getByRole('button', { name: /^Book/ }).click();
  const payout = page.getByRole('dialog', { name: 'Book this payout' });
  await expect(payout).toContainText('2 card payments of R500.00');
  await expect(payout.getByRole('button', { name: 'Book', exact: true })).toBeVisible();
  await expectAccessible(page);
  await payout.getByRole('button', { name: 'No, cancel' }).click();
  await expect(payout).toHaveCount(0);

  await lineRow(page, 'PO00918273').getByRole('link').first().click();
  await expect(contents(page)).toContainText('2 card payments of R500.00');
  await expect(contents(page)).toContainText('R10.01 more than this line');
  await expect(contents(page).getByRole('link', { name: /^DON-\d{5}$/ })).toHaveCount(2);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await button(page, 'Book').click();
  await expect(page.getByRole('region', { name: 'Booked as' })).toBeVisible();
  await expect(contents(page).getByRole('link', { name: /^DON-\d{5}$/ })).toHaveCount(2);
  await expectAccessible(page);

  await page.getByRole('button', { name: /^Undo/ }).click();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await dialog.getByRole('textbox').fill('The wrong line');
  await dialog.getByRole('button', { name: /^Undo/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(contents(page)).toContainText('2 card payments of R500.00');
  await expectNoSidewaysScroll(page);
});
