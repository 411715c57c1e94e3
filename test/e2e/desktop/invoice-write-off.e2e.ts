import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { unfoldPart } from '../fixtures/app-shell.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  test,
} from '../fixtures/test.ts';

test('R440 came for R450: the rest is written off, the credit note is read, and it is undone', async ({
  page,
  context,
  office,
  enterAs,
}) => {
  const { invoiceId, email } = await office.registered({ firstName: 'Hardus' });
  const input = { params: { id: invoiceId }, body: { amount: 440 } };
  await office.ask(processInvoicePayment, input, await office.adminToken());
  await enterAs('admin', `/admin/invoice/${invoiceId}`);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await button('Write off').click();
  const dialog = page.getByRole('dialog', { name: 'Write off invoice' });
  await expect(dialog).toContainText('To write offR10.00');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Write off' }).click();
  await expect(dialog).toContainText('Please give a reason.');
  await dialog.getByLabel('Continue the membership as if the rest had been paid').check();
  await dialog.getByLabel('Reason').fill('Bank charges abroad');
  await dialog.getByRole('button', { name: 'Write off' }).click();
  await expect(page.getByText('Invoice written off.')).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('Written off', { exact: true }).first()).toBeVisible();
  await expect(main).toContainText('R10.00 was written off with credit note CN-');
  await expect(page.getByRole('checkbox', { name: 'Is Paid' })).toBeChecked();
  for (const name of ['Write off', 'Void', 'Process Payment', 'Undo payment', 'Send again']) {
    await expect(button(name)).toHaveCount(0);
  }
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);

  await unfoldPart(page, 'Credit notes (1)');
  const opened = context.waitForEvent('page');
  const downloaded = new Promise((resolve) => {
    context.once('page', (tab) => tab.once('download', resolve));
  });
  await main.getByRole('button', { name: /^CN-\d{5}$/ }).click();
  const tab = await opened;
  await Promise.any([tab.waitForURL(/^blob:/), downloaded]);
  await tab.close();

  await page.goto(`/payment/payfast-redirect/subscription/${invoiceId}`);
  await expect(page.getByText('has been written off and needs no payment.')).toBeVisible();
  await page.goto(`/admin/invoice?userEmail=${encodeURIComponent(email)}`);
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Written off');

  await page.goto(`/admin/invoice/${invoiceId}`);
  await button('Undo write-off').click();
  const undo = page.getByRole('dialog', { name: 'Undo write-off' });
  await expectStillAccessible(page);
  await expect(undo.getByLabel('The membership period of the invoice')).toHaveText(
    /^Remove it.*Keep it, although its invoice is unpaid$/,
  );
  await undo.getByLabel('Reason').fill('The bank paid the charges');
  await undo.getByRole('button', { name: 'Undo write-off' }).click();
  await expect(page.getByText('Write-off undone.')).toBeVisible();
  await expect(main).toContainText('Withdrawn on');
  await expect(button('Process Payment')).toBeVisible();

  // Everything on the page is of the second write-off, although the invoice is as after the first one.
  await button('Write off').click();
  await dialog.getByLabel('Reason').fill('A second time');
  await dialog.getByRole('button', { name: 'Write off' }).click();
  await unfoldPart(page, 'Credit notes (2)');
  await expect(main.getByText(/^Withdrawn on/)).toBeVisible();
  await expect(main).toContainText(/was written off with credit note CN-\d{5}: A second time\./);
  await expect(main).not.toContainText(/CN-\d{5}: Bank charges abroad/);
});
