import type { Locator, Page } from '@playwright/test';
import { consentWords, getConsents } from '#contract/privacy/consents.ts';
import { searchDonations } from '#contract/donations/admin-endpoints.ts';
import { searchMembers } from '#contract/members/endpoints.ts';
import { openCardWay } from '../fixtures/card.ts';
import { openDonating } from '../fixtures/donating.ts';
import { openMembers } from '../fixtures/member-form.ts';
import { dropAfter, dropBefore, patience, unreachable } from '../fixtures/network.ts';
import { openProfile } from '../fixtures/profile.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  password,
  test,
} from '../fixtures/test.ts';
import { openWizard } from '../fixtures/wizard.ts';

const word = (page: Page) => page.getByLabel('Password', { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const alertIn = (place: Page | Locator) => place.getByRole('alert').filter({ hasText: /\S/ });

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await word(page).fill(secret);
  await press(page, 'Sign In');
}

test('if the connection drops during sign-in, both fields stay filled and pressing again signs in', async ({
  page,
  office,
}) => {
  const { email } = await office.registered();
  await page.goto('/login');
  const before = await dropBefore(page, '**/api/user/login');
  await signIn(page, email, password);
  await expect(alertIn(page)).toHaveText(unreachable);
  await before.restore();
  const after = await dropAfter(page, '**/api/user/login');
  await press(page, 'Sign In');
  await expect.poll(after.lost).toBe(1);
  await expect(alertIn(page)).toHaveText(unreachable);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(word(page)).toHaveValue(password);
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);
  await after.restore();
  await press(page, 'Sign In');
  await expect(page).toHaveURL(/\/member\/profile$/);
});

test('a reset link can be requested again after a lost connection, and a password saved without a reply works', async ({
  page,
  office,
}) => {
  test.slow();
  const { email } = await office.registered();
  const forgot = '**/api/user/forgot-password';
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  for (const drop of [dropBefore, dropAfter]) {
    const dropped = await drop(page, forgot);
    await press(page, 'Send reset link');
    await expect.poll(dropped.lost).toBe(1);
    await expect(alertIn(page)).toHaveText('An error occurred. Please try again later.');
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await dropped.restore();
  }
  // The mail whose reply was lost arrives too, first: two that are sent at once may arrive in either order.
  await office.mailsTo(email, 'Choose a new password');
  await press(page, 'Send reset link');
  await expect(page.getByText('Reset link has been sent')).toBeVisible();
  // The newest link is valid.
  const mails = await office.mailsTo(email, 'Choose a new password', 2);
  expect(mails).toHaveLength(2);
  const links = mails.map(({ text }) => /\S+\/reset-password\?\S+/.exec(text ?? '')?.[0] ?? '');

  const reset = '**/api/user/reset-password';
  const failure = 'Failed to reset password. Please try again.';
  await page.goto(links.at(-1) ?? '');
  await page.getByLabel('New password', { exact: true }).fill('Leopard2');
  await page.getByLabel('Confirm password', { exact: true }).fill('Leopard2');
  const before = await dropBefore(page, reset);
  await press(page, 'Reset password');
  await expect(alertIn(page)).toHaveText(failure);
  await before.restore();
  const after = await dropAfter(page, reset);
  await press(page, 'Reset password');
  await expect.poll(after.lost).toBe(1);
  await after.restore();
  await press(page, 'Reset password');
  await expect(alertIn(page).last()).toContainText('Your new password may have been saved');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Go to Login' }).click();
  await signIn(page, email, 'Leopard2');
  await expect(page).toHaveURL(/\/member\/profile$/);
});

test('after a lost connection, an invitation link can be opened again and sets the first password @full', async ({
  page,
  office,
}) => {
  const member = await openMembers(office).entered();
  const tokens = '**/api/user/reset-token';
  for (const drop of [dropBefore, dropAfter]) {
    const dropped = await drop(page, tokens);
    await page.goto(`/login/${member.userID}`);
    await expect(page.getByRole('status').filter({ hasText: unreachable })).toBeVisible();
    await expectStillAccessible(page);
    await dropped.restore();
  }
  await page.reload();
  await expect(page).toHaveURL(/\/reset-password\?/);
  const reset = await dropBefore(page, '**/api/user/reset-password');
  await page.getByLabel('New password', { exact: true }).fill('Leopard2');
  await page.getByLabel('Confirm password', { exact: true }).fill('Leopard2');
  await press(page, 'Reset password');
  await expect(alertIn(page)).toHaveText('Failed to reset password. Please try again.');
  await reset.restore();
  await press(page, 'Reset password');
  await expect(page.getByText('Your password has been reset successfully.')).toBeVisible();
  await office.tokenOf(member.email, 'Leopard2');
});

