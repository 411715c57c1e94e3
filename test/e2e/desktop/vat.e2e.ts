import type { Page } from '@playwright/test';
import {
  companyInfoTexts as texts,
  listCompanyInfos,
  updateCompanyInfo,
} from '#contract/company-info/endpoints.ts';
import { monthEndTexts } from '#contract/month-end/texts.ts';
import { recordMembershipPayment } from '#contract/payments/membership-payment.ts';
import { openMembers } from '../fixtures/member-form.ts';
import { expect, expectAccessible, withOwnServer } from '../fixtures/test.ts';

/** Nothing else may be in the books. The clock goes on from here. */
const test = withOwnServer({ NOW: '2027-04-02T08:00:00Z' });

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const row = (page: Page, title: string, name: string) =>
  section(page, title).getByRole('row').filter({ hasText: name });

test('a month is closed once the VAT basis is answered, and Month End shows the VAT', async ({
  page,
  office,
  enterAs,
}) => {
  const token = await office.adminToken();
  const [company] = await office.ask(listCompanyInfos, {}, token);
  const body = { vatNumber: '4123456789' };
  await office.ask(updateCompanyInfo, { params: { id: company!.id }, body }, token);
  const { id } = await openMembers(office).entered();
  const paid = { params: { id }, body: { paidOn: '2027-03-20', paidUntil: null } };
  await office.ask(recordMembershipPayment, paid, token);

  await enterAs('admin', '/admin/monthend');
  await expect(row(page, 'Income', 'Membership fees: Individual')).toContainText('R450.00');
  const close = page.getByRole('button', { name: 'Close Mar 2027' });
  await close.click();
  const dialog = page.getByRole('dialog', { name: 'Close Mar 2027?' });
  await dialog.getByRole('button', { name: 'Close Mar 2027' }).click();
  await expect(dialog).toContainText(monthEndTexts.vatUnanswered);
  await page.keyboard.press('Escape');

  await page.goto('/admin/companyinfo');
  const question = page.getByRole('radiogroup', { name: texts.vatBasis });
  const payments = question.getByRole('radio', { name: texts.vatPayments });
  await expect(payments).not.toBeChecked();
  await expect(page.getByText(texts.vatBasisOpen)).toBeVisible();
  const vatNumber = page.getByRole('textbox', { name: 'VAT registration number' });
  await vatNumber.fill('');
  await expect(question).toBeHidden();
  await vatNumber.fill('4123456789');
  await payments.check();
  await expect(page.getByText(texts.vatBasisOpen)).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(texts.saved)).toBeVisible();
  await expect(payments).toBeChecked();

  await page.goto('/admin/monthend');
  await expect(row(page, 'Income', 'Membership fees: Individual')).toContainText('R391.30');
  await expect(row(page, 'VAT', 'Of payments, posted to VAT')).toContainText('R58.70');
  await expect(section(page, 'Accounts')).toContainText('-R58.70');
  await close.click();
  await dialog.getByRole('button', { name: 'Close Mar 2027' }).click();
  await expect(page.getByText('Mar 2027 is closed.')).toBeVisible();

  await page.goto('/admin/companyinfo');
  await vatNumber.fill('');
  await expect(question).toBeHidden();
  await expect(page.getByText(texts.vatRemoved.payments)).toBeVisible();
});
