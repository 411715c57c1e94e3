import type { Page } from '@playwright/test';
import { halves } from '#test/support/pictures.ts';
import { openCardWay } from '../fixtures/card.ts';
import { openDonating } from '../fixtures/donating.ts';
import { watchFocus } from '../fixtures/keyboard.ts';
import { hold } from '../fixtures/network.ts';
import { expect, password, test } from '../fixtures/test.ts';
import { choosePicture } from '../fixtures/users.ts';
import { openWizard } from '../fixtures/wizard.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('the actions of signing in and of passwords keep the focus', async ({ page, office }) => {
  const { email } = await office.registered();
  const focus = await watchFocus(page);
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Wrong123');
  await focus.act(
    button(page, 'Sign In'),
    page.getByText('Invalid credentials. Please try again.'),
  );
  await page.getByLabel('Password', { exact: true }).fill(password);
  await focus.act(
    button(page, 'Sign In'),
    page.getByRole('heading', { level: 1, name: 'My Profile' }),
  );
});

test('requesting a reset link keeps the focus, while the button rests @full', async ({
  page,
  office,
}) => {
  const focus = await watchFocus(page);
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(office.newEmail());
  await focus.act(
    button(page, 'Send reset link'),
    page.getByText('Reset link has been sent to your email address.'),
  );
  await expect(button(page, 'Send reset link')).toBeDisabled();
});

test('the steps of registering keep the focus', async ({ page, office }) => {
  test.slow();
  const focus = await watchFocus(page);
  const wizard = openWizard(page);
  await wizard.open();
  await wizard.chooseType(/FAMILY/);
  await wizard.fillPerson(office.newEmail('kept'));
  await focus.act(button(page, 'Next'), wizard.step('Relatives'));
  await focus.act(button(page, 'Add relative'), wizard.relative(1));
  await focus.act(
    wizard.relative(1).getByRole('button', { name: /^Remove/ }),
    page.getByText('No relatives added'),
  );
  await focus.act(button(page, 'Next'), page.getByRole('alertdialog'));
  await focus.act(page.getByRole('alertdialog').getByRole('button').last(), wizard.step('Payment'));
  await focus.act(
    button(page, 'Register'),
    wizard.summary.or(page.getByText('Please select a payment method.')).first(),
  );
  await page.getByRole('radio', { name: /^EFT/ }).check();
  await focus.act(
    button(page, 'Register'),
    page.getByText('An invoice will be sent with EFT details.'),
  );
});

test('registering and paying by card keeps the focus @full', async ({ page, office }) => {
  test.slow();
  const focus = await watchFocus(page);
  const wizard = openWizard(page);
  const card = openCardWay(page);
  await wizard.pastRegistration(office.newEmail('kept'));
  await page.getByRole('radio', { name: 'Credit Card' }).check();
  const held = await hold(page, '**/api/payments/payfast/subscription/*', 'GET');
  await focus.act(
    button(page, 'Register'),
    page.getByText('Redirecting to PayFast for payment...'),
  );
  held.letGo();
  await expect(card.atProvider).toBeVisible();
  await page.getByRole('button', { name: /^Pay R/ }).press('Enter');
  await expect(card.title('Payment Completed!')).toBeVisible();
  await focus.act(card.toLogin, button(page, 'Sign In'));
});

test('donating keeps the focus', async ({ page, office }) => {
  const focus = await watchFocus(page);
  const donating = openDonating(page);
  await donating.open();
  await donating.fill(office.newEmail('kept'), 'EFT');
  await focus.act(donating.donate, donating.recorded);
});

test('reloading a payment status keeps the focus @full', async ({ page, office }) => {
  const { id } = await office.donated('Credit Card', 250);
  const card = openCardWay(page);
  const focus = await watchFocus(page);
  await page.goto(`/payment/donation/return/${id}`);
  await expect(card.title('Payment Pending')).toBeVisible();
  await focus.act(
    button(page, 'Reload Payment Status'),
    page.getByText('The status has not changed.'),
  );
});

test('choosing and uploading a picture keeps the focus @full', async ({ page, atProfile }) => {
  const focus = await watchFocus(page);
  const { profile } = await atProfile('Active');
  await profile.unfold('You');
  await choosePicture(page, 'me.jpg', 'image/jpeg', await halves('jpeg', 640, 480));
  await focus.act(button(page, 'Do not use this picture'), page.getByLabel('Profile Picture'));
  await expect(page.getByLabel('Profile Picture')).toBeFocused();
  await choosePicture(page, 'me.jpg', 'image/jpeg', await halves('jpeg', 640, 480));
  await focus.act(profile.save, profile.saved);
});

test('the actions of My Profile keep the focus', async ({ page, atProfile }) => {
  test.slow();
  const focus = await watchFocus(page);
  const { profile } = await atProfile('Expired');
  await page
    .getByRole('main')
    .getByLabel(/^Phone/)
    .fill('082 999 9999');
  await focus.act(profile.save, profile.renew);
  await focus.act(profile.saveOnly, profile.saved);
});
