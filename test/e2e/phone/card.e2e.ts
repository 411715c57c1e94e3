import { glob, readFile } from 'node:fs/promises';
import { openCardWay } from '../fixtures/card.ts';
import { letPageAsk } from '../fixtures/app-shell.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  password,
  test,
} from '../fixtures/test.ts';
import { openWizard } from '../fixtures/wizard.ts';

/** The public passphrase of the provider's sandbox, which the simulator uses. */
const passphrase = 'jt7NOE43FZPn';

test('a person who registers and pays by card gets one mail and signs in as an active member', async ({
  page,
  office,
}) => {
  const wizard = openWizard(page);
  const card = openCardWay(page);
  const replies: Promise<string>[] = [];
  page.on('response', (reply) => replies.push(reply.text().catch(() => '')));
  const email = office.newEmail();
  await wizard.pastRegistration(email);
  await page.getByRole('radio', { name: 'Credit Card' }).check();
  await wizard.register();

  await expect(card.atProvider).toBeVisible();
  await expect(card.atProvider).toContainText('R450.00');
  await expect(page.getByText(email)).toBeVisible();
  await card.pay();
  await expect(page).toHaveURL(/\/payment\/subscription\/return\/[\w-]{36}$/);
  await expect(card.title('Payment Completed!')).toBeVisible();
  await expect(page.getByRole('status')).toContainText('Payment Completed!');
  await expect(page.getByText('R450.00')).toBeVisible();
  const facts = page.getByRole('main');
  await expect(facts).toContainText('MemberT. D.');
  await expect(facts).toContainText(/Membership number\d{5}/);
  await expect(facts).toContainText(/Valid until\d+ \w{3} \d{4}/);
  await expect(facts).toContainText(/ReferenceINV-\d{5}/);
  // This server has no mail server.
  await expect(facts).not.toContainText('email');
  await expect(card.reload).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const [receipt] = await office.mailsTo(email, 'Receipt');
  expect(receipt?.text).toMatch(/Membership number: 0\d{4}/);
  expect(await office.mailsTo(email, '')).toHaveLength(1);
  expect((await Promise.all(replies)).join('\n')).not.toContain(passphrase);

  await card.toLogin.click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  const membership = page.getByRole('region', { name: 'Membership' });
  await expect(membership).toContainText('Active');
  await expect(membership).toContainText(/Membership number\d{5}/);
  await expect(page.getByRole('link', { name: /^Pay now/ })).toHaveCount(0);
});

test('the built pages do not contain the passphrase', async () => {
  const texts: string[] = [];
  for await (const file of glob('dist/web/**/*.*')) texts.push(await readFile(file, 'latin1'));
  expect(texts.length).toBeGreaterThan(10);
  expect(texts.filter((text) => text.includes(passphrase))).toEqual([]);
});

test('after cancelling a card payment, the payer can try again and pay', async ({
  page,
  office,
}) => {
  const card = openCardWay(page);
  const { invoiceId } = await office.registered({ paymentType: 'Credit Card' });
  await page.goto(`/payment/payfast-redirect/${invoiceId}`);
  await card.atProvider.waitFor();
  await card.cancel();
  await expect(card.title('Payment Cancelled')).toBeVisible();
  await expect(page.getByText('R450.00')).toBeVisible();
  await expect(card.toLogin).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await card.tryAgain.click();
  await card.atProvider.waitFor();
  await card.pay();
  await expect(card.title('Payment Completed!')).toBeVisible();

  await page.goto(`/payment/subscription/cancelled/${invoiceId}`);
  await expect(page.getByText('This has already been paid.')).toBeVisible();
  await expect(card.tryAgain).toHaveCount(0);
});