test('a registration or donation that never arrived saves nothing, and pressing again saves it once @full', async ({
  page,
  office,
}) => {
  const token = await office.adminToken();
  const wizard = openWizard(page);
  const email = office.newEmail();
  const members = async () =>
    (await office.ask(searchMembers, { body: { email } }, token)).totalCount;
  await wizard.pastRegistration(email);
  await page.getByRole('radio', { name: 'EFT' }).check();
  const registering = await dropBefore(page, '**/api/members/register');
  await wizard.register();
  await expect(alertIn(page)).toContainText(unreachable, patience);
  // A request that may be repeated is tried three times before the page shows an error.
  expect(registering.lost()).toBe(3);
  expect(await members()).toBe(0);
  await registering.restore();
  await wizard.register();
  await expect(wizard.registered).toBeVisible();
  expect(await members()).toBe(1);

  const donating = openDonating(page);
  const donor = office.newEmail('donor');
  const donations = async () =>
    (await office.ask(searchDonations, { body: { email: donor } }, token)).totalCount;
  await donating.open();
  await donating.fill(donor, 'EFT', '75');
  const donated = await dropBefore(page, donating.calls);
  await donating.donate.click();
  await expect(alertIn(page)).toContainText('Something went wrong while submitting', patience);
  await expect(donating.amount).toHaveValue('75');
  expect(await donations()).toBe(0);
  await donated.restore();
  await donating.donate.click();
  await expect(donating.recorded).toBeVisible();
  expect(await donations()).toBe(1);
});

test('after a lost connection, a renewal by card makes one invoice and continues to the provider @full', async ({
  page,
  atProfile,
}) => {
  test.slow();
  const { profile } = await atProfile('Expired');
  const card = openCardWay(page);
  const generate = '**/api/invoices/generate';
  await profile.saveAndRenew.click();
  await profile.byCard.check();
  const alert = profile.renew.getByRole('alert');
  for (const drop of [dropBefore, dropAfter]) {
    const dropped = await drop(page, generate);
    await profile.proceed.click();
    await expect.poll(dropped.lost, patience).toBe(3);
    await expect(alert).toContainText(
      'Press Proceed again; only one invoice is created.',
      patience,
    );
    await expect(profile.byCard).toBeChecked();
    await dropped.restore();
  }
  await profile.proceed.click();
  await expect(card.atProvider).toContainText('R450.00');
  await page.goto(profile.path);
  await profile.unfold(profile.paidInvoices);
  await expect(profile.invoices.getByRole('listitem')).toHaveCount(2);
});

test('after a lost connection, consents and profile changes are kept and recorded once @full', async ({
  page,
  office,
  enterAs,
}) => {
  const { email } = await office.registered();
  const profile = openProfile(page);
  await enterAs({ email }, profile.path);
  await profile.unfold('Privacy');
  const privacy = page.getByRole('region', { name: 'Privacy' });
  const news = privacy.getByRole('checkbox', { name: consentWords.news });
  const consents = '**/api/members/*/consents';
  await news.check();
  for (const drop of [dropBefore, dropAfter]) {
    const dropped = await drop(page, consents, 'PUT');
    await privacy.getByRole('button', { name: 'Save choices' }).click();
    await expect.poll(dropped.lost).toBe(1);
    await expect(alertIn(privacy)).toContainText(unreachable);
    await expect(news).toBeChecked();
    await dropped.restore();
  }
  await privacy.getByRole('button', { name: 'Save choices' }).click();
  await expect(privacy.getByText('Your choices are saved.')).toBeVisible();
  const { id } = await openMembers(office).withEmail(email);
  const token = await office.adminToken();
  const { history } = await office.ask(getConsents, { params: { id } }, token);
  expect(history).toHaveLength(1);
  await expectStillAccessible(page);

  const copy = '**/api/members/*/data';
  for (const drop of [dropBefore, dropAfter]) {
    const dropped = await drop(page, copy, 'GET');
    await privacy.getByRole('button', { name: 'Download my details' }).click();
    await expect.poll(dropped.lost, patience).toBe(3);
    await expect(alertIn(privacy)).toBeVisible(patience);
    await dropped.restore();
  }
  const downloading = page.waitForEvent('download');
  await privacy.getByRole('button', { name: 'Download my details' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.html$/);
});
