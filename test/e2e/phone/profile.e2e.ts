import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { openProfile } from '../fixtures/profile.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  test,
} from '../fixtures/test.ts';

const children = ['Lerato', 'Tumelo', 'Neo', 'Palesa'].map((firstName) => ({
  firstName,
  lastName: 'Mokoena',
  email: `${firstName.toLowerCase()}@example.org`,
  dateOfBirth: firstName === 'Lerato' ? '2020-03-05' : '',
}));

test('a member with an unpaid invoice sees the amount and how to pay', async ({
  page,
  office,
  enterAs,
}) => {
  const profile = openProfile(page);
  const thandi = await office.registered();
  await enterAs(thandi, profile.path);
  const { membership, invoices } = profile;
  await expect(membership).toContainText('Pending');
  await expect(membership).toContainText('You will get your number after your first payment');
  await expect(membership).toContainText(/Registered on\d{1,2} \w{3} \d{4}/);
  await expect(membership).toContainText('TypeIndividual');
  await expect(membership).toContainText('FeeR450.00');
  await expect(membership).toContainText('Valid untilNot paid yet');
  await expect(membership).toContainText(/Waiting for payment\s*INV-\d{5}, R450\.00/);

  await expect(invoices.getByRole('listitem')).toHaveCount(1);
  const number = await invoices.getByRole('heading', { level: 3 }).textContent();
  expect(number).toMatch(/^INV-\d{5}$/);
  await expect(invoices).toContainText('Unpaid');
  await expect(invoices).toContainText('DueR450.00');
  await expect(invoices).toContainText('use exactly this reference');
  await expect(page.getByRole('region', { name: 'Relatives' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save and Renew' })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await membership.getByRole('link', { name: 'How to pay by bank transfer (EFT)' }).press('Enter');
  await expect(page).toHaveURL(/#invoices$/);
  // The focus follows the address.
  await expect(page.locator('#invoices')).toBeFocused();
  for (const what of ['amount R450.00', `payment reference ${number}-`]) {
    await expect(invoices.getByRole('button', { name: `Copy ${what}` })).toBeVisible();
  }
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Tab');
  await expect(invoices.getByRole('button', { name: `PDF of ${number}` })).toBeFocused();
  await membership.getByRole('link', { name: 'Pay R450.00 by card' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Pay R450\.00/ })).toBeVisible();
});

test('of an invoice that is paid in part, the rest is asked for everywhere', async ({
  page,
  office,
  enterAs,
}) => {
  const profile = openProfile(page);
  const thandi = await office.registered();
  const part = { params: { id: thandi.invoiceId }, body: { amount: 200 } };
  await office.ask(processInvoicePayment, part, await office.adminToken());
  await enterAs(thandi, profile.path);
  const { membership, invoices } = profile;
  await expect(membership).toContainText(/Waiting for payment\s*INV-\d{5}, R250\.00/);
  await expect(invoices).toContainText('AmountR450.00');
  await expect(invoices).toContainText('DueR250.00');
  await membership.getByRole('link', { name: 'How to pay by bank transfer (EFT)' }).press('Enter');
  await expect(invoices.getByRole('button', { name: 'Copy amount R250.00' })).toBeVisible();
  await membership.getByRole('link', { name: 'Pay R250.00 by card' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Pay R250\.00/ })).toBeVisible();
});

const devices = 'Signed-in Devices';

test('for a paid family the number and the year are read-only, and the rest can be changed', async ({
  page,
  atProfile,
}) => {
  const { profile } = await atProfile('Active', { typeName: 'FAMILY', relatives: children });
  const { membership, invoices } = profile;
  await expect(membership).toContainText('Active');
  await expect(membership).toContainText(/Membership number\d{5}/);
  await expect(membership).toContainText('FAMILY MAX 4 up to 18 yrs');
  await expect(membership).toContainText('R950.00');
  await expect(membership).toContainText(/Valid until\d{1,2} \w{3} \d{4}/);
  await expect(membership).toContainText(/Member since\d{1,2} \w{3} \d{4}/);
  await expect(membership.getByRole('textbox')).toHaveCount(0);
  await expect(profile.type).toHaveCount(0);
  await expect(page.locator('form:has([name=firstName]) :disabled')).toHaveCount(0);

  await expect(profile.optional('Title')).toHaveValue('Ms');
  await expect(profile.field('First name').first()).toHaveValue('Thandi');
  await expect(profile.optional('Postal address')).toHaveValue('12 Acacia Road\nSkukuza');
  await expect(profile.card('Relatives')).toContainText('4 of 4 relatives');
  await expect(profile.card('Relatives')).toContainText('Maximum of 4 relatives allowed.');
  await expect(profile.relative(1).getByLabel('Date of birth')).toHaveValue('2020-03-05');

  await expect(invoices).toContainText('Paid');
  await expect(invoices).toContainText('DueR0.00');
  await expect(invoices).not.toContainText('reference');
  const titles = page.getByRole('main').getByRole('heading', { level: 2 });
  const inOrder = ['Membership', 'You', 'Contact', 'Relatives', 'Invoices', 'Privacy'];
  await expect(titles).toHaveText([...inOrder, devices]);
  await expectAccessible(page);
  const parts = ['You', 'Postal address', 'Relative 1', profile.paidInvoices, 'Privacy', devices];
  for (const part of parts) await profile.unfold(part);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('on a phone the page is short: the status is in view, and the rarely needed parts are closed', async ({
  page,
  atProfile,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { profile } = await atProfile('Expired', { typeName: 'FAMILY', relatives: children });
  await expect(profile.membership.getByText('Expired')).toBeInViewport();
  await expect(profile.saveAndRenew).toBeInViewport();
  const closed = ['You', 'Postal address', 'Membership type', 'Relative 4', 'Privacy'];
  for (const part of [...closed, profile.paidInvoices]) {
    await expect(profile.foldTitle(part)).toBeVisible();
  }
  await expect(profile.relative(4).getByLabel('First name')).toBeHidden();
  await expect(profile.foldTitle('Relative 4')).toContainText('Palesa Mokoena');
  await expect(profile.foldTitle('Postal address')).toContainText('12 Acacia Road, Skukuza');
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThan(2200);
});

test('the PDF of an invoice opens in a new tab, and a failed download shows an error beside it', async ({
  page,
  office,
  enterAs,
}) => {
  const profile = openProfile(page);
  const { invoices, path } = profile;
  await page.route('**/api/invoices/*/pdf', (route) => route.abort());
  await page.route('**/api/invoices/*/bank-details', (route) => route.abort());
  await enterAs(await office.registered(), path);
  const pdf = page.getByRole('button', { name: /^PDF of INV-/ });
  await pdf.click();
  await profile.unfold(profile.howToPay);
  await expect(invoices.getByRole('alert')).toContainText('The server cannot be reached.');
  await expect(invoices.getByRole('status')).toContainText([
    'The bank details could not be loaded. They are in the PDF of the invoice, too.',
  ]);
  await expect(invoices).toContainText(/Payment referenceINV-\d{5}-[A-Y]/);
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.unrouteAll();
  await invoices.getByRole('button', { name: 'Try again' }).click();
  // Another test may have entered bank details.
  const details = invoices.getByText(/^(Account number|Please ask us for our bank details\.)$/);
  await expect(details).toBeVisible();
  const fetched = page.waitForResponse('**/api/invoices/*/pdf');
  const opened = page.waitForEvent('popup');
  // A browser that cannot show PDFs downloads the file, perhaps as soon as the tab is open.
  const downloaded = new Promise((resolve) => {
    page.context().once('page', (tab) => tab.once('download', resolve));
  });
  await pdf.press('Enter');
  const tab = await opened;
  const shown = Promise.any([tab.waitForURL(/^blob:/), downloaded]);
  expect((await fetched).headers()['content-type']).toBe('application/pdf');
  await shown;
});

test('if the profile cannot be loaded, the member can load it again', async ({
  page,
  office,
  enterAs,
}) => {
  const profile = openProfile(page);
  await page.route('**/api/members/*', (route) => route.abort());
  await page.route('**/api/invoices/search', (route) => route.abort());
  await enterAs(await office.registered(), profile.path);
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
  await expectStillAccessible(page);
  await page.unroute('**/api/members/*');
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(profile.membership).toContainText('Pending');
  const again = profile.invoices.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unroute('**/api/invoices/search');
  await again.click();
  await expect(profile.invoices.getByRole('heading', { level: 3 })).toBeVisible();
});

test('long names and addresses fit the smallest phone', async ({ page, office, atProfile }) => {
  const long = 'Nkosazana-Oluwaseyi'.repeat(4);
  const email = `${'very.long.'.repeat(5)}${office.newEmail()}`;
  const relatives = [{ firstName: long, lastName: long, email, dateOfBirth: '' }];
  const changes = { firstName: long, lastName: long, email, relatives, typeName: 'FAMILY' };
  await page.setViewportSize({ width: 320, height: 640 });
  const { profile } = await atProfile('Expired', changes);
  for (const part of ['You', 'Postal address', 'Relative 1', profile.paidInvoices]) {
    await profile.unfold(part);
  }
  await expect(profile.invoices.getByRole('heading', { level: 3 })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await profile.saveAndRenew.click();
  await expect(profile.renew).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('with reduced motion, the page shows a loading text instead of a spinner', async ({
  page,
  atProfile,
}) => {
  await page.route('**/api/members/*', () => undefined);
  await atProfile('Active');
  const waiting = page.getByRole('main').getByText('Loading…');
  const width = async () => (await waiting.boundingBox())?.width ?? 0;
  await expect.poll(width).toBe(1);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(width).toBeGreaterThan(40);
});
