import { openDonating } from './fixtures/donating.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  withOwnServer,
} from './fixtures/story.ts';
import { openWizard } from './fixtures/wizard.ts';

const test = withOwnServer({ PAYFAST_MODE: 'off' });

test('who registers is offered EFT only, and it is chosen', async ({ page, office }) => {
  const wizard = openWizard(page);
  const email = office.newEmail('eft');
  await wizard.pastRegistration(email);
  await expect(page.getByRole('radio')).toHaveCount(1);
  await expect(page.getByRole('radio', { name: 'EFT' })).toBeChecked();
  await expect(page.getByText('Test payments')).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await wizard.register();
  await expect(page.getByText('An invoice will be sent with EFT details.')).toBeVisible();
  const [mail] = await office.mailsTo(email, 'Invoice');
  expect(mail?.text).not.toMatch(/card/i);
});

test('who donates is not offered a card', async ({ page, office }) => {
  const donating = openDonating(page);
  await donating.open();
  await expect(donating.method('EFT')).toBeVisible();
  await expect(donating.method('Credit Card')).toHaveCount(0);
  await donating.fill(office.newEmail('donor'), 'EFT');
  await donating.donate.click();
  await expect(donating.recorded).toBeVisible();
});

test('who adds an invoice is not offered a card', async ({ page, enterAs }) => {
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

test('a member is told to pay by EFT; an old link to pay by card says why not', async ({
  page,
  office,
  enterAs,
}) => {
  const thandi = await office.registered();
  await enterAs(thandi, '/member/profile');
  const invoices = page.getByRole('region', { name: 'Invoices' });
  await expect(invoices).toContainText('use this reference');
  await expect(page.getByRole('link', { name: /Pay now/ })).toHaveCount(0);
  await page.goto(`/payment/payfast-redirect/subscription/${thandi.invoiceId}`);
  const error = page.getByRole('alertdialog', { name: 'Error' });
  await expect(error).toContainText('Payments by card are not offered. Please pay by EFT.');
  await expectAccessible(page);
});
