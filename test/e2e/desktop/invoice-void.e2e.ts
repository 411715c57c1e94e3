import type { Page } from '@playwright/test';
import { getInvoice } from '#contract/invoices/endpoints.ts';
import {
  previewMembershipPayment,
  recordMembershipPayment,
} from '#contract/payments/membership-payment.ts';
import type { Admin } from '../fixtures/administrator.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  test,
} from '../fixtures/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const formOf = (id: string) => `/admin/invoice/${id}`;

async function read(office: Admin, id: string) {
  const invoice = await office.ask(getInvoice, { params: { id } }, await office.adminToken());
  if (!('voidReason' in invoice)) throw new Error('the reply lacks the fields for administrators');
  return invoice;
}

test('an invoice can be voided with a reason, and can then no longer be paid by card', async ({
  page,
  office,
  enterAs,
}) => {
  const { invoiceId } = await office.registered({ firstName: 'Bongani' });
  await enterAs('admin', formOf(invoiceId));
  await button(page, 'Void').click();
  const dialog = page.getByRole('dialog', { name: 'Void invoice' });
  await expect(dialog).toContainText('A void invoice can no longer be paid.');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Void invoice' }).click();
  await expect(dialog).toContainText('Please give a reason.');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByLabel('Reason').fill('Registered twice');
  await dialog.getByRole('button', { name: 'Void invoice' }).dblclick();
  await expect(page.getByText('Invoice voided.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const main = page.getByRole('main');
  await expect(main).toContainText('Registered twice');
  await expect(main.getByText('Void', { exact: true })).toBeVisible();
  for (const name of ['Void', 'Process Payment', 'Send again', 'Undo payment']) {
    await expect(button(page, name)).toHaveCount(0);
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.goto(`/payment/payfast-redirect/subscription/${invoiceId}`);
  await expect(page.getByText('This invoice is void and cannot be paid.')).toBeVisible();
});

test('if an invoice has just been paid, the dialog says to undo the payment first', async ({
  page,
  office,
  enterAs,
}) => {
  const { invoiceId } = await office.registered({ firstName: 'Chantal' });
  await enterAs('admin', formOf(invoiceId));
  await button(page, 'Void').click();
  const dialog = page.getByRole('dialog', { name: 'Void invoice' });
  await dialog.getByLabel('Reason').fill('A mistake');
  await office.settle(invoiceId);
  await dialog.getByRole('button', { name: 'Void invoice' }).click();
  await expect(dialog).toContainText('This invoice has been paid. Undo the payment before');
  await expectStillAccessible(page);
  await dialog.getByRole('button', { name: 'No, cancel' }).click();
  await expect(button(page, 'Undo payment')).toBeVisible();
});

test('an EFT payment can be recorded with an earlier date', async ({ page, office, enterAs }) => {
  const { invoiceId } = await office.registered({ firstName: 'Dineo' });
  await enterAs('admin', formOf(invoiceId));
  await button(page, 'Process Payment').click();
  const question = page.getByRole('alertdialog', { name: 'Process Payment' });
  const day = question.getByLabel('Payment date');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const today = await day.inputValue();
  await day.fill(`${Number(today.slice(0, 4)) + 1}${today.slice(4, 8)}01`);
  await question.getByRole('button', { name: 'Process Payment' }).click();
  await expect(question).toContainText('The payment date cannot be in the future.');
  const earlier = new Date(Date.parse(today) - 5 * 86_400_000).toISOString().slice(0, 10);
  await day.fill(earlier);
  await question.getByRole('button', { name: 'Process Payment' }).click();
  await expect(page.getByText('Invoice payment processed successfully.')).toBeVisible();
  expect((await read(office, invoiceId)).paidOn).toBe(earlier);
  await expect(page.getByRole('checkbox', { name: 'Is Paid' })).toBeChecked();
});

test('a payment that was recorded by mistake can be undone with a reason', async ({
  page,
  office,
  enterAs,
}) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  const { invoiceId } = await office.registered({ firstName: 'Gugu' });
  await office.settle(invoiceId);
  await enterAs('admin', formOf(invoiceId));
  await button(page, 'Undo payment').click();
  const dialog = page.getByRole('dialog', { name: 'Undo payment' });
  await expect(dialog).toContainText('The invoice becomes unpaid again');
  await expect(dialog).not.toContainText('PayFast');
  await expect(dialog.getByRole('heading', { name: 'Undo payment' })).toBeInViewport();
  await expect(dialog).toContainText('PaymentR450.00');
  await expect(dialog.getByRole('option', { name: /later periods begin earlier/ })).toHaveCount(0);
  await expect(dialog.getByLabel('Void the member’s other open')).toHaveCount(0);
  await dialog.getByLabel('The money went back on').fill(`${new Date().getFullYear() + 1}-06-01`);
  await dialog.getByLabel('Reason').fill('Of somebody else');
  await dialog.getByRole('button', { name: 'Undo payment' }).click();
  await expect(dialog.getByLabel('The money went back on')).toBeFocused();
  await expect(dialog.getByLabel('The money went back on')).toHaveAccessibleDescription(
    /The day on which the money went back cannot be in the future\./,
  );
  await expectStillAccessible(page);
  await dialog.getByLabel('The money went back on').fill('');
  await expectNoSidewaysScroll(page);
  await dialog.getByLabel('Reason').fill('Of somebody else');
  await dialog.getByRole('button', { name: 'Undo payment' }).click();
  await expect(page.getByText('Payment undone.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Is Paid' })).not.toBeChecked();
  await expect(button(page, 'Process Payment')).toBeVisible();
});

test('if the member has renewed since, an undo asks what becomes of the period', async ({
  page,
  office,
  enterAs,
}) => {
  const { invoiceId } = await office.registered({ firstName: 'Lerato' });
  await office.settle(invoiceId);
  const { memberId } = await read(office, invoiceId);
  const params = { id: memberId ?? '' };
  const token = await office.adminToken();
  const { validUntil, paidUntil } = await office.ask(
    previewMembershipPayment,
    { params, query: {} },
    token,
  );
  await office.ask(recordMembershipPayment, { params, body: { paidUntil } }, token);
  await enterAs('admin', formOf(invoiceId));
  await button(page, 'Undo payment').click();
  const dialog = page.getByRole('dialog', { name: 'Undo payment' });
  await dialog.getByLabel('Reason').fill('The bank returned it');
  await dialog.getByRole('button', { name: 'Undo payment' }).click();
  await expect(dialog).toContainText('Choose whether that one is kept');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const period = dialog.getByLabel('The membership period of the invoice');
  await period.selectOption({ label: 'Keep it, although its invoice is unpaid' });
  await dialog.getByRole('button', { name: 'Undo payment' }).click();
  await expect(page.getByText('Payment undone.')).toBeVisible();
  const after = await office.ask(previewMembershipPayment, { params, query: {} }, token);
  expect(after.validUntil).toBe(validUntil);
});

test('if an undo fails, the reason stays in the dialog', async ({ page, office, enterAs }) => {
  const { invoiceId } = await office.registered({ firstName: 'Ewald' });
  await office.settle(invoiceId);
  await page.route('**/api/invoices/undo-payment/*', (route) => route.abort());
  await enterAs('admin', formOf(invoiceId));
  await button(page, 'Undo payment').click();
  const dialog = page.getByRole('dialog', { name: 'Undo payment' });
  await dialog.getByLabel('Reason').fill('A mistake');
  await dialog.getByRole('button', { name: 'Undo payment' }).click();
  await expect(dialog).toContainText('The server cannot be reached.');
  await expect(dialog.getByLabel('Reason')).toHaveValue('A mistake');
  await expectStillAccessible(page);
});

test('an invoice can be voided by keyboard alone @full', async ({ page, office, enterAs }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const { invoiceId } = await office.registered({ firstName: 'Fezile' });
  await enterAs('admin', formOf(invoiceId));
  await button(page, 'Void').press('Enter');
  await page.keyboard.press('Escape');
  await expect(button(page, 'Void')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Registered twice');
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Tab');
  await expect(button(page, 'No, cancel')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invoice voided.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
