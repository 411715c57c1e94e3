import type { BrowserContext } from '@playwright/test';
import { listCompanyInfos, updateCompanyInfo } from '#contract/company-info/endpoints.ts';
import { deleteMember, getMember } from '#contract/members/endpoints.ts';
import type { Admin } from '../fixtures/administrator.ts';
import { openDonating } from '../fixtures/donating.ts';
import { openPeople } from '../fixtures/profile.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  password,
  withOwnServer,
} from '../fixtures/test.ts';
import { openWizard } from '../fixtures/wizard.ts';

const test = withOwnServer();

const bank = {
  name: 'Wildlife Trust',
  email: 'office@example.org',
  bank: 'First National Bank',
  accountNumber: '0062000123',
  branchCode: '250655',
};

async function enter(office: Admin, changes: object) {
  const token = await office.adminToken();
  const [company] = await office.ask(listCompanyInfos, {}, token);
  const params = { id: company?.id ?? '' };
  await office.ask(updateCompanyInfo, { params, body: { ...bank, ...changes } }, token);
}

async function clipboardOf(context: BrowserContext): Promise<string> {
  return context.pages()[0]?.evaluate(() => navigator.clipboard.readText()) ?? '';
}

test('the EFT details stay above the sign-in form, also in a new tab, until they are dismissed', async ({
  page,
  context,
  office,
}) => {
  await enter(office, {});
  const wizard = openWizard(page);
  await wizard.pastRegistration(office.newEmail());
  await page.getByRole('radio', { name: 'EFT' }).check();
  await wizard.register();
  const { registered } = wizard;
  await expect(registered).toContainText('Account holderWildlife Trust');
  await expect(registered).toContainText('BankFirst National Bank');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const [what, value] of [
    ['amount R450.00', '450.00'],
    ['account number 0062000123', '0062000123'],
    ['branch code 250655', '250655'],
    ['payment reference INV-00001-Y', 'INV-00001-Y'],
  ] as const) {
    await registered.getByRole('button', { name: `Copy ${what}` }).click();
    await expect.poll(() => clipboardOf(context)).toBe(value);
  }
  await page.reload();
  await expect(registered).toContainText('An invoice will be sent with EFT details.');
  // Nothing is stored about the person.
  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  expect(stored).toContain('INV-00001-Y');
  expect(stored).not.toMatch(/Thandi|Dlamini|example\.org|Secret123/);

  const later = await context.newPage();
  await later.goto('/');
  const again = openWizard(later).registered;
  await expect(again).toContainText('Payment referenceINV-00001-Y');
  await expectAccessible(later);
  await expectNoSidewaysScroll(later);
  await again.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await expect(again).toHaveCount(0);
  await expect(later.getByRole('heading', { level: 1 })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(registered).toHaveCount(0);
});

test('an EFT registration by a signed-in user ends with the EFT details, also after a reload', async ({
  page,
  office,
  enterAs,
}) => {
  await enter(office, {});
  await enterAs(await openPeople(office).active(), '/member/profile');
  const wizard = openWizard(page);
  await wizard.pastRegistration(office.newEmail());
  await page.getByRole('radio', { name: 'EFT' }).check();
  await wizard.register();
  await expect(wizard.step('Thank you for registering')).toBeFocused();
  const main = page.getByRole('main');
  await expect(main).toContainText('An invoice will be sent with EFT details.');
  await expect(main).toContainText('Account number0062000123');
  await expect(main.getByRole('button', { name: /^Copy payment reference INV-/ })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.reload();
  await expect(main).toContainText('Account number0062000123');
  await main.getByRole('link', { name: 'Go to my pages' }).click();
  await expect(page).toHaveURL(/\/member\/profile$/);
  await page.goto('/register');
  await expect(page.getByLabel('First name')).toHaveValue('');
});

test('after signing in, My Profile shows what is to be paid, and the sign-in page no more', async ({
  page,
  office,
}) => {
  await enter(office, {});
  const email = office.newEmail();
  const wizard = openWizard(page);
  await wizard.pastRegistration(email);
  await page.getByRole('radio', { name: 'EFT' }).check();
  await wizard.register();
  await expect(wizard.registered).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('region', { name: 'Membership' })).toContainText(
    'Waiting for payment',
  );
  expect(await page.evaluate(() => localStorage.getItem('eftDetails'))).toBeNull();
});

test('a former member sees what everyone sees, and comes back with the link in the mail', async ({
  page,
  office,
}) => {
  await enter(office, {});
  const token = await office.adminToken();
  const { member, email } = await openPeople(office).active();
  await office.ask(deleteMember, { params: { id: member.id } }, token);
  const wizard = openWizard(page);
  await wizard.pastRegistration(email);
  await page.getByRole('radio', { name: 'EFT' }).check();
  await wizard.register();
  await expect(wizard.registered).toContainText('Your membership starts when the payment');
  await page.reload();
  await expect(wizard.registered).toContainText('Your membership starts when the payment');
  // This server has no mail server.
  await expect(wizard.registered).not.toContainText('our email');
  const archived = await office.ask(getMember, { params: { id: member.id } }, token);
  expect(archived).toEqual({ ...member, archivedUtc: archived.archivedUtc });

  const [mail] = await office.mailsTo(email, 'Welcome back: choose a new password');
  await page.goto(/\S+\/reset-password\?\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  await page.getByLabel('New password', { exact: true }).fill('Returned123');
  await page.getByLabel('Confirm password', { exact: true }).fill('Returned123');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password has been reset successfully.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Returned123');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('region', { name: 'Membership' })).toContainText(
    member.membershipNumber ?? '',
  );
});

test('the last page of an EFT donation has the bank details, or says where to ask for them', async ({
  page,
  office,
}) => {
  await enter(office, {});
  const donating = openDonating(page);
  await donating.open();
  await donating.fill(office.newEmail('donor'), 'EFT');
  await donating.donate.click();
  await expect(donating.recorded).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText('AmountR250.00');
  await expect(main).toContainText('Account number0062000123');
  await expect(main).toContainText(/Payment referenceDON-\d{5}-[A-Y]/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.reload();
  await expect(donating.recorded).toBeVisible();
  await expect(main).toContainText('Account number0062000123');

  await enter(office, { accountNumber: '' });
  await page.getByRole('link', { name: 'Donate again' }).click();
  await expect(donating.title).toHaveText('Donate to Our Cause');
  await expect(donating.amount).toHaveValue('');
  await donating.fill(office.newEmail('donor'), 'EFT');
  await donating.donate.click();
  await expect(main.getByText('Please ask us for our bank details.')).toBeVisible();
  await expect(main.getByRole('link', { name: 'office@example.org' }).first()).toHaveAttribute(
    'href',
    'mailto:office@example.org',
  );
  await expect(main).not.toContainText('Account holder');
  await expectAccessible(page);
});
