import type { Page } from '@playwright/test';
import { searchInvoices } from '#contract/invoices/endpoints.ts';
import { hold } from '../fixtures/network.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const pickerOf = (page: Page) => page.getByRole('combobox', { name: 'Member', exact: true });
const newLastName = (stem: string) => `${stem}${Date.now().toString(36)}`;

test('missing fields are listed first, with links to the fields', async ({ page, enterAs }) => {
  await enterAs('admin', '/admin/invoice');
  await page.getByRole('link', { name: 'Add New' }).first().click();
  await expect(heading(page, 'New Invoice')).toBeFocused();
  await button(page, 'Create').click();
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(summary.getByRole('link')).toHaveText([
    'Please choose a member.',
    'Please say what the invoice is for.',
    'Please enter an amount of more than R0.',
  ]);
  await expectAccessible(page);
  await summary.getByRole('link', { name: 'Please choose a member.' }).click();
  await expect(pickerOf(page)).toBeFocused();
});

test('an invoice can be added for a member who is found while typing', async ({
  page,
  office,
  enterAs,
}) => {
  const lastName = newLastName('Khoza');
  const lerato = await office.registered({
    firstName: 'Lerato',
    lastName,
    phone: '013 555 0199',
  });
  await enterAs('admin', '/admin/invoice/new');
  // Words in any order, also of the phone number, as in the list of members.
  await pickerOf(page).fill(`${lastName.toLowerCase()} 0135550199 ler`);
  const option = page.getByRole('option', { name: `Lerato ${lastName}` });
  await expect(option).toContainText(lerato.email);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await option.click();
  await expect(pickerOf(page)).toHaveValue(`Lerato ${lastName}`);
  await expect(page.getByRole('main')).toContainText('12 Acacia Road');
  await page.getByLabel('For', { exact: true }).fill('Two caps');
  await page.getByLabel('Amount').fill('1 240,5');
  await button(page, 'Create').dblclick();
  await expect(page.getByText('Invoice added. It has not been sent yet.')).toBeVisible();
  await expect(heading(page, /^Invoice INV-\d{5}$/)).toBeFocused();
  await expect(page.getByRole('main')).toContainText('R1240.50');
  await expect(button(page, 'Send')).toBeVisible();
});

test('an invoice can be added for a person who is not a member', async ({
  page,
  office,
  enterAs,
}) => {
  await enterAs('admin', '/admin/invoice/new');
  await page.getByRole('radio', { name: 'Somebody else' }).check();
  await page.getByLabel('First Name').fill('Anna Maria');
  await page.getByLabel('Last Name').fill('van der Merwe');
  await page.getByLabel('Email').fill(office.newEmail('club'));
  await page.getByLabel('Address').fill('PO Box 7\nVaalwater');
  await page.getByLabel('For', { exact: true }).fill('Guided walk');
  await page.getByLabel('Amount').fill('300');
  await page.getByLabel('Payment Type').selectOption('Credit Card');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await button(page, 'Create').click();
  await expect(heading(page, /^Invoice INV-/)).toBeVisible();
  await expect(page.getByLabel('Last Name')).toHaveValue('van der Merwe');
  await expect(page.getByLabel('Address')).toHaveValue('PO Box 7\nVaalwater');
});

test('while the page of a new invoice loads, pressing Create again adds no second one', async ({
  page,
  office,
  enterAs,
}) => {
  const userEmail = office.newEmail('slow');
  await enterAs('admin', '/admin/invoice/new');
  await page.getByRole('radio', { name: 'Somebody else' }).check();
  await page.getByLabel('First Name').fill('Koos');
  await page.getByLabel('Last Name').fill('Nel');
  await page.getByLabel('Email').fill(userEmail);
  await page.getByLabel('For', { exact: true }).fill('Two caps');
  await page.getByLabel('Amount').fill('240');
  await page.waitForLoadState('networkidle');
  const code = await hold(page, '**/assets/*.js', 'GET');
  const create = button(page, 'Create');
  await create.click();
  await expect(page.getByText('Invoice added. It has not been sent yet.')).toBeVisible();
  await expect(create).toHaveAttribute('aria-busy', 'true');
  // Playwright would wait until it is active again.
  await create.click({ force: true });
  await page.getByLabel('Amount').press('Enter');
  code.letGo();
  await expect(heading(page, /^Invoice INV-/)).toBeVisible();
  const body = { userEmail };
  const { totalCount } = await office.ask(searchInvoices, { body }, await office.adminToken());
  expect(totalCount).toBe(1);
});

test('a member can be found and an invoice added by keyboard alone', async ({
  page,
  office,
  enterAs,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const lastName = newLastName('Zwane');
  await office.registered({ firstName: 'Ayanda', lastName });
  await enterAs('admin', '/admin/invoice/new');
  const picker = pickerOf(page);
  await picker.focus();
  await page.keyboard.type('no such person at all');
  await expect(page.getByText('0 members found')).toBeVisible();
  await picker.fill('');
  await page.keyboard.type(lastName);
  const option = page.getByRole('option', { name: `Ayanda ${lastName}` });
  await expect(option).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('ArrowDown');
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(option).toBeHidden();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(picker).toHaveValue(`Ayanda ${lastName}`);
  await expect(picker).toBeFocused();
  await page.getByLabel('For', { exact: true }).focus();
  await page.keyboard.type('A cap');
  await page.keyboard.press('Tab');
  await page.keyboard.type('120');
  await page.keyboard.press('Enter');
  await expect(heading(page, /^Invoice INV-/)).toBeFocused();
});
