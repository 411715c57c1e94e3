import type { Page } from '@playwright/test';
import { formatDay } from '#contract/days.ts';
import { createMemberType, updateMemberType } from '#contract/member-types/endpoints.ts';
import { addressOf, listOf, memberForm, openMembers } from '../fixtures/member-form.ts';
import { patience } from '../fixtures/network.ts';
import {
  callsToRecord,
  invoicesOf,
  mailsCounted,
  recordPaymentDialog,
} from '../fixtures/record-payment.ts';
import { tabTo } from '../fixtures/keyboard.ts';
import { choose } from '../fixtures/row-actions.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  test,
} from '../fixtures/test.ts';

const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });
const menuButton = (page: Page, email: string) =>
  rowOf(page, email).getByRole('button', { name: /^More actions/ });
const record = (page: Page, email: string) => choose(rowOf(page, email), 'Record payment');

async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset['clicks'] = '0';
    addEventListener('click', ({ detail }) => {
      const { dataset } = document.documentElement;
      // The browser also clicks for a key, without a detail.
      if (detail > 0) dataset['clicks'] = String(Number(dataset['clicks']) + 1);
    });
  });
  return () => page.evaluate(() => Number(document.documentElement.dataset['clicks']));
}

test('a payment is recorded from the members list in three clicks or fewer, and only the receipt is mailed', async ({
  page,
  office,
  enterAs,
}) => {
  const members = openMembers(office);
  const { id, email } = await members.entered();
  await enterAs('admin', listOf({ email }));
  await expect(rowOf(page, email)).toContainText('Pending');
  const clicks = await countClicks(page);
  await record(page, email);
  const { dialog, amount, result, confirm } = recordPaymentDialog(page);
  await expect(dialog).toContainText('Nomsa Mokoena');
  await expect(amount).toHaveValue('450');
  await expect(result).toContainText('Valid until');
  for (const nothing of ['', '0']) {
    await amount.fill(nothing);
    await expect(result).toBeEmpty();
  }
  await amount.fill('450');
  await expect(result).toContainText('Valid until');
  const announced = (await result.textContent()) ?? '';
  await expectAccessible(page);
  await confirm.click();
  await expect(page.getByText('Payment of Nomsa Mokoena recorded.')).toBeVisible();
  expect(await clicks()).toBeLessThanOrEqual(3);

  const row = rowOf(page, email);
  await expect(row).toContainText('Active');
  const { paidUntil } = await members.withEmail(email);
  expect(announced).toContain(`Valid until ${formatDay(paidUntil ?? '')}`);
  await expect(row).toContainText(formatDay(paidUntil ?? ''));
  expect(await office.mailsTo(email, 'Receipt')).toHaveLength(1);
  expect(await mailsCounted(office, email, 'invoice')).toBe(0);
  const [invoice, ...others] = await invoicesOf(office, id);
  expect([others.length, invoice?.isPaid, invoice?.paidBy]).toEqual([0, true, 'EFT']);
});

test("on the member's page, the day, the method, the bank reference and another type can be chosen", async ({
  page,
  office,
  enterAs,
}) => {
  const { email } = await office.registered();
  const members = openMembers(office);
  const { id } = await members.withEmail(email);
  await enterAs('admin', addressOf({ id }));
  const membership = memberForm(page).section('Membership');
  await page.getByRole('button', { name: 'Record payment' }).click();
  const form = recordPaymentDialog(page);
  await expect(form.result).toContainText('The payment is for INV-');
  await form.type.selectOption({ label: 'Pensioner, R250.00' });
  await expect(form.amount).toHaveValue('250');
  await expect(form.dialog).toContainText('is open for another member type');
  const day = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
  const before = await form.result.textContent();
  await form.day.fill(day);
  await expect(form.result).toContainText('Valid until');
  await expect(form.result).not.toHaveText(before ?? '');
  await form.paidBy.selectOption('Cash');
  await form.reference.fill('DEP 4711');
  await expectStillAccessible(page);
  await form.confirm.click();
  await expect(page.getByText('Payment of Thandi Dlamini recorded.')).toBeVisible();
  const { paidUntil } = await members.withEmail(email);
  await expect(membership).toContainText(formatDay(paidUntil ?? ''));
  await expect(memberForm(page).type.getByRole('option', { selected: true })).toContainText(
    'Pensioner',
  );

  // The new one has the date of the payment, so it is the older one.
  const [old, invoice] = await invoicesOf(office, id);
  expect([old?.state, invoice?.amount, invoice?.paidOn]).toEqual(['void', 250, day]);
  await page.goto(`/admin/invoice/${invoice?.id}`);
  const main = page.getByRole('main');
  await expect(main).toContainText('Paid byCash');
  await expect(main).toContainText('DEP 4711');
  await page.goto(`/admin/invoice?memberId=${id}`);
  await expect(page.getByRole('row').filter({ hasText: 'R250.00' })).toContainText(
    /R250\.00\s*Cash/,
  );
});

