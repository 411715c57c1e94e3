import type { Page } from '@playwright/test';
import {
  createInvoice,
  invoiceAdminTexts,
  voidInvoice,
} from '#contract/invoices/admin-endpoints.ts';
import {
  type Invoice,
  processInvoicePayment,
  searchInvoices,
} from '#contract/invoices/endpoints.ts';
import { undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import type { Admin } from '../fixtures/administrator.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  test,
} from '../fixtures/test.ts';
import { actionsOf, choose, onlyRow } from '../fixtures/row-actions.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const alertOf = (page: Page, hasText: string) => page.getByRole('alert').filter({ hasText });
const listOf = (email: string) => `/admin/invoice?${new URLSearchParams({ userEmail: email })}`;
const formOf = ({ id }: Pick<Invoice, 'id'>) => `/admin/invoice/${id}`;

/** An invoice for two caps that has not been sent. Its recipient is not a member. */
async function caps(office: Admin): Promise<Invoice> {
  const body = {
    userFirstName: 'Koos',
    userLastName: 'Nel',
    userEmail: office.newEmail('koos'),
    line: 'Two caps',
    amount: 240,
    paymentType: 'EFT',
  } as const;
  return office.ask(createInvoice, { body }, await office.adminToken());
}

async function invoiceOf(office: Admin, email: string): Promise<Invoice> {
  const body = { userEmail: email };
  const { results } = await office.ask(searchInvoices, { body }, await office.adminToken());
  return results[0]!;
}

test('an unsent invoice can be sent, and a sent one cannot be edited or deleted', async ({
  page,
  office,
  enterAs,
}) => {
  const invoice = await caps(office);
  await enterAs('admin', formOf(invoice));
  await expect(page.getByText('This invoice has not been sent yet.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Is Paid' })).toBeDisabled();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await button(page, 'Send').click();
  const question = page.getByRole('alertdialog', { name: 'Send invoice' });
  await expect(question).toContainText('Are you sure you want to send this invoice?');
  await expect(question).toContainText(invoice.userEmail);
  await question.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(/^The email is kept here/)).toBeVisible();
  await expect(page.getByText('is kept here, because there was no mail server.')).toBeVisible();
  await expect(page.getByText('Kept here since')).toBeVisible();
  await expect(page.getByText('is kept here, so it cannot be changed or deleted.')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(button(page, 'Send again')).toBeVisible();
  await expectAccessible(page);
  expect(await office.mailsTo(invoice.userEmail, 'for R240.00')).toHaveLength(1);
});

test('an unsent invoice can be corrected, and leaving unsaved changes needs a confirmation', async ({
  page,
  office,
  enterAs,
}) => {
  const invoice = await caps(office);
  await enterAs('admin', formOf(invoice));
  await page.getByLabel('Amount').fill('350');
  await expect(button(page, 'Send')).toBeDisabled();
  await expect(button(page, 'Process Payment')).toBeDisabled();
  await expect(page.getByText('Please save your changes before you continue.')).toBeVisible();
  await button(page, 'Cancel').click();
  const leaving = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await leaving.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByLabel('Last Name').fill('');
  await button(page, 'Save').click();
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(summary).toContainText('Last name is required.');
  await page.getByLabel('Last Name').fill('Botha');
  await button(page, 'Save').click();
  await expect(page.getByText('Invoice saved.')).toBeVisible();
  const body = { userEmail: invoice.userEmail };
  const { results } = await office.ask(searchInvoices, { body }, await office.adminToken());
  expect(results.map(({ userLastName, amount }) => [userLastName, amount])).toEqual([
    ['Botha', 350],
  ]);
});

test('the row of an unsent invoice offers Send and Edit, and deletes it after a confirmation', async ({
  page,
  office,
  enterAs,
}) => {
  const { userEmail } = await caps(office);
  await enterAs('admin', listOf(userEmail));
  const row = page.getByRole('row').filter({ hasText: userEmail });
  for (const words of ['Koos Nel', 'R240.00', 'Two caps', 'EFT']) {
    await expect(row).toContainText(words);
  }
  expect(await actionsOf(row)).toEqual(['Edit', 'Send', 'PDF', 'Delete']);
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);
  await choose(row, 'Delete');
  const question = page.getByRole('alertdialog', { name: 'Confirm Deletion' });
  await question.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page.getByText('No records found')).toBeVisible();
});

test('an unsent invoice that is paid in part cannot be edited or deleted, and keeps its amount after the undo', async ({
  page,
  office,
  enterAs,
}) => {
  const invoice = await caps(office);
  const input = { params: { id: invoice.id }, body: { amount: 100 } };
  await office.ask(processInvoicePayment, input, await office.adminToken());
  await enterAs('admin', listOf(invoice.userEmail));
  expect(await actionsOf(onlyRow(page))).toEqual(['View', 'Send', 'PDF']);
  await choose(onlyRow(page), 'View');
  await expect(page.getByText(invoiceAdminTexts.isPartPaid)).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(button(page, 'Save')).toHaveCount(0);
  const undo = { params: { id: invoice.id }, body: { reason: 'Wrong person' } };
  await office.ask(undoInvoicePayment, undo, await office.adminToken());
  await page.reload();
  await expect(page.getByLabel('Amount')).toHaveAttribute('readonly');
  await expect(page.getByText(invoiceAdminTexts.amountHadPayment)).toBeVisible();
  await expect(page.getByLabel('For')).not.toHaveAttribute('readonly');
});

test('only the payment type of a membership invoice can be edited, and its row has no Delete', async ({
  page,
  office,
  enterAs,
}) => {
  const person = await office.registered({ paymentType: 'Credit Card' });
  const invoice = await invoiceOf(office, person.email);
  await enterAs('admin', listOf(person.email));
  const row = page.getByRole('row').filter({ hasText: person.email });
  expect(await actionsOf(row)).not.toContain('Delete');
  await choose(row, 'Edit');
  await expect(page.getByText('Only the payment type of a membership invoice')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Payment Type').selectOption('EFT');
  await button(page, 'Save').click();
  await expect(page.getByText('Invoice saved.')).toBeVisible();
  expect((await invoiceOf(office, person.email)).paymentType).toBe('EFT');
  expect(invoice.paymentType).toBe('Credit Card');
});

test('if an invoice has just been deleted or voided, the list says why it cannot be deleted', async ({
  page,
  office,
  enterAs,
}) => {
  const invoice = await caps(office);
  await enterAs('admin', listOf(invoice.userEmail));
  await choose(onlyRow(page), 'Delete');
  const input = { params: { id: invoice.id }, body: { reason: 'Ordered twice' } };
  await office.ask(voidInvoice, input, await office.adminToken());
  await button(page, 'Yes, delete it').click();
  await expect(alertOf(page, 'This invoice is void')).toBeVisible();
  await page.goto('/admin/invoice/0199d2a4-7c1e-4c8b-9a51-2f6d3e8b1c70');
  await expect(alertOf(page, 'This invoice does not exist.')).toBeVisible();
  await expectStillAccessible(page);
});
