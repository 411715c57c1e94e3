import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures/story.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name });

const children = ['Lerato', 'Tumelo', 'Neo', 'Palesa'].map((firstName) => ({
  firstName,
  lastName: 'Mokoena',
  email: `${firstName.toLowerCase()}@example.org`,
  dateOfBirth: firstName === 'Lerato' ? '2020-03-05' : '',
}));

test('someone who waits for payment sees what is missing and how to pay', async ({
  page,
  office,
  enterAs,
}) => {
  await enterAs(await office.registered(), '/member/profile');
  const membership = card(page, 'Membership');
  await expect(membership).toContainText('Pending');
  await expect(membership).toContainText('You will get your number when your first payment is in');
  await expect(membership).toContainText('Individual');
  await expect(membership).toContainText('R450.00');

  const invoices = card(page, 'Invoices');
  await expect(invoices.getByRole('listitem')).toHaveCount(1);
  const number = await invoices.getByRole('heading', { level: 3 }).textContent();
  expect(number).toMatch(/^INV-\d{5}$/);
  await expect(invoices).toContainText('Unpaid');
  await expect(invoices).toContainText('DueR450.00');
  await expect(invoices).toContainText('use this reference');
  await expect(invoices).toContainText(
    'Our bank details are in the email that brought you this invoice, and in its PDF.',
  );
  await expect(invoices.getByRole('button', { name: `Copy reference ${number}` })).toBeVisible();
  await expect(card(page, 'Relatives')).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a member sees the own data as text', async ({ page, office, enterAs }) => {
  const thandi = await office.registered();
  await enterAs(thandi, '/member/profile');
  const you = card(page, 'You');
  await expect(you).toContainText('TitleMs');
  await expect(you).toContainText('First nameThandi');
  await expect(you).toContainText('Last nameDlamini');
  const contact = card(page, 'Contact');
  await expect(contact).toContainText(thandi.email);
  await expect(contact).toContainText('082 123 4567');
  await expect(contact).toContainText('12 Acacia Road');
  await expect(contact).toContainText('0081');
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
});

test('a paid family sees its number, its year and its children', async ({
  page,
  office,
  enterAs,
}) => {
  const family = await office.registered({ typeName: 'FAMILY', relatives: children });
  await office.settle(family.invoiceId);
  await enterAs(family, '/member/profile');
  const membership = card(page, 'Membership');
  await expect(membership).toContainText('Active');
  await expect(membership).toContainText(/Membership number\d{5}/);
  await expect(membership).toContainText('FAMILY MAX 4 up to 18 yrs');
  await expect(membership).toContainText('R950.00');
  await expect(membership).toContainText(/Paid until\d{1,2} \w{3} \d{4}/);
  await expect(membership).toContainText(/Member since\d{1,2} \w{3} \d{4}/);

  const rows = card(page, 'Relatives').getByRole('row');
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(1)).toContainText('Lerato Mokoena');
  await expect(rows.nth(1)).toContainText('5 Mar 2020');
  await expect(rows.nth(2)).toContainText('Not recorded');

  const invoices = card(page, 'Invoices');
  await expect(invoices).toContainText('Paid');
  await expect(invoices).toContainText('DueR0.00');
  await expect(invoices).not.toContainText('reference');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a family without relatives is told that there are none', async ({
  page,
  office,
  enterAs,
}) => {
  await enterAs(await office.registered({ typeName: 'FAMILY' }), '/member/profile');
  await expect(card(page, 'Relatives')).toContainText('No relatives added');
});

test('the PDF of an invoice opens in a tab of its own', async ({ page, office, enterAs }) => {
  await enterAs(await office.registered(), '/member/profile');
  const fetched = page.waitForResponse('**/api/invoices/*/pdf');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: /^PDF of INV-/ }).press('Enter');
  const tab = await opened;
  expect((await fetched).headers()['content-type']).toBe('application/pdf');
  await tab.waitForURL(/^blob:/);
});

test('a PDF that can not be had is said beside it', async ({ page, office, enterAs }) => {
  await page.route('**/api/invoices/*/pdf', (route) => route.abort());
  await enterAs(await office.registered(), '/member/profile');
  await page.getByRole('button', { name: /^PDF of INV-/ }).click();
  const invoices = card(page, 'Invoices');
  await expect(invoices.getByRole('alert')).toContainText('The server can not be reached.');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a profile that can not be had can be asked for again', async ({ page, office, enterAs }) => {
  await page.route('**/api/members/*', (route) => route.abort());
  await enterAs(await office.registered(), '/member/profile');
  await expect(page.getByRole('alert')).toContainText('The server can not be reached.');
  await expectAccessible(page);
  await page.unroute('**/api/members/*');
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(card(page, 'Membership')).toBeVisible();
});

test('the profile stays when only the invoices can not be had', async ({
  page,
  office,
  enterAs,
}) => {
  await page.route('**/api/invoices/search', (route) => route.abort());
  await enterAs(await office.registered(), '/member/profile');
  await expect(card(page, 'Membership')).toContainText('Pending');
  const invoices = card(page, 'Invoices');
  await expect(invoices.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute('**/api/invoices/search');
  await invoices.getByRole('button', { name: 'Try again' }).click();
  await expect(invoices.getByRole('heading', { level: 3 })).toBeVisible();
});

test('long names and addresses stay inside on the smallest phone', async ({
  page,
  office,
  enterAs,
}) => {
  const long = 'Nkosazana-Oluwaseyi'.repeat(4);
  const email = `${'very.long.'.repeat(5)}${office.newEmail()}`;
  const relatives = [{ firstName: long, lastName: long, email, dateOfBirth: '' }];
  const changes = { firstName: long, lastName: long, email, relatives, typeName: 'FAMILY' };
  await page.setViewportSize({ width: 320, height: 640 });
  await enterAs(await office.registered(changes), '/member/profile');
  await expect(card(page, 'Invoices').getByRole('heading', { level: 3 })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('the status comes first in reading order', async ({ page, office, enterAs }) => {
  await enterAs(await office.registered(), '/member/profile');
  const titles = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(titles).toHaveText(['Membership', 'You', 'Contact', 'Invoices']);
});