test('a part of the fee extends nothing, and a wrong day gets an error at its field', async ({
  page,
  office,
  enterAs,
}) => {
  const { id, email } = await openMembers(office).entered();
  await enterAs('admin', listOf({ email }));
  await record(page, email);
  const form = recordPaymentDialog(page);
  await expect(form.amount).toHaveValue('450');
  await form.amount.fill('none');
  await form.confirm.click();
  await expect(form.dialog).toContainText('Please enter an amount.');
  await expect(form.amount).toBeFocused();
  await expectStillAccessible(page);
  await form.amount.fill('400,00');
  await expect(form.result).toContainText('The membership is extended when the rest is paid.');
  await expect(form.result).toContainText('R50.00 stays to pay.');
  await form.day.fill('2020-01-01');
  await expect(form.dialog).toContainText('The payment date cannot be more than a year ago.');
  await form.day.fill('');
  await form.confirm.click();
  await expect(form.dialog).toContainText('Please enter a valid date.');
  await form.cancel.click();
  await expect(form.dialog).toBeHidden();
  await expect(menuButton(page, email)).toBeFocused();
  expect(await invoicesOf(office, id)).toEqual([]);
  await record(page, email);
  await expect(form.amount).toHaveValue('450');
  await form.amount.fill('400,00');
  await form.confirm.click();
  await expect(page.getByText('R50.00 is still to pay.')).toBeVisible();
  const [invoice] = await invoicesOf(office, id);
  expect([invoice?.isPaid, invoice?.balance]).toEqual([false, 50]);
});

test('if the reply is lost, pressing again does not record another year', async ({
  page,
  office,
  enterAs,
}) => {
  const { id, email } = await openMembers(office).entered();
  await enterAs('admin', listOf({ email }));
  await record(page, email);
  const form = recordPaymentDialog(page);
  await expect(form.result).toContainText('Valid until');
  await page.route(callsToRecord, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await form.confirm.click();
  await expect(form.problem).toContainText('The server cannot be reached.', patience);
  await page.unroute(callsToRecord);
  await form.confirm.click();
  await expect(page.getByText('Payment of Nomsa Mokoena recorded.')).toBeVisible();
  await expect(rowOf(page, email)).toContainText('Active');
  expect(await invoicesOf(office, id)).toHaveLength(1);
  expect(await mailsCounted(office, email, 'receipt')).toBe(1);
});

test('a payment that a colleague has recorded is not recorded again', async ({
  page,
  office,
  enterAs,
}) => {
  const { email, invoiceId } = await office.registered();
  await enterAs('admin', listOf({ email }));
  await record(page, email);
  const form = recordPaymentDialog(page);
  await expect(form.result).toContainText('Valid until');
  await office.settle(invoiceId);
  await form.confirm.click();
  await expect(form.problem).toContainText('This membership was changed: it is now paid until');
  await expect(rowOf(page, email)).toContainText('Active');
  await form.cancel.click();
  const { id } = await openMembers(office).withEmail(email);
  expect(await invoicesOf(office, id)).toHaveLength(1);
});

test('with unsaved changes, the page asks to save them before a payment is recorded', async ({
  page,
  office,
  enterAs,
}) => {
  const member = await openMembers(office).entered();
  await enterAs('admin', addressOf(member));
  const form = memberForm(page);
  await form.contact('Phone').fill('013 555 0100');
  await page.getByRole('button', { name: 'Record payment' }).click();
  const saveFirst = page.getByText(
    'Please save your changes before you record a payment or send an invoice.',
  );
  await expect(saveFirst).toBeVisible();
  await expect(recordPaymentDialog(page).dialog).toBeHidden();
  await form.save.click();
  await expect(page.getByText('Member saved.')).toBeVisible();
  await page.goto(addressOf(member));
  await form.contact('Phone').fill('013 555 0101');
  await page.getByRole('button', { name: 'Send invoice' }).click();
  await expect(saveFirst).toBeVisible();
  await expect(page.getByRole('alertdialog')).toBeHidden();
});

test('a payment can be recorded by keyboard alone @full', async ({ page, office, enterAs }) => {
  const { email } = await openMembers(office).entered();
  await enterAs('admin', listOf({ email }));
  await tabTo(page, menuButton(page, email), 60);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: /^Record payment/ })).toBeFocused();
  await page.keyboard.press('Enter');
  const form = recordPaymentDialog(page);
  await expect(form.type).toBeFocused();
  await expect(form.result).toContainText('Valid until');
  await tabTo(page, form.reference, 10);
  await page.keyboard.type('EFT 7');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Payment of Nomsa Mokoena recorded.')).toBeVisible();
});

