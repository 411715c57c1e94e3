import { searchDonations } from '#contract/donations/admin-endpoints.ts';
import { patience } from '../fixtures/network.ts';
import type { Admin } from '../fixtures/administrator.ts';
import { openCardWay } from '../fixtures/card.ts';
import { openDonating } from '../fixtures/donating.ts';
import { letPageAsk } from '../fixtures/app-shell.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  test,
} from '../fixtures/test.ts';

async function donationsOf(office: Admin, email: string) {
  const body = { email };
  return (await office.ask(searchDonations, { body }, await office.adminToken())).results;
}

test('an EFT donor gets a message, a reference and one mail with the bank details', async ({
  page,
  office,
}) => {
  const donating = openDonating(page);
  const email = office.newEmail('donor');
  await donating.open();
  await expect(donating.title).toHaveText('Donate to Our Cause');
  await expectAccessible(page);
  await donating.chip('R250').click();
  await expect(donating.amount).toHaveValue('250');
  await donating.fillDonor(email);
  await donating.method('EFT').check();
  await donating.donate.click();

  await expect(donating.recorded).toBeVisible();
  await expect(donating.title).toBeFocused();
  const [donation, ...others] = await donationsOf(office, email);
  expect(others).toEqual([]);
  expect(donation).toMatchObject({ amount: 250, isReceived: false, donationTypeName: 'EFT' });
  await expect(page.getByText(donation?.paymentReference ?? 'none', { exact: true })).toBeVisible();
  for (const what of ['amount R250.00', `payment reference ${donation?.paymentReference}`]) {
    await expect(page.getByRole('button', { name: `Copy ${what}` })).toBeVisible();
  }
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const mails = await office.mailsTo(email, '');
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('R250.00')]);
});

test('a card donor is sent to the provider and back to the payment status', async ({
  page,
  office,
}) => {
  const donating = openDonating(page);
  const card = openCardWay(page);
  const email = office.newEmail('donor');
  await donating.open();
  await donating.fill(email, 'Credit Card', '1 250,50');
  await donating.donate.click();
  await expect(card.atProvider).toContainText('R1250.50');
  await expect(page.getByText('TGA - Donation')).toBeVisible();
  await card.pay();
  await expect(page).toHaveURL(/\/payment\/donation\/return\/[\w-]{36}$/);
  await expect
    .poll(async () => (await donationsOf(office, email)).map(({ isReceived }) => isReceived))
    .toEqual([true]);
});

test('a Wise donor gets a message and a link that opens in a new tab', async ({ page, office }) => {
  const donating = openDonating(page);
  await donating.open();
  await donating.fill(office.newEmail('donor'), 'Wise');
  await donating.donate.click();
  await expect(donating.recordedOnly).toBeVisible();
  const link = page.getByRole('link', { name: 'Continue to Wise (opens in a new tab)' });
  await expect(link).toHaveAttribute('href', 'https://wise.example/pay');
  await expect(link).toHaveAttribute('target', '_blank');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('without a World Remit link, the page says that the organisation will be in touch', async ({
  page,
  office,
}) => {
  const donating = openDonating(page);
  await donating.open();
  await donating.fill(office.newEmail('donor'), 'World Remit');
  await donating.donate.click();
  await expect(donating.recordedOnly).toBeVisible();
  await expect(page.getByText('We will be in touch by email', { exact: false })).toBeVisible();
  await expect(page.getByRole('link', { name: /opens in a new tab/ })).toHaveCount(0);
});

test('the amount is the first field, suggested amounts fill it, and common number formats are accepted', async ({
  page,
}) => {
  const donating = openDonating(page);
  await page.setViewportSize({ width: 360, height: 640 });
  await donating.open();
  await expect(donating.amount).toBeInViewport({ ratio: 1 });
  await expect(donating.amount).toHaveValue('');
  await expect(donating.amount).toHaveAttribute('inputmode', 'decimal');
  await donating.chip('R500').click();
  await expect(donating.amount).toHaveValue('500');
  await expect(donating.chip('R500')).toHaveAttribute('aria-pressed', 'true');
  await donating.chip('Other amount').click();
  await expect(donating.amount).toHaveValue('');
  await expect(donating.amount).toBeFocused();
  await donating.amount.fill('1,250.5');
  await expect(donating.chip('Other amount')).toHaveAttribute('aria-pressed', 'true');
  await donating.amount.press('Tab');
  await expect(donating.amount).toHaveValue('1250.50');
});

test('all missing fields are shown at once, in the order of the page', async ({ page }) => {
  const donating = openDonating(page);
  await donating.open();
  await expect(donating.donate).toBeDisabled();
  await expect(donating.donate).toHaveAccessibleDescription('Please select a payment method.');
  await donating.method('EFT').check();
  await expect(donating.donate).toBeEnabled();
  await expect(page.getByText('Please select a payment method.')).toHaveCount(0);
  await donating.amount.fill('1.250');
  await donating.donate.click();
  await expect(donating.summary).toBeFocused();
  await expect(donating.summary.getByRole('link')).toHaveText([
    'Please enter a valid donation amount.',
    'First name is required.',
    'Last name is required.',
    'Email is required.',
  ]);
  await expectAccessible(page);
  await donating.summary.getByRole('link', { name: 'Please enter a valid' }).click();
  await expect(donating.amount).toBeFocused();
  await expect(donating.amount).toHaveAccessibleDescription(
    'Please enter a valid donation amount.',
  );
  for (const wrong of ['0', '-5', 'five', '']) {
    await donating.amount.fill(wrong);
    await donating.donate.click();
    await expect(donating.amount).toHaveAccessibleDescription(
      'Please enter a valid donation amount.',
    );
  }
});

test('a name with a web address is rejected before it is sent', async ({ page, office }) => {
  const donating = openDonating(page);
  const email = office.newEmail('donor');
  await donating.open();
  await donating.fill(email, 'EFT');
  const firstName = page.getByLabel('First name');
  for (const name of ['See https://evil.example', 'WWW.evil.example']) {
    await firstName.fill(name);
    await donating.donate.click();
    await expect(firstName).toHaveAccessibleDescription(
      'Please enter a name without a web address.',
    );
  }
  await firstName.fill('Nomsa');
  await donating.donate.click();
  await expect(donating.recorded).toBeVisible();
  expect(await donationsOf(office, email)).toHaveLength(1);
});

test('when an address has made too many donations, the page asks to wait, and the input stays', async ({
  page,
  office,
}) => {
  const donating = openDonating(page);
  const email = office.newEmail('donor');
  // `call-limits.test.ts` makes the donations. Here is what the browser shows.
  const message = 'Too many requests. Please try again in 12 minutes.';
  await page.route(donating.calls, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 429, json: { success: false, message } })
      : route.continue(),
  );
  await donating.open();
  await donating.fill(email, 'EFT', '75');
  await donating.donate.click();
  await expect(page.getByRole('alert')).toContainText(message);
  await expect(donating.amount).toHaveValue('75');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expectAccessible(page);
});

