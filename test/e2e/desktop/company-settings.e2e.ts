import type { Page } from '@playwright/test';
import {
  type CompanyInfo,
  listCompanyInfos,
  updateCompanyInfo,
} from '#contract/company-info/endpoints.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { openDonating } from '../fixtures/donating.ts';
import type { Admin } from '../fixtures/administrator.ts';
import {
  administrator,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  withOwnServer,
} from '../fixtures/test.ts';

// Other tests rely on the default amounts.
const test = withOwnServer({ MAIL_FROM: 'the office' });

const address = '/admin/companyinfo';
const mailAddress = '/admin/companyinfo/mail';
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const saved = 'Company info saved.';

async function company(office: Admin): Promise<CompanyInfo> {
  const [only] = await office.ask(listCompanyInfos, {}, await office.adminToken());
  return only!;
}

async function change(office: Admin, body: InputOf<typeof updateCompanyInfo>['body']) {
  const { id } = await company(office);
  await office.ask(updateCompanyInfo, { params: { id }, body }, await office.adminToken());
}

const usual = {
  whyGive: null,
  donationPreset1: null,
  donationPreset2: null,
  donationPreset3: null,
};

test('changed donation amounts and the reason to give are offered to donors at once', async ({
  page,
  office,
  enterAs,
}) => {
  await change(office, usual);
  await enterAs('admin', address);
  await expect(field(page, 'First amount')).toHaveValue('100');
  await field(page, 'First amount').fill('4');
  await field(page, 'Third amount').fill('a lot');
  await save(page).click();
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(summary.getByRole('link')).toHaveText([
    'Please enter at least R5.00.',
    'Please enter an amount.',
  ]);
  await expectAccessible(page);
  await field(page, 'First amount').fill('75');
  await field(page, 'Third amount').fill('1 250,50');
  await field(page, 'Why to give').fill('R75 feeds a hornbill for a week.');
  await save(page).click();
  await expect(page.getByText(saved)).toBeVisible();
  await expectNoSidewaysScroll(page);

  const donating = openDonating(page);
  await donating.open();
  await expect(page.getByText('R75 feeds a hornbill for a week.')).toBeVisible();
  for (const chip of ['R75', 'R250', 'R1250.50']) await expect(donating.chip(chip)).toBeVisible();
  await expect(donating.chip('R100')).toHaveCount(0);
  await donating.chip('R1250.50').click();
  await expect(donating.amount).toHaveValue('1250.50');
  await expect(donating.chip('R1250.50')).toHaveAttribute('aria-pressed', 'true');
});

test('a VAT number is validated, and the next invoice shows the VAT', async ({
  page,
  office,
  enterAs,
}) => {
  await change(office, { vatNumber: '', pboNumber: '' });
  await enterAs('admin', address);
  await field(page, 'VAT registration number').fill('12');
  await save(page).click();
  await expect(
    page.getByRole('link', { name: 'A VAT number has 10 digits and begins with 4.' }),
  ).toBeVisible();
  await field(page, 'VAT registration number').fill('4123 456 789');
  await field(page, 'PBO number').fill('930 012 345');
  await save(page).click();
  await expect(page.getByText(saved)).toBeVisible();
  expect((await company(office)).vatNumber).toBe('4123456789');
  const { email } = await office.registered();
  const [invoice] = await office.mailsTo(email, 'Invoice');
  expect(invoice?.text).toContain('Includes VAT at 15 %');
  expect(invoice?.text).toContain('R58.70');
  expect(invoice?.text).toContain('4123456789');
});

test('the test mail reports its destination, and that emails are only captured', async ({
  page,
  office,
  enterAs,
}) => {
  const before = (await office.mailsTo(administrator.email, 'Test mail', 0)).length;
  await enterAs('admin', mailAddress);
  await expect(
    page.getByText('No mail server is configured', { exact: false }).first(),
  ).toBeVisible();
  const email = page.getByRole('region', { name: 'Email' });
  await expect(email).toContainText(`A test mail goes to ${administrator.email}.`);
  await expect(email).toContainText(
    'MAIL_FROM on the server is not an email address and is ignored.',
  );
  await expectAccessible(page);
  await email.getByRole('button', { name: 'Send test mail' }).dblclick();
  await expect(email.getByRole('status')).toHaveText(
    `Captured in the outbox instead of being sent to ${administrator.email}.`,
    { timeout: 15_000 },
  );
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);
  const mails = await office.mailsTo(administrator.email, 'Test mail', before + 1);
  expect(mails).toHaveLength(before + 1);
});

test('if the mail server refuses the test mail, the page shows its reply', async ({
  page,
  enterAs,
}) => {
  const testMail = { id: '0199d2a4-7c1e-4c8b-9a51-2f6d3e8b1c70', to: 'naledi@example.org' };
  const refused = { ...testMail, state: 'failed', answer: '550 5.7.1 Relaying denied' };
  await page.route('**/api/mail/test/*', (route) =>
    route.fulfill({ json: { success: true, data: refused } }),
  );
  await enterAs('admin', mailAddress);
  const email = page.getByRole('region', { name: 'Email' });
  await email.getByRole('button', { name: 'Send test mail' }).click();
  await expect(email.getByRole('status')).toContainText(
    'The mail server refused the mail to naledi@example.org. It said: 550 5.7.1 Relaying denied',
  );
  await page.route('**/api/mail/test', (route) => route.abort());
  await email.getByRole('button', { name: 'Send test mail' }).click();
  await expect(email.getByText('The server cannot be reached.', { exact: false })).toBeVisible();
});
