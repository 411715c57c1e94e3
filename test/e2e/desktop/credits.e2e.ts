import { getInvoice, processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { undoPayment } from '#contract/payments/admin-endpoints.ts';
import { closeCredit, creditTexts, recordMoney, refundCredit } from '#contract/payments/credits.ts';
import { paymentRecordTexts } from '#contract/payments/recorded-payment.ts';
import { choose } from '../fixtures/row-actions.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';

test('an invoice is paid in two parts, and what was paid too much is a credit', async ({
  page,
  office,
  enterAs,
}) => {
  const person = await office.registered();
  const token = await office.adminToken();
  const invoice = await office.ask(getInvoice, { params: { id: person.invoiceId } }, token);
  const number = 'invoiceNumber' in invoice ? invoice.invoiceNumber : '';
  await enterAs('admin', `/admin/invoice/${person.invoiceId}`);
  await page.getByRole('button', { name: 'Process Payment' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Process Payment' });
  await expect(dialog.getByLabel('Amount')).toHaveValue('450');
  await dialog.getByLabel('Amount').fill('200');
  await expect(dialog.getByRole('status')).toContainText('R250.00 stays to pay.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Process Payment' }).click();
  const facts = page.getByRole('main');
  await expect(facts).toContainText('Still to pay');
  await expect(facts).toContainText('Paid in part: R200.00 has come, R250.00 is still to pay.');
  await expect(facts).toContainText('Payments (1)');
  await expect(facts).toContainText('R250.00');

  await page.goto(`/admin/invoice?invoiceNumber=${number}`);
  const row = page.getByRole('row').filter({ hasText: number });
  await expect(row).toContainText('R250.00 to pay');
  await row.getByRole('button', { name: /^Process Payment/ }).click();
  await expect(dialog.getByLabel('Amount')).toHaveValue('250');
  await dialog.getByLabel('Amount').fill('550');
  await expect(dialog.getByRole('status')).toContainText('R300.00 more than is owed.');
  await dialog.getByLabel('Bank reference').fill(`TOO MUCH ${number}`);
  await dialog.getByRole('button', { name: 'Process Payment' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('Paid');

  await page.goto('/admin/credits');
  const credit = page.getByRole('row').filter({ hasText: number });
  await expect(credit).toContainText('R300.00');
  await expect(credit).toContainText('of R550.00');
});

test('a credit is refunded in part, the rest pays another invoice, and the refund is undone', async ({
  page,
  office,
  enterAs,
}) => {
  const person = await office.registered();
  const token = await office.adminToken();
  const params = { id: person.invoiceId };
  const read = async (id: string) => {
    const invoice = await office.ask(getInvoice, { params: { id } }, token);
    return 'balance' in invoice ? invoice : undefined;
  };
  await office.ask(processInvoicePayment, { params, body: { amount: 750 } }, token);
  const number = (await read(person.invoiceId))?.invoiceNumber ?? '';
  const other = await office.registered({ firstName: 'Sipho', lastName: `Carry${number}` });
  await enterAs('admin', '/admin/credits');
  const credit = page.getByRole('row').filter({ hasText: number });
  await expect(credit).toContainText('R300.00');
  await expectAccessible(page);
  await choose(credit, 'Record a refund');
  const refund = page.getByRole('dialog', { name: 'Record a refund' });
  await refund.getByLabel('Amount').fill('300.01');
  await refund.getByRole('button', { name: 'Record the refund' }).click();
  await expect(refund).toContainText('R300.00 is left of this credit.');
  await expect(refund.getByLabel('Amount')).toBeFocused();
  await refund.getByLabel('Amount').fill('100');
  await expect(refund.getByLabel('Refunded by')).toHaveValue('EFT');
  await refund.getByLabel('Refunded by').selectOption('Cash');
  await refund.getByLabel('Bank reference').fill('FNB 4711');
  await expectAccessible(page);
  await refund.getByRole('button', { name: 'Record the refund' }).click();
  await expect(page.getByText('Refund recorded.')).toBeVisible();
  await expect(credit).toContainText('R200.00');
  await expect(credit).toContainText('R100.00 paid back by Cash (FNB 4711)');

  await credit.getByRole('button', { name: /^Pay an invoice/ }).click();
  const carry = page.getByRole('dialog', { name: 'Pay an invoice' });
  await carry.getByRole('button', { name: 'Pay the invoice' }).click();
  await expect(carry).toContainText('Please choose an open invoice.');
  await carry.getByRole('combobox', { name: 'Open invoice' }).fill(`Carry${number}`);
  await carry.getByRole('option', { name: /Sipho/ }).click();
  await expect(carry.getByLabel('Amount')).toHaveValue('200');
  await expectAccessible(page);
  await carry.getByRole('button', { name: 'Pay the invoice' }).click();
  await expect(page.getByText(/^Carried to INV-/)).toBeVisible();
  await expect(credit).toHaveCount(0);
  expect((await read(other.invoiceId))?.balance).toBe(250);

  await page.goto('/admin/credits?isUsed=used');
  await expect(credit).toContainText('R200.00 carried to INV-');
  await credit.getByRole('button', { name: /^Undo/ }).click();
  const undo = page.getByRole('dialog', { name: 'Make it a credit again' });
  await undo.getByLabel('Reason').fill('The bank returned it');
  await undo.getByRole('button', { name: 'Make it a credit again' }).click();
  await expect(page.getByText('Undone. The money is a credit again.')).toBeVisible();
  await page.goto('/admin/credits');
  await expect(credit).toContainText('R100.00');
});

test('a partial refund that was a mistake is undone while the rest is left, and later each by its name @full', async ({
  page,
  office,
  enterAs,
}) => {
  const person = await office.registered();
  const token = await office.adminToken();
  const params = { id: person.invoiceId };
  await office.ask(processInvoicePayment, { params, body: { amount: 900 } }, token);
  const invoice = await office.ask(getInvoice, { params }, token);
  const number = 'invoiceNumber' in invoice ? invoice.invoiceNumber : '';
  await enterAs('admin', '/admin/credits');
  const credit = page.getByRole('row').filter({ hasText: number });
  const refund = async (amount: string) => {
    await choose(credit, 'Record a refund');
    const dialog = page.getByRole('dialog', { name: 'Record a refund' });
    await dialog.getByLabel('Amount').fill(amount);
    await dialog.getByRole('button', { name: 'Record the refund' }).click();
    await expect(dialog).toBeHidden();
  };
  const undo = async (words: string) => {
    const dialog = page.getByRole('dialog', { name: 'Make it a credit again' });
    await expect(dialog).toContainText(words);
    await dialog.getByLabel('Reason').fill('A slip of the keyboard');
    await dialog.getByRole('button', { name: 'Make it a credit again' }).click();
    await expect(dialog).toBeHidden();
  };
  await refund('100');
  await expect(credit).toContainText('R350.00');
  await choose(credit, 'Undo R100.00 paid back');
  await undo('R100.00 paid back');
  await expect(credit).toContainText('R450.00');
  await expect(credit).not.toContainText('paid back');

  await refund('10');
  // The row is loaded again, which closes its menu.
  await expect(credit).toContainText('R440.00');
  await refund('440');
  await expect(credit).toHaveCount(0);
  await page.goto('/admin/credits?isUsed=used');
  await expect(credit.getByRole('button', { name: /^Undo R440\.00 paid back/ })).toBeVisible();
  await expectAccessible(page);
  await choose(credit, 'Undo R10.00 paid back');
  await undo('R10.00 paid back');
  await page.goto('/admin/credits');
  await expect(credit).toContainText('R10.00');
});

test('if a credit was used by another administrator, the list says why it is not undone', async ({
  page,
  office,
  enterAs,
}) => {
  const token = await office.adminToken();
  const payerName = `Sender ${crypto.randomUUID().slice(0, 8)}`;
  const { id } = await office.ask(recordMoney, { body: { payerName, amount: 300 } }, token);
  await enterAs('admin', '/admin/credits');
  const credit = page.getByRole('row').filter({ hasText: payerName });
  await choose(credit, 'The money never came');
  const dialog = page.getByRole('dialog', { name: 'The money never came' });
  await dialog.getByLabel('Reason').fill('Typed twice');
  const input = { params: { id }, body: { reason: 'Paid back in cash' } };
  await office.ask(closeCredit, input, token);
  await dialog.getByRole('button', { name: 'Undo the payment' }).click();
  await expect(credit).toHaveCount(0);
  const refusal = page.getByRole('alert').filter({ hasText: creditTexts.usedFirst(300) });
  await expect(refusal).toBeVisible();
  await expectAccessible(page);
});

test('what was refunded before the money went back is owed by the payer, and is given up', async ({
  page,
  office,
  enterAs,
}) => {
  const token = await office.adminToken();
  const payerName = `Sender ${crypto.randomUUID().slice(0, 8)}`;
  const { id, paidOn } = await office.ask(recordMoney, { body: { payerName, amount: 300 } }, token);
  const params = { id };
  await office.ask(refundCredit, { params, body: { amount: 120, refundedOn: paidOn } }, token);
  await office.ask(undoPayment, { params, body: { reason: 'Bounced', returnedOn: paidOn } }, token);
  await enterAs('admin', '/admin/credits');
  const credit = page.getByRole('row').filter({ hasText: payerName });
  await expect(credit).toContainText(creditTexts.owedByPayer);
  await expect(credit).toContainText(paymentRecordTexts.owed(120));
  await credit.getByRole('button', { name: /^Give it up/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Give it up' });
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('Moved away');
  await dialog.getByRole('button', { name: 'Give it up' }).click();
  await expect(credit).toHaveCount(0);
  await page.goto('/admin/credits?isUsed=used');
  await expect(credit).toContainText('R120.00 that the payer owed given up');
  await credit.getByRole('button', { name: /^Undo R120\.00 given up/ }).click();
  const undoing = page.getByRole('dialog', { name: 'Undo it' });
  await undoing.getByLabel('Reason').fill('A cheque came');
  await undoing.getByRole('button', { name: 'Undo it' }).click();
  await expect(page.getByText(creditTexts.undoneAfterReturn)).toBeVisible();
});

test('money of an unknown sender is recorded, and becomes a donation', async ({
  page,
  enterAs,
}) => {
  const sender = `Stranger ${crypto.randomUUID().slice(0, 8)}`;
  await page.setViewportSize({ width: 360, height: 740 });
  await enterAs('admin', '/admin/credits');
  await page.getByRole('button', { name: 'Record money' }).click();
  const money = page.getByRole('dialog', { name: 'Record money' });
  await money.getByRole('button', { name: 'Record the money' }).click();
  await expect(money.getByLabel('From')).toBeFocused();
  await money.getByLabel('From').fill(sender);
  await money.getByLabel('Amount').fill('1 200');
  await money.getByLabel(creditTexts.owedBefore).check();
  await expectAccessible(page);
  const sent = page.waitForRequest((request) => request.url().endsWith('/payments/credits'));
  await money.getByRole('button', { name: 'Record the money' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ reportedElsewhere: true });
  const credit = page.getByRole('row').filter({ hasText: sender });
  await expect(credit).toContainText('R1200.00');
  await expectNoSidewaysScroll(page);
  await choose(credit, 'Make a donation of it');
  const gift = page.getByRole('dialog', { name: 'Make a donation of it' });
  await gift.getByLabel('First name').fill('Koos');
  await gift.getByLabel('Last name').fill('Botha');
  await gift.getByLabel('Email').fill('koos@example.org');
  await gift.getByRole('button', { name: 'Record the donation' }).click();
  await expect(page.getByText(/^Donation DON-\d+.* recorded/)).toBeVisible();
  await expect(credit).toHaveCount(0);
});

test('the money of an undone payment stays as a credit if the administrator says so', async ({
  page,
  office,
  enterAs,
}) => {
  const person = await office.registered();
  await enterAs('admin', `/admin/invoice/${person.invoiceId}`);
  await page.getByRole('button', { name: 'Process Payment' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Process Payment' });
  await dialog.getByLabel('Bank reference').fill(`KEEP ${person.email}`);
  await dialog.getByRole('button', { name: 'Process Payment' }).click();
  await page.getByRole('button', { name: 'Undo payment' }).click();
  const undo = page.getByRole('dialog', { name: 'Undo payment' });
  await undo.getByLabel('The money is here: keep it as a credit').check();
  await undo.getByLabel('Reason').fill('It was for somebody else');
  await undo.getByRole('button', { name: 'Undo payment' }).click();
  await expect(page.getByText('Payment undone.')).toBeVisible();
  await page.goto('/admin/credits');
  await expect(page.getByRole('row').filter({ hasText: `KEEP ${person.email}` })).toContainText(
    'R450.00',
  );
});