test('a card donation below R5.00 is rejected before it is sent', async ({ page, office }) => {
  const donating = openDonating(page);
  const email = office.newEmail('donor');
  let calls = 0;
  await page.route(donating.calls, async (route) => {
    calls += 1;
    await route.continue();
  });
  await donating.open();
  await donating.fill(email, 'Credit Card', '4,99');
  await donating.donate.click();
  await expect(donating.summary).toContainText('A donation by card is at least R5.00.');
  expect(calls).toBe(0);
  await donating.method('EFT').check();
  await donating.donate.click();
  await expect(donating.recorded).toBeVisible();
  expect(calls).toBe(1);
});

test('if the reply is lost, the donation is recorded once and the input stays', async ({
  page,
  office,
}) => {
  const donating = openDonating(page);
  const email = office.newEmail('donor');
  const keys = new Set<string | undefined>();
  await page.route(donating.calls, async (route) => {
    keys.add(route.request().headers()['idempotency-key']);
    await route.fetch();
    await route.abort();
  });
  await donating.open();
  await donating.fill(email, 'EFT', '75');
  await donating.donate.click();
  await expect(page.getByRole('alert')).toContainText(
    'Something went wrong while submitting your donation. Please try again later.',
    patience,
  );
  await expect(donating.amount).toHaveValue('75');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(donating.method('EFT')).toBeChecked();
  await expectAccessible(page);
  await page.unroute(donating.calls);
  await donating.donate.click();
  await expect(donating.recorded).toBeVisible();
  expect(keys.size).toBe(1);
  expect(await donationsOf(office, email)).toHaveLength(1);
});

test('a double press records one donation, also by card', async ({ page, office }) => {
  const donating = openDonating(page);
  const email = office.newEmail('donor');
  await donating.open();
  await donating.fill(email, 'Credit Card');
  await donating.donate.dblclick();
  await expect(openCardWay(page).atProvider).toBeVisible();
  expect(await donationsOf(office, email)).toHaveLength(1);
});

test('a reply without a donation id does not send the donor to the provider', async ({ page }) => {
  const donating = openDonating(page);
  await page.route(donating.calls, (route) =>
    route.fulfill({ status: 201, json: { success: true, data: {} } }),
  );
  await donating.open();
  await donating.fill('donor@example.org', 'Credit Card');
  await donating.donate.click();
  await expect(page.getByRole('alert')).toContainText(
    'Unable to process payment. Missing donation ID.',
  );
});

test('if the payment methods cannot be loaded, the donor can load them again', async ({ page }) => {
  const donating = openDonating(page);
  await letPageAsk(page);
  await page.route(donating.types, (route) => route.abort());
  await page.goto('/donate');
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to fetch donation types' });
  await expect(failure).toBeVisible();
  await expect(donating.donate).toBeDisabled();
  await expectStillAccessible(page);
  await page.unroute(donating.types);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(donating.method('World Remit')).toBeVisible();
});

test('a donation can be made by keyboard alone on the smallest phone', async ({ page, office }) => {
  const donating = openDonating(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await donating.open();
  await expectNoSidewaysScroll(page);
  await donating.chip('R100').focus();
  await page.keyboard.press('Space');
  for (const words of ['', '', '', '', 'Nomsa', 'Dlamini', office.newEmail('donor')]) {
    await page.keyboard.press('Tab');
    if (words !== '') await page.keyboard.type(words);
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(donating.method('EFT')).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(donating.recorded).toBeVisible();
  await expectNoSidewaysScroll(page);
});