test('a payment shows as pending until its late notification arrives and the payer presses Reload @full', async ({
  page,
  office,
}) => {
  test.setTimeout(90_000);
  const card = openCardWay(page);
  const { invoiceId, email } = await office.registered({ paymentType: 'Credit Card' });
  await page.goto(`/payment/payfast-redirect/subscription/${invoiceId}`);
  await card.atProvider.waitFor();
  await card.payLate();
  await expect(card.title('Payment Pending')).toBeVisible();
  await expect(page.getByText('You may close this page.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await card.reload.click();
  await expect(page.getByText('The status has not changed.')).toBeVisible();
  await expect(async () => {
    await card.reload.click();
    await expect(card.title('Payment Completed!')).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  expect(await office.mailsTo(email, 'Receipt')).toHaveLength(1);
});

test('a failed payment is shown at once, and the profile offers to pay again', async ({
  page,
  office,
  enterAs,
}) => {
  const card = openCardWay(page);
  const member = await office.registered({ paymentType: 'Credit Card' });
  await enterAs(member, '/member/profile');
  const invoices = page.getByRole('region', { name: 'Invoices' });
  await expect(invoices).toContainText('Unpaid');
  await page.getByRole('link', { name: /^Pay now INV-\d{5} by card$/ }).click();
  await card.atProvider.waitFor();
  await card.payInVain();
  await expect(card.title('Payment Not Completed')).toBeVisible();
  await expect(page.getByText('We were unable to confirm your payment.')).toBeVisible();
  await expect(page.getByText('no money was taken')).toBeVisible();
  await expect(page.getByText(/^INV-\d{5}$/)).toBeVisible();
  await expect(card.reload).toBeEnabled();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await card.toLogin.click();
  await expect(invoices).toContainText('Payment failed');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: /^Pay now/ }).click();
  await card.atProvider.waitFor();
  await card.pay();
  await expect(card.title('Payment Completed!')).toBeVisible();
});

test('after a minute without a payment, the page shows it as not completed', async ({
  page,
  office,
}) => {
  const card = openCardWay(page);
  const { invoiceId } = await office.registered();
  await page.clock.install();
  let requests = 0;
  page.on('response', (response) => {
    if (response.url().includes('/api/invoices/')) requests += 1;
  });
  await page.goto(`/payment/subscription/return/${invoiceId}`);
  // Second by second: the page sets its next timer only after it has read an answer.
  const untilAsked = (times: number) =>
    expect(async () => {
      if (requests < times) await page.clock.runFor(1000);
      expect(requests).toBe(times);
    }).toPass({ intervals: [20] });
  for (const times of [1, 2, 3, 4, 5]) {
    await untilAsked(times);
    await expect(card.title('Payment Pending')).toBeVisible();
  }
  await untilAsked(6);
  await expect(card.title('Payment Not Completed')).toBeVisible();
  await expect(page.getByText('If you have paid, please do not pay again')).toBeVisible();
  await expect(card.tryAgain).toBeVisible();
  await office.settle(invoiceId);
  await card.reload.click();
  await expect(card.title('Payment Completed!')).toBeFocused();
  await expect(card.reload).toHaveCount(0);
});

test('a donation can be paid by card', async ({ page, office }) => {
  const card = openCardWay(page);
  const { id } = await office.donated('Credit Card', 250);
  await page.goto(`/payment/payfast-redirect/donation/${id}`);
  await expect(card.atProvider).toContainText('R250.00');
  await card.pay();
  await expect(page).toHaveURL(`/payment/donation/return/${id}`);
  await expect(card.title('Payment Completed!')).toBeVisible();
  await expect(page.getByText('Thank you for your donation.')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/AmountR250\.00ReferenceDON-\d{5}/);
  await expect(card.reload).toHaveCount(0);
  await expect(card.toLogin).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Donate again' }).click();
  await expect(card.title('Donate to Our Cause')).toBeFocused();
});

test('in test mode every page says that payments are not real', async ({ page, enterAs }) => {
  const bar = page.getByRole('complementary', { name: 'System notices' });
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/login', '/register', '/no-such-page']) {
    await page.goto(path);
    await expect(bar).toHaveText('Test card payments: no money moves.');
    await expectNoSidewaysScroll(page);
  }
  await enterAs('admin', '/admin/dashboard');
  await expect(bar).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await expect(bar).toBeHidden();
});

test('in live mode no page mentions test payments', async ({ page }) => {
  await letPageAsk(page);
  await page.route('**/api/site', async (route) => {
    const reply = await (await route.fetch()).json();
    await route.fulfill({ json: { ...reply, data: { ...reply.data, isTestPayments: false } } });
  });
  const loading = page.waitForResponse('**/api/site');
  await page.goto('/login');
  await loading;
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'System notices' })).toHaveCount(0);
});
