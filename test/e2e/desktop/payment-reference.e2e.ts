import type { Page } from '@playwright/test';
import { getInvoice } from '#contract/invoices/endpoints.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');

/** Presses Copy on the page of the record, and types the reference into Search of its list. */
async function copyAndSearch(page: Page, { reference, list }: { reference: string; list: string }) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await expect(main(page)).toContainText(`Payment reference${reference}`);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: `Copy payment reference ${reference}` }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
  const withoutHyphens = reference.replaceAll('-', '').toLowerCase();
  const wrong = `${reference.slice(0, -1)}B`;
  await page.goto(list);
  for (const [text, count] of [
    [reference, 1],
    [withoutHyphens, 1],
    [wrong, 0],
  ] as const) {
    await page.getByRole('searchbox', { name: 'Search' }).fill(text);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: `(${count})` })).toBeVisible();
  }
}

test('an administrator copies the payment reference of an invoice, and finds the invoice by it', async ({
  page,
  office,
  enterAs,
}) => {
  const { invoiceId } = await office.registered();
  const token = await office.adminToken();
  const invoice = await office.ask(getInvoice, { params: { id: invoiceId ?? '' } }, token);
  const reference = 'paymentReference' in invoice ? invoice.paymentReference : '';
  expect(reference).toMatch(/^INV-\d{5}-[A-Y]$/);
  await enterAs('admin', `/admin/invoice/${invoiceId}`);
  await copyAndSearch(page, { reference, list: '/admin/invoice' });
});

test('an administrator copies the payment reference of a donation, and finds the donation by it @full', async ({
  page,
  office,
  enterAs,
}) => {
  const { id, paymentReference } = await office.donated('EFT', 250);
  expect(paymentReference).toMatch(/^DON-\d{5}-[A-Y]$/);
  await enterAs('admin', `/admin/donations/${id}`);
  await copyAndSearch(page, { reference: paymentReference, list: '/admin/donations' });
});
