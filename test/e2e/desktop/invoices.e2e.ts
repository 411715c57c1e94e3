import type { Page, Route } from '@playwright/test';
import { getInvoice, processInvoicePayment, searchInvoices } from '#contract/invoices/endpoints.ts';
import { searchMails } from '#contract/communication/mail-log.ts';
import { dropAfter, patience } from '../fixtures/network.ts';
import type { Admin } from '../fixtures/administrator.ts';
import { openProvider } from '../fixtures/provider.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  test,
} from '../fixtures/test.ts';
import { tabTo } from '../fixtures/keyboard.ts';
import { choose } from '../fixtures/row-actions.ts';

type Person = Awaited<ReturnType<Admin['registered']>>;

const listOf = ({ email }: Person) => `/admin/invoice?${new URLSearchParams({ userEmail: email })}`;
const rowOf = (page: Page, { email }: Person) => page.getByRole('row').filter({ hasText: email });
const processCalls = '**/api/invoices/process-payment/*';

const heading = (page: Page, count: number) =>
  page.getByRole('heading', { level: 1, name: `Manage Invoices (${count})` });

/** Includes invoices that have not been sent yet. */
async function receiptsTo(office: Admin, { email }: Person): Promise<number> {
  const body = { toEmail: email, kind: 'receipt' } as const;
  return (await office.ask(searchMails, { body }, await office.adminToken())).totalCount;
}

async function invoiceOf(office: Admin, { email }: Person) {
  const { results } = await office.ask(
    searchInvoices,
    { body: { userEmail: email } },
    await office.adminToken(),
  );
  return results[0]!;
}