test('New Invoice says that it does not renew the membership, and leads to Record payment @full', async ({
  page,
  office,
  enterAs,
}) => {
  const member = await openMembers(office).entered();
  await enterAs('admin', `/admin/invoice/new?memberId=${member.id}`);
  await expect(page.getByText('This does not renew the membership.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Record payment' }).click();
  const form = recordPaymentDialog(page);
  await expect(form.dialog).toContainText('Nomsa Mokoena');
  await form.confirm.click();
  await expect(page.getByText('Payment of Nomsa Mokoena recorded.')).toBeVisible();
  await page.reload();
  await expect(memberForm(page).heading('Nomsa Mokoena')).toBeVisible();
  await expect(form.dialog).toBeHidden();
});

test('Process Payment stores how the money came and the bank reference', async ({
  page,
  office,
  enterAs,
}) => {
  const { email, invoiceId } = await office.registered();
  await enterAs('admin', `/admin/invoice?${new URLSearchParams({ userEmail: email })}`);
  await rowOf(page, email)
    .getByRole('button', { name: /^Process Payment/ })
    .click();
  const question = page.getByRole('alertdialog', { name: 'Process Payment' });
  await expect(question.getByLabel('Paid by')).toHaveValue('EFT');
  await question.getByLabel('Paid by').selectOption('Credit Card');
  await question.getByLabel('Bank reference').fill('CARD MACHINE 3');
  await expectStillAccessible(page);
  await question.getByRole('button', { name: 'Process Payment' }).click();
  await expect(page.getByText('Invoice payment processed successfully.')).toBeVisible();
  await expect(rowOf(page, email)).toContainText('EFT, paid by Credit Card');
  await page.goto(`/admin/invoice/${invoiceId}`);
  const main = page.getByRole('main');
  await expect(main).toContainText('Paid byCredit Card');
  await expect(main).toContainText('CARD MACHINE 3');
});

test('a received donation shows how the money came and the bank reference', async ({
  page,
  office,
  enterAs,
}) => {
  const { id, email } = await office.donated('EFT', 75);
  await enterAs('admin', `/admin/donations?${new URLSearchParams({ email })}`);
  await rowOf(page, email)
    .getByRole('button', { name: /^Process Payment/ })
    .click();
  const question = page.getByRole('alertdialog', { name: 'Process Payment' });
  await question.getByLabel('Paid by').selectOption('SnapScan or Zapper');
  await question.getByLabel('Bank reference').fill('CODE AT THE GATE');
  await question.getByRole('button', { name: 'Process Payment' }).click();
  await expect(rowOf(page, email)).toContainText('EFT, paid by SnapScan');
  await page.goto(`/admin/donations/${id}`);
  await expect(page.getByRole('main')).toContainText('Paid bySnapScan');
  await expect(page.getByRole('main')).toContainText('CODE AT THE GATE');
});

test('a member of a free type who is entered is Active at once, and has no payment to record @full', async ({
  page,
  office,
  enterAs,
}) => {
  const name = `Honorary ${Date.now().toString(36)}`;
  const token = await office.adminToken();
  const type = await office.ask(createMemberType, { body: { name, fee: 0 } }, token);
  const email = office.newEmail('honorary');
  await enterAs('admin', '/admin/member/new');
  const form = memberForm(page);
  await form.type.selectOption({ label: `${name}, R0.00` });
  await form.person('First name').fill('Zanele');
  await form.person('Last name').fill(name);
  await form.contact('Email').fill(email);
  await form.create.click();
  await expect(page.getByText(/^Member \d{5} added\./)).toBeVisible();
  // Other tests count the offered types.
  const retire = { params: { id: type.id }, body: { isRetired: true } };
  await office.ask(updateMemberType, retire, token);
  await page.goto(listOf({ email }));
  await expect(rowOf(page, email)).toContainText('Active');
  await record(page, email);
  const { problem } = recordPaymentDialog(page);
  await expect(problem).toContainText(`${name} is free, so there is no payment to record.`);
});

test('in a low window the focus stays above the buttons of a long dialog', async ({
  page,
  office,
  enterAs,
}) => {
  const { email } = await openMembers(office).entered();
  for (const [width, height] of [
    [1366, 650],
    [650, 650],
    [650, 480],
  ] as const) {
    await page.setViewportSize({ width, height });
    await enterAs('admin', listOf({ email }));
    await record(page, email);
    const { type, amount, day, paidBy, reference, cancel, result } = recordPaymentDialog(page);
    await expect(result).toContainText('Valid until');
    for (const field of [type, amount, day, paidBy, reference]) {
      await field.focus();
      const [box, button] = await Promise.all([field.boundingBox(), cancel.boundingBox()]);
      const bottom = (box?.y ?? 0) + (box?.height ?? 0);
      expect(bottom, `${width} x ${height}`).toBeLessThan(button?.y ?? 0);
    }
  }
});
