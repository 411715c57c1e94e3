import type { Page } from '@playwright/test';
import { processDonationPayment } from '#contract/donations/admin-endpoints.ts';
import { tabTo } from '../fixtures/keyboard.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';

const summary = (page: Page) => page.getByRole('region', { name: 'Summary' });
const unfold = (page: Page) => page.getByRole('button', { name: 'Summary', exact: true });
const asTable = (page: Page) => summary(page).getByRole('button', { name: 'Show as table' });
const table = (page: Page) => summary(page).getByRole('table');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('each month of the donation summary links to the donations received in it', async ({
  page,
  office,
  enterAs,
}) => {
  const { id } = await office.donated('Wise', 250);
  await office.ask(processDonationPayment, { params: { id } }, await office.adminToken());
  await office.donated('EFT', 75.5);
  await enterAs('admin', '/admin/donations');
  await expect(heading(page, 'Manage Donations')).toBeVisible();
  await expect(summary(page).getByRole('list')).toHaveCount(0);
  await unfold(page).click();
  const months = summary(page).getByRole('listitem');
  await expect(months).toHaveCount(12);
  await expect(months.last()).toContainText(/^[A-Z][a-z]{2} \d{4}R\d+\.\d\d/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await summary(page)
    .getByRole('link', { name: /^R\d+\.\d\d \(\d+\) Pending$/ })
    .click();
  await expect(page).toHaveURL(/\?isReceived=pending$/);
  await expect(page.getByRole('row').filter({ hasText: 'R75.50' }).first()).toBeVisible();
});

test('a link of the summary table filters the list by date, and each filter can be removed', async ({
  page,
  office,
  enterAs,
}) => {
  const { id } = await office.donated('Wise', 250);
  await office.ask(processDonationPayment, { params: { id } }, await office.adminToken());
  await enterAs('admin', '/admin/donations');
  await unfold(page).click();
  await asTable(page).click();
  const rows = table(page).getByRole('row');
  await expect(rows).toHaveCount(13);
  const count = await rows.last().getByRole('cell').first().getByRole('link').innerText();
  await rows.last().getByRole('link').last().click();
  await expect(heading(page, `Manage Donations (${Number.parseInt(count, 10)})`)).toBeVisible();
  const chips = page.getByRole('list', { name: 'Only' }).getByRole('button');
  await expect(chips).toHaveText([/Received from 1 /, /Received until /]);
  await expect(page).toHaveURL(/isReceived=received&receivedFrom=.*&receivedTo=/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: /^Remove filter: Received until/ }).click();
  await expect(chips).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).not.toHaveURL(/receivedTo/);
  await page.goBack();
  await expect(chips).toHaveCount(2);
});

test('an opened summary stays open for the user after a reload', async ({ page, enterAs }) => {
  await enterAs('admin', '/admin/donations');
  await unfold(page).click();
  await expect(summary(page).getByRole('listitem')).toHaveCount(12);
  await page.reload();
  await expect(summary(page).getByRole('listitem')).toHaveCount(12);
  await unfold(page).click();
  await expect(summary(page).getByRole('listitem')).toHaveCount(0);
  await page.reload();
  await expect(heading(page, 'Manage Donations')).toBeVisible();
  await expect(summary(page).getByRole('listitem')).toHaveCount(0);
});

test('the invoice summary shows how long invoices are unpaid, and the amount paid this year', async ({
  page,
  office,
  enterAs,
}) => {
  await office.settle((await office.registered()).invoiceId);
  const { invoiceId } = await office.registered();
  await enterAs('admin', '/admin/invoice');
  await unfold(page).click();
  await expect(summary(page).getByRole('listitem').first()).toContainText('0–30 days');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await summary(page)
    .getByRole('link', { name: / Paid in financial year \d{4} \(Mar \d{4} to Feb \d{4}\)$/ })
    .click();
  await expect(page).toHaveURL(/monthend\/cashbook\?period=\d{4}&account=owed&what=payments$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Cash Book');
  // The summary is still open.
  await page.goBack();

  await asTable(page).click();
  const youngest = table(page).getByRole('row', { name: /^0–30 days/ });
  const count = Number.parseInt(await youngest.getByRole('link').first().innerText(), 10);
  await youngest.getByRole('link').first().click();
  await expect(heading(page, `Manage Invoices (${count})`)).toBeVisible();
  await expect(page).toHaveURL(/isPaid=unpaid&createdFrom=[\d-]+$/);
  // The figures reload with the list and count one unpaid invoice fewer.
  await office.settle(invoiceId);
  await page.getByRole('button', { name: /^Remove filter: Created from/ }).click();
  await expect(heading(page, `Manage Invoices (${count - 1})`)).toBeVisible();
  await expect(youngest.getByRole('cell').first()).toContainText(new RegExp(`^${count - 1}\\b`));
});

test('a segment of the member summary sets the status filter by keyboard alone', async ({
  page,
  office,
  enterAs,
}) => {
  await office.registered();
  const { invoiceId } = await office.registered();
  await office.settle(invoiceId);
  await enterAs('admin', '/admin/member');
  await unfold(page).press('Enter');
  const piece = summary(page).getByRole('link', { name: /^Active: \d+$/ });
  await expect(piece).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const name = (await piece.getAttribute('aria-label')) ?? '';
  await tabTo(page, piece, 8);
  await page.keyboard.press('Enter');
  await expect(heading(page, `Manage Members (${name.replace('Active: ', '')})`)).toBeVisible();
  await expect(page).toHaveURL(/memberStatusID=/);
  await asTable(page).press('Enter');
  await expect(table(page).getByRole('row', { name: /^Pending \d+/ })).toBeVisible();
});
