import { listCompanyInfos, updateCompanyInfo } from '#contract/company-info/endpoints.ts';
import { searchInvoices } from '#contract/invoices/endpoints.ts';
import { openDonating } from '../fixtures/donating.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  withOwnServer,
} from '../fixtures/test.ts';
import { openWizard } from '../fixtures/wizard.ts';

const test = withOwnServer({ PAYFAST_MODE: 'off' });

test('registration offers only EFT and selects it', async ({ page, office }) => {
  const wizard = openWizard(page);
  const email = office.newEmail('eft');
  await wizard.pastRegistration(email);
  await expect(page.getByRole('radio')).toHaveCount(1);
  await expect(page.getByRole('radio', { name: 'EFT' })).toBeChecked();
  await expect(page.getByText('Test card payments')).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await wizard.register();
  await expect(page.getByText('An invoice will be sent with EFT details.')).toBeVisible();
  const [mail] = await office.mailsTo(email, 'Invoice');
  expect(mail?.text).not.toMatch(/card/i);
});

test('the donation page does not offer a card', async ({ page, office }) => {
  const donating = openDonating(page);
  await donating.open();
  await expect(donating.method('EFT')).toBeVisible();
  await expect(donating.method('Credit Card')).toHaveCount(0);
  await donating.fill(office.newEmail('donor'), 'EFT');
  await donating.donate.click();
  await expect(donating.recorded).toBeVisible();
});

test('the invoice form does not offer a card @full', async ({ page, enterAs }) => {
  await enterAs('admin', '/admin/invoice/new');
  const type = page.getByLabel('Payment Type');
  await expect(type.getByRole('option')).toHaveText(['EFT']);
  await page.getByRole('radio', { name: 'Somebody else' }).check();
  await page.getByLabel('First name').fill('Sipho');
  await page.getByLabel('Last name').fill('Nkosi');
  await page.getByLabel('Email').fill('sipho@example.org');
  await page.getByLabel('For', { exact: true }).fill('Two caps');
  await page.getByLabel('Amount').fill('300');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Invoice added. It has not been sent yet.')).toBeVisible();
  await expect(type).toHaveValue('EFT');
  await expect(type.getByRole('option')).toHaveText(['EFT']);
});

test('a member can pay and renew by EFT with the bank details, and an old card link says why it does not work', async ({
  page,
  office,
  atProfile,
}) => {
  test.slow();
  const token = await office.adminToken();
  const [company] = await office.ask(listCompanyInfos, {}, token);
  const bank = { bank: 'First Bank', accountNumber: '0071 234 567', branchCode: '250 655' };
  await office.ask(
    updateCompanyInfo,
    { params: { id: company?.id ?? '' }, body: { name: 'Wildlife Trust', ...bank } },
    token,
  );
  const { profile, thandi } = await atProfile('Expired');
  await profile.saveAndRenew.click();
  await expect(profile.renew.getByRole('radio')).toHaveCount(1);
  await expect(profile.eft).toBeChecked();
  await expect(profile.proceed).toBeEnabled();
  await expectAccessible(page);
  await profile.proceed.click();
  await expect(profile.eftDone).toBeVisible();

  const { invoices } = profile;
  await profile.unfold(profile.howToPay);
  await expect(invoices).toContainText('use exactly this reference');
  await expect(invoices).toContainText('Account holderWildlife Trust');
  await expect(invoices).toContainText('BankFirst Bank');
  await expect(invoices).toContainText('Branch code250655');
  await expect(invoices).toContainText(/Payment referenceINV-\d{5}-[A-Y]/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await invoices.getByRole('button', { name: 'Copy account number 0071234567' }).click();
  await expect(invoices.getByText('Copied.')).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('0071234567');
  await expect(page.getByRole('link', { name: /Pay now|by card/ })).toHaveCount(0);
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);

  const { results } = await office.ask(searchInvoices, { body: { isPaid: false } }, token);
  const open = results.find(({ memberId }) => memberId === thandi.member.id);
  await page.goto(`/payment/payfast-redirect/subscription/${open?.id}`);
  const error = page.getByRole('alertdialog', { name: 'Error' });
  await expect(error).toContainText('Payments by card are not offered. Please pay by EFT.');
  await expectAccessible(page);
});
