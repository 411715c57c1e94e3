import type { Page } from '@playwright/test';
import { listCompanyInfos, updateCompanyInfo } from '#contract/company-info/endpoints.ts';
import { voidInvoice } from '#contract/invoices/admin-endpoints.ts';
import type { Admin } from '../fixtures/administrator.ts';
import { openMenu } from '../fixtures/app-shell.ts';
import { choose } from '../fixtures/row-actions.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  withOwnServer,
} from '../fixtures/test.ts';

// The counts are those of all records, and other tests need the bank details.
const test = withOwnServer();
// On one server, so that the counts are not those of another test.
test.describe.configure({ mode: 'serial' });

const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true });
const strip = (page: Page) => page.getByRole('complementary', { name: 'System notices' });

async function setBank(office: Admin, accountNumber: string): Promise<void> {
  const token = await office.adminToken();
  const [company] = await office.ask(listCompanyInfos, {}, token);
  const body = {
    name: 'Lowveld Conservation Trust',
    bank: accountNumber === '' ? '' : 'Standard Bank',
    accountNumber,
    branchCode: accountNumber === '' ? '' : '051001',
    accountType: 'Cheque',
  };
  await office.ask(updateCompanyInfo, { params: { id: company?.id ?? '' }, body }, token);
}

test('the menu shows what waits, and counts again after an action, on focus and twice a minute', async ({
  page,
  office,
  enterAs,
  isMobile,
}) => {
  await setBank(office, '0012345678');
  const { lastName, invoiceId } = await office.registered({ lastName: 'Waiting' });
  await office.registered();
  await office.donated('EFT', 100);
  await enterAs('admin', '/admin/dashboard');
  await openMenu(page);
  await expect(entry(page, 'Invoices')).toHaveAccessibleDescription('2 unpaid');
  await expect(entry(page, 'Invoices')).toHaveText(/2$/);
  await expect(entry(page, 'Donations')).toHaveAccessibleDescription('1 pending');
  for (const name of ['Bank', 'Bulk Email', 'Sent Mail', 'Members']) {
    await expect(entry(page, name)).toHaveAccessibleDescription('');
  }
  await expect(page.getByRole('main')).toHaveText('Dashboard');
  await expect(
    page.getByText('Lowveld Conservation Trust').filter({ visible: true }),
  ).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await office.settle(invoiceId);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(entry(page, 'Invoices')).toHaveAccessibleDescription('1 unpaid');
  // After the next steps nothing is unpaid: also on the next run of this test on the same server.
  await page.clock.install();
  await page.goto(`/admin/invoice?isPaid=unpaid&userLastName=Dlamini`);
  await openMenu(page);
  await expect(entry(page, 'Invoices')).toHaveAccessibleDescription('1 unpaid');
  await office.registered({ lastName });
  await page.clock.fastForward(31_000);
  await expect(entry(page, 'Invoices')).toHaveAccessibleDescription('2 unpaid');
  if (isMobile) await page.keyboard.press('Escape');

  const row = page.getByRole('row').filter({ hasText: 'Dlamini' }).first();
  await row.getByRole('button', { name: /^Process Payment/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Process Payment' }).click();
  await expect(page.getByText('Invoice payment processed successfully.')).toBeVisible();
  await openMenu(page);
  await expect(entry(page, 'Invoices')).toHaveAccessibleDescription('1 unpaid');
});

test('system notices share one line, and administrators learn that no email is sent', async ({
  page,
  office,
  enterAs,
}) => {
  await enterAs('admin', '/admin/dashboard');
  await expect(strip(page).getByRole('listitem')).toHaveText([
    'Test card payments: no money moves.',
    'Emails are not sent: no mail server is set.',
  ]);
  expect((await strip(page).boundingBox())?.height).toBe(32);
  await expectNoSidewaysScroll(page);
  await strip(page).getByRole('link', { name: 'Emails are not sent' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mail Settings' })).toBeFocused();
  await expect(page.getByText('No mail server is configured', { exact: false })).toBeVisible();

  const { email } = await office.registered();
  await enterAs({ email }, '/member/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible();
  await expect(strip(page).getByRole('listitem')).toHaveText([
    'Test card payments: no money moves.',
  ]);
});

test('before an EFT invoice goes out without bank details, the question says what is missing', async ({
  page,
  office,
  enterAs,
}) => {
  await setBank(office, '');
  const { email } = await office.registered({ lastName: 'Unbanked' });
  await setBank(office, '0012345678');
  const complete = await office.registered({ lastName: 'Banked' });
  const address = (lastName: string) => `/admin/invoice?${new URLSearchParams({ text: lastName })}`;
  const question = page.getByRole('alertdialog', { name: 'Send invoice again' });

  await enterAs('admin', address('Banked'));
  await choose(page.getByRole('row').filter({ hasText: complete.email }), 'Send again');
  await expect(question).toBeVisible();
  await expect(question.getByText('bank details')).toHaveCount(0);
  await question.getByRole('button', { name: 'No, cancel' }).click();

  await page.goto(address('Unbanked'));
  const row = page.getByRole('row').filter({ hasText: email });
  await choose(row, 'Send again');
  await expect(question).toContainText('This invoice shows no bank details');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText(/^The email is kept here/)).toBeVisible();
  await choose(row, 'Send again');
  await question.getByRole('link', { name: 'Company Info' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Company Info' })).toBeFocused();
});

test('before renewals go out without bank details, the question says what is missing @full', async ({
  page,
  office,
  enterAs,
}) => {
  const { lastName, invoiceId } = await office.registered({ lastName: 'Renewed' });
  const input = { params: { id: invoiceId }, body: { reason: 'A trial' } };
  await office.ask(voidInvoice, input, await office.adminToken());
  const question = page.getByRole('alertdialog', { name: 'Send renewals' });
  const ask = async () => {
    await page.goto(`/admin/member?${new URLSearchParams({ text: lastName })}`);
    await page.getByRole('checkbox', { name: `Select Thandi ${lastName}` }).check();
    await page.getByRole('button', { name: 'Send renewals' }).click();
  };
  await enterAs('admin', '/admin/dashboard');
  await setBank(office, '0012345678');
  await ask();
  await expect(question).toContainText('Invoices to send1');
  await expect(question.getByText('Bank details are missing')).toHaveCount(0);
  await question.getByRole('button', { name: 'No, cancel' }).click();

  await setBank(office, '');
  await ask();
  await expect(question).toContainText(
    'Bank details are missing: Bank, Account number, Branch code.',
  );
  await expect(question.getByRole('link', { name: 'Company Info' })).toBeVisible();
  await expectStillAccessible(page);
  await question.getByRole('button', { name: 'Send renewals' }).click();
  await expect(page.getByText(/^The invoices are kept here/)).toBeVisible();
});
