import type { Page } from '@playwright/test';
import {
  type CompanyInfo,
  getCompanyInfo,
  listCompanyInfos,
  updateCompanyInfo,
} from '#contract/company-info/endpoints.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Admin } from '../fixtures/administrator.ts';
import {
  administrator,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  test,
} from '../fixtures/test.ts';
import { tabTo } from '../fixtures/keyboard.ts';

const address = '/admin/companyinfo';
const saved = 'Company info saved.';
const changedByOther = 'This record was changed by someone else. Reload to see the latest version.';

const field = (page: Page, label: string) =>
  page.getByRole('textbox', { name: label, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

type Changes = InputOf<typeof updateCompanyInfo>['body'];

async function readCompany(office: Admin): Promise<CompanyInfo> {
  const token = await office.adminToken();
  const [company] = await office.ask(listCompanyInfos, {}, token);
  return office.ask(getCompanyInfo, { params: { id: company!.id } }, token);
}

/** A change by another administrator while the form is open. */
async function change(office: Admin, body: Changes): Promise<void> {
  const { id } = await readCompany(office);
  await office.ask(updateCompanyInfo, { params: { id }, body }, await office.adminToken());
}

const complete: Changes = {
  name: 'Lowveld Conservation Trust',
  email: 'office@lowveld.example.org',
  phone: '013 555 0101',
  bank: 'Standard Bank',
  accountNumber: '0012345678',
  branchCode: '051001',
  accountType: 'Cheque',
  swiftCode: '',
  notes: '',
  membershipExpiryDate: '',
};

test('missing bank details show a warning, and a preview shows them as payers will read them', async ({
  page,
  office,
  enterAs,
}) => {
  await change(office, { ...complete, bank: '', accountNumber: '', branchCode: '' });
  await enterAs('admin', address);
  await expect(page.getByRole('heading', { level: 1, name: 'Company Info' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(
    /Admin.*Company Info/,
  );
  await expect(page.getByRole('link', { name: 'Add New' })).toHaveCount(0);
  const warning = page.getByText(
    'Bank details are missing, so EFT invoices cannot show where to pay.',
  );
  await expect(warning).toBeVisible();
  await expect(
    page.getByText('Still to fill in: Bank, Account number, Branch code.'),
  ).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await field(page, 'Bank').fill('Capitec');
  await field(page, 'Account number').fill('0001112223');
  await field(page, 'Account number again').fill('0001112223');
  await field(page, 'Branch code').fill('470010');
  await expect(warning).toHaveCount(0);
  const preview = page.getByRole('region', { name: 'What payers will see' });
  for (const words of [
    'Lowveld Conservation Trust',
    'Capitec',
    '0001112223',
    '470010',
    /INV-\d{5}-[A-Y]/,
  ]) {
    await expect(preview).toContainText(words);
  }
  await expectAccessible(page);
  await save(page).click();
  await expect(page.getByText(saved)).toBeVisible();
  await page.reload();
  await expect(field(page, 'Account number')).toHaveValue('0001112223');
  await expect(field(page, 'Branch code')).toHaveValue('470010');
});

test('a changed account number is typed twice, mailed to the administrators and marked', async ({
  page,
  office,
  enterAs,
}) => {
  await change(office, complete);
  const subject = 'The account number for payments was changed';
  await enterAs('admin', address);
  const again = field(page, 'Account number again');
  await expect(field(page, 'Account number')).toHaveValue('0012345678');
  await expect(again).toHaveCount(0);
  await field(page, 'Account number').fill('62 0123-45');
  await again.fill('6201235');
  await field(page, 'SWIFT code (optional)').fill('FIRNZ');
  await save(page).click();
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(summary.getByRole('link')).toHaveText([
    'A SWIFT code has 8 or 11 letters and digits.',
    'The two account numbers are not the same. Please check both.',
  ]);
  await expectAccessible(page);
  await again.fill('6201 2345');
  await field(page, 'SWIFT code (optional)').fill('firn zajj');
  await save(page).click();
  await expect(page.getByText(saved)).toBeVisible();
  await expect(field(page, 'Account number')).toHaveValue('62012345');
  await expect(field(page, 'SWIFT code (optional)')).toHaveValue('FIRNZAJJ');
  await expect(again).toHaveCount(0);
  await expect(page.getByText(/ changed the account number on /)).toBeVisible();
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);
  const newest = async () => {
    const mails = await office.mailsTo(administrator.email, subject);
    return mails.find(({ text }) => text?.includes('ending in 2345'))?.text;
  };
  await expect.poll(newest).toContain('ending in 5678');
  expect(await newest()).not.toContain('62012345');
});

test('a known branch code offers the name of its bank, and an unknown one is only a warning', async ({
  page,
  office,
  enterAs,
}) => {
  await change(office, complete);
  await enterAs('admin', address);
  await field(page, 'Branch code').fill('25 06-55');
  await expect(page.getByText('This is the universal branch code of FNB.')).toBeVisible();
  await page.getByRole('button', { name: 'Enter FNB as the bank' }).click();
  await expect(field(page, 'Bank')).toHaveValue('FNB');
  await expect(field(page, 'Bank')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Enter FNB as the bank' })).toHaveCount(0);
  await field(page, 'Bank').fill('Bank of Skukuza');
  await field(page, 'Branch code').fill('123456');
  await expect(page.getByText('This is not the universal branch code')).toBeVisible();
  await expect(page.getByText('We do not know a South African bank')).toBeVisible();
  await expectAccessible(page);
  await save(page).click();
  await expect(page.getByText(saved)).toBeVisible();
  expect(await readCompany(office)).toMatchObject({
    bank: 'Bank of Skukuza',
    branchCode: '123456',
  });
});

test('the index and a link lead to a part of the page, and unsaved changes stay', async ({
  page,
  office,
  enterAs,
}) => {
  await change(office, complete);
  await enterAs('admin', `${address}#tax`);
  const heading = (name: string) => page.getByRole('heading', { level: 2, name });
  await expect(heading('Tax')).toBeFocused();
  await field(page, 'Phone').fill('013 555 0150');
  const index = page.getByRole('navigation', { name: 'On this page' });
  await index.getByRole('link', { name: 'Bank details' }).click();
  await expect(heading('Bank details')).toBeFocused();
  await expect(heading('Bank details')).toBeInViewport();
  await expect(field(page, 'Phone')).toHaveValue('013 555 0150');
});

test('invalid input is explained at its field and in a summary', async ({
  page,
  office,
  enterAs,
}) => {
  await change(office, complete);
  await enterAs('admin', address);
  await field(page, 'Email').fill('not an address');
  await field(page, 'Last used invoice number').fill('many');
  await save(page).click();
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(summary).toBeFocused();
  await expect(summary).toContainText('Please enter a valid email address.');
  await expect(summary).toContainText('Please enter a whole number.');
  await expectAccessible(page);
  await summary.getByRole('link', { name: 'Please enter a valid email address.' }).click();
  await expect(field(page, 'Email')).toBeFocused();
  await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'true');
});

test('a field that only the server rejects is marked too', async ({ page, office, enterAs }) => {
  await change(office, complete);
  const errors = [{ field: 'bank', message: 'This bank is not known.' }];
  await page.route('**/api/companyinfos/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    const json = { success: false, message: errors[0]!.message, errors };
    return route.fulfill({ status: 400, json });
  });
  await enterAs('admin', address);
  await field(page, 'Bank').fill('Moon Bank');
  await save(page).click();
  await expect(field(page, 'Bank')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Bank')).toHaveValue('Moon Bank');
  await expect(
    page.getByRole('alert').filter({ hasText: 'This bank is not known.' }),
  ).toBeVisible();
});

test('the membership year ends on a fixed day and month, or after twelve months', async ({
  page,
  office,
  enterAs,
}) => {
  await change(office, complete);
  await enterAs('admin', address);
  await expect(page.getByText('Each membership runs for 12 months.')).toBeVisible();
  await page.getByLabel('Membership expiry date').fill('2024-02-29');
  await expect(page.getByText('ends on the last day of February.')).toBeVisible();
  await page.getByLabel('Membership expiry date').fill('2026-06-30');
  await expect(page.getByText('Every membership year ends on 30 Jun.')).toBeVisible();
  await save(page).click();
  await expect(page.getByText(saved)).toBeVisible();
  expect((await readCompany(office)).membershipExpiryDate).toBe('2026-06-30');
  await page.getByLabel('Membership expiry date').fill('');
  await save(page).click();
  await expect.poll(async () => (await readCompany(office)).membershipExpiryDate).toBeNull();
});

test('numbers cannot be lowered, and skipping numbers needs a confirmation', async ({
  page,
  office,
  enterAs,
}) => {
  await change(office, { ...complete, lastUsedMemberNumber: 20 });
  const last = (await readCompany(office)).lastUsedMemberNumber;
  await enterAs('admin', address);
  const number = field(page, 'Last used member number');
  await number.fill('1');
  await expect(
    page.getByText('Numbers can only increase. A lower number is ignored.'),
  ).toBeVisible();
  await save(page).click();
  await expect(page.getByText(saved)).toBeVisible();
  await expect(number).toHaveValue(String(last));

  await number.fill(String(last + 5));
  await save(page).click();
  const question = page.getByRole('alertdialog', { name: 'Skip numbers?' });
  await expect(question).toContainText('Skipped numbers will never be used.');
  await expectStillAccessible(page);
  await question.getByRole('button', { name: 'No, cancel' }).click();
  expect((await readCompany(office)).lastUsedMemberNumber).toBe(last);
  await save(page).click();
  await question.getByRole('button', { name: 'Yes, skip them' }).click();
  await expect.poll(async () => (await readCompany(office)).lastUsedMemberNumber).toBe(last + 5);
});

test('two administrators do not overwrite each other silently', async ({
  page,
  office,
  enterAs,
}) => {
  await change(office, complete);
  await enterAs('admin', address);
  await field(page, 'Account number').fill('0099887766');
  await field(page, 'Account number again').fill('0099887766');
  await field(page, 'Phone').fill('013 555 0199');
  await change(office, { accountNumber: '0011112222', branchCode: '198765' });
  await save(page).click();
  await expect(page.getByText(changedByOther)).toBeVisible();
  await expect(field(page, 'Account number')).toHaveValue('0099887766');
  expect((await readCompany(office)).accountNumber).toBe('0011112222');
  await expectStillAccessible(page);

  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText('Someone else saved: 0011112222')).toBeVisible();
  await expect(field(page, 'Account number')).toBeFocused();
  await expect(field(page, 'Account number')).toHaveValue('0099887766');
  await expect(field(page, 'Account number again')).toHaveValue('0099887766');
  await expect(field(page, 'Phone')).toHaveValue('013 555 0199');
  await expect(field(page, 'Branch code')).toHaveValue('198765');
  await expect(page.getByText(changedByOther)).toHaveCount(0);
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);
  await save(page).click();
  await expect(page.getByText(saved)).toBeVisible();
  const company = await readCompany(office);
  expect(company).toMatchObject({ accountNumber: '0099887766', branchCode: '198765' });
});

test('leaving or cancelling with unsaved changes needs a confirmation', async ({
  page,
  office,
  enterAs,
  isMobile,
}) => {
  await change(office, complete);
  await enterAs('admin', address);
  await field(page, 'Bank').fill('Nedbank');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  if (isMobile) await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expectStillAccessible(page);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(field(page, 'Bank')).toHaveValue('Nedbank');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const discard = page.getByRole('alertdialog', { name: 'Discard changes?' });
  await expectStillAccessible(page);
  await discard.getByRole('button', { name: 'Discard changes' }).click();
  await expect(field(page, 'Bank')).toHaveValue('Standard Bank');
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
});

test('if saving fails, the input stays in the form', async ({ page, office, enterAs }) => {
  await change(office, complete);
  await page.route('**/api/companyinfos', (route) => route.abort());
  await enterAs('admin', address);
  await expect(page.getByText('Failed to fetch company info')).toBeVisible();
  await expectStillAccessible(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await field(page, 'Bank').fill('Absa');
  await page.route('**/api/companyinfos/*', (route) => route.abort());
  await save(page).click();
  await expect(page.getByText('The server cannot be reached.', { exact: false })).toBeVisible();
  await expect(field(page, 'Bank')).toHaveValue('Absa');
  await page.unrouteAll();
  await save(page).click();
  await expect(page.getByText(saved)).toBeVisible();
});

test('the bank details can be changed by keyboard alone @full', async ({
  page,
  office,
  enterAs,
}) => {
  await change(office, complete);
  await enterAs('admin', address);
  await expect(field(page, 'Bank')).toBeVisible();
  await tabTo(page, field(page, 'Bank'), 60);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('FNB');
  await tabTo(page, save(page), 60);
  await page.keyboard.press('Enter');
  await expect(page.getByText(saved)).toBeVisible();
  expect((await readCompany(office)).bank).toBe('FNB');
});