test('the list shows the amount, the payer and the purpose of each invoice', async ({
  page,
  office,
  enterAs,
}) => {
  const nomsa = await office.registered({ firstName: 'Nomsa', lastName: 'Dlamini' });
  const { invoiceNumber } = await invoiceOf(office, nomsa);
  await enterAs('admin', listOf(nomsa));
  await expect(heading(page, 1)).toBeVisible();
  const row = rowOf(page, nomsa);
  for (const words of [
    invoiceNumber,
    'Nomsa Dlamini',
    'Membership: Individual',
    'R450.00',
    'EFT',
  ]) {
    await expect(row).toContainText(words);
  }
  await expect(row.getByText('Unpaid')).toBeVisible();
  await expect(row.getByRole('checkbox', { name: 'Is Paid' })).toBeDisabled();
  await expect(row.getByRole('checkbox', { name: 'Is Paid' })).not.toBeChecked();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('Process Payment shows the amount, records the payment once and mails one receipt', async ({
  page,
  office,
  enterAs,
}) => {
  const siya = await office.registered({ firstName: 'Siyabonga', lastName: 'Nkosi' });
  const { invoiceNumber } = await invoiceOf(office, siya);
  let calls = 0;
  await page.route(processCalls, async (route) => {
    calls += 1;
    await route.continue();
  });
  await enterAs('admin', listOf(siya));
  await rowOf(page, siya)
    .getByRole('button', { name: /^Process Payment/ })
    .click();
  const question = page.getByRole('alertdialog', { name: 'Process Payment' });
  for (const words of ['Siyabonga Nkosi', 'R450.00', invoiceNumber]) {
    await expect(question).toContainText(words);
  }
  await expect(question.getByRole('button', { name: 'No, cancel' })).toBeFocused();
  await expectStillAccessible(page);
  await question.getByRole('button', { name: 'Process Payment' }).dblclick();

  await expect(page.getByText('Invoice payment processed successfully.')).toBeVisible();
  const row = rowOf(page, siya);
  await expect(row.getByText('Paid', { exact: true })).toBeVisible();
  await expect(row.getByRole('checkbox', { name: 'Is Paid' })).toBeChecked();
  await expect(row.getByRole('button', { name: /^Process Payment/ })).toHaveCount(0);
  await expect(row.getByRole('link', { name: /^View/ })).toBeFocused();
  expect(calls).toBe(1);
  expect(await office.mailsTo(siya.email, 'Receipt')).toHaveLength(1);
  expect(await receiptsTo(office, siya)).toBe(1);
});

test('if the reply is lost, pressing again does not record the payment twice', async ({
  page,
  office,
  enterAs,
}) => {
  const thabo = await office.registered({ firstName: 'Thabo' });
  const keys = new Set<string | undefined>();
  const lose = async (route: Route) => {
    keys.add(route.request().headers()['idempotency-key']);
    await route.fetch();
    await route.abort();
  };
  await page.route(processCalls, lose);
  await enterAs('admin', listOf(thabo));
  await rowOf(page, thabo)
    .getByRole('button', { name: /^Process Payment/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Process Payment' }).click();
  await expect(page.getByText('Failed to process payment.')).toBeVisible(patience);
  // The server recorded the payment. The row is reloaded and shows it.
  await expect(rowOf(page, thabo).getByText('Paid', { exact: true })).toBeVisible();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  expect(keys.size).toBe(1);
  await office.mailsTo(thabo.email, 'Receipt');
  expect(await receiptsTo(office, thabo)).toBe(1);
});

test('if recording a payment fails, the dialog says so, and the user can press again with what was typed', async ({
  page,
  office,
  enterAs,
}) => {
  const priya = await office.registered({ firstName: 'Priya' });
  await page.route(processCalls, (route) => route.abort());
  await enterAs('admin', listOf(priya));
  const row = rowOf(page, priya);
  await row.getByRole('button', { name: /^Process Payment/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Process Payment' });
  const confirm = question.getByRole('button', { name: 'Process Payment' });
  await question.getByLabel('Amount').fill('200');
  await question.getByLabel('Bank reference').fill('PRIYA 4711');
  await confirm.click();
  await expect(page.getByText('Failed to process payment.')).toBeVisible();
  await expect(question.getByRole('alert')).toContainText('The server cannot be reached.');
  await expect(row).toContainText('Unpaid');
  await expectStillAccessible(page);
  await page.unroute(processCalls);

  // Only the server knows how long ago is too long.
  const day = question.getByLabel('Payment date');
  const today = await day.inputValue();
  await day.fill('2001-01-01');
  await confirm.click();
  await expect(question).toContainText('The payment date cannot be more than a year ago.');
  await expect(day).toBeFocused();
  await expect(question.getByLabel('Bank reference')).toHaveValue('PRIYA 4711');

  // Another administrator records a part: the dialog shows what is left.
  const params = { id: priya.invoiceId };
  const input = { params, body: { amount: 100 } };
  await office.ask(processInvoicePayment, input, await office.adminToken());
  await day.fill(today);
  await confirm.click();
  await expect(question.getByRole('alert')).toContainText('R350.00 is still to pay');
  await expect(question).toContainText('R150.00 stays to pay.');
  await expect(question.getByLabel('Amount')).toHaveValue('200');
  await confirm.click();
  await expect(question).toBeHidden();
  await expect(row).toContainText('R150.00 to pay');
});

test('a part payment whose reply was lost is not recorded again by another press', async ({
  page,
  office,
  enterAs,
}) => {
  const lost = await office.registered({ firstName: 'Lost' });
  const connection = await dropAfter(page, processCalls);
  await enterAs('admin', listOf(lost));
  const row = rowOf(page, lost);
  await row.getByRole('button', { name: /^Process Payment/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Process Payment' });
  await question.getByLabel('Amount').fill('200');
  await question.getByRole('button', { name: 'Process Payment' }).click();
  await expect(question.getByRole('alert')).toContainText('cannot be reached', patience);
  await expect(row).toContainText('R250.00 to pay');
  await connection.restore();
  await question.getByRole('button', { name: 'Process Payment' }).click();
  await expect(question).toBeHidden();
  await expect(row).toContainText('R250.00 to pay');
  expect((await invoiceOf(office, lost)).balance).toBe(250);
});

test('after a failed card payment, the invoice can be marked as paid by EFT @full', async ({
  page,
  office,
  server,
  enterAs,
}) => {
  const thabo = await office.registered({ firstName: 'Thabo', paymentType: 'Credit Card' });
  const provider = openProvider(server, office);
  const record = { id: thabo.invoiceId };
  await provider.complete(await provider.formOf(record, 'subscription'), 'fail');
  await expect
    .poll(async () => (await office.ask(getInvoice, { params: record })).state)
    .toBe('failed');
  await enterAs('admin', listOf(thabo));
  const row = rowOf(page, thabo);
  await expect(row.getByText('Payment failed')).toBeVisible();
  await row.getByRole('button', { name: /^Process Payment/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Process Payment' }).click();
  await expect(row.getByText('Paid', { exact: true })).toBeVisible();
});

test('an invoice is sent again after a confirmation @full', async ({ page, office, enterAs }) => {
  const lindiwe = await office.registered({ firstName: 'Lindiwe' });
  const { invoiceNumber } = await invoiceOf(office, lindiwe);
  await office.mailsTo(lindiwe.email, invoiceNumber);
  await enterAs('admin', listOf(lindiwe));
  await choose(rowOf(page, lindiwe), 'Send again');
  const question = page.getByRole('alertdialog', { name: 'Send invoice again' });
  await expect(question).toContainText(lindiwe.email);
  await expectStillAccessible(page);
  await question.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText(/^The email is kept here/)).toBeVisible();
  expect(await office.mailsTo(lindiwe.email, invoiceNumber, 2)).toHaveLength(2);

  await page.route('**/api/invoices/resend/*', (route) => route.fulfill({ status: 503, json: {} }));
  await choose(rowOf(page, lindiwe), 'Send again');
  await question.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Failed to resend invoice email.')).toBeVisible();
});

test('the PDF opens in a new tab', async ({ page, office, enterAs, context }) => {
  const person = await office.registered({ firstName: 'Gerhard' });
  await enterAs('admin', listOf(person));
  const answer = page.waitForResponse('**/api/invoices/*/pdf');
  const opened = context.waitForEvent('page');
  // A browser that cannot show PDFs downloads the file, perhaps as soon as the tab is open.
  const downloaded = new Promise((resolve) => {
    context.once('page', (tab) => tab.once('download', resolve));
  });
  await choose(rowOf(page, person), 'PDF');
  const tab = await opened;
  const shown = Promise.any([tab.waitForURL(/^blob:/), downloaded]);
  expect((await answer).headers()['content-type']).toContain('application/pdf');
  await shown;
  await tab.close();

  await page.route('**/api/invoices/*/pdf', (route) => route.fulfill({ status: 503, json: {} }));
  await choose(rowOf(page, person), 'PDF');
  await expect(page.getByText('An unexpected server error occurred.')).toBeVisible();
  await expect.poll(() => context.pages().length).toBe(1);
});

test('an invoice can be settled by keyboard alone @full', async ({ page, office, enterAs }) => {
  const refilwe = await office.registered({ firstName: 'Refilwe' });
  await enterAs('admin', listOf(refilwe));
  const settle = rowOf(page, refilwe).getByRole('button', { name: /^Process Payment/ });
  await expect(settle).toBeVisible();
  await tabTo(page, settle, 60);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'No, cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(settle).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, refilwe).getByText('Paid', { exact: true })).toBeVisible();
  await expect(rowOf(page, refilwe).getByRole('link', { name: /^View/ })).toBeFocused();
});
