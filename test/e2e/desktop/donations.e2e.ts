import type { Page } from '@playwright/test';
import { deleteDonation, processDonationPayment } from '#contract/donations/admin-endpoints.ts';
import type { Donation } from '#contract/donations/endpoints.ts';
import { openProvider } from '../fixtures/provider.ts';
import {
  administrator,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  test as base,
} from '../fixtures/test.ts';
import { openFilters } from '../fixtures/app-shell.ts';
import { choose } from '../fixtures/row-actions.ts';

const test = base.extend<{ donated: ReturnType<typeof openProvider>['donated'] }>({
  donated: async ({ server, office }, use) => use(openProvider(server, office).donated),
});

const listOf = ({ reference }: Donation) =>
  `/admin/donations?${new URLSearchParams({ reference })}`;
const formOf = ({ id }: Donation) => `/admin/donations/${id}`;
const rowOf = (page: Page, { reference }: Donation) =>
  page.getByRole('row').filter({ hasText: reference });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const settle = (page: Page) => page.getByRole('button', { name: /^Process Payment/ });
const yes = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Process Payment' });

test('a donation by a transfer site without an address needs an answer until it is marked as answered', async ({
  page,
  office,
  enterAs,
  donated,
}) => {
  const email = office.newEmail('donor');
  const donation = await donated('World Remit', { email });
  const [promise] = await office.mailsTo(email, donation.reference);
  expect(promise?.text).toContain('We will write to you soon');
  const [question] = await office.mailsTo(administrator.email, `${donation.reference} needs`);
  expect(question?.text).toContain(`/admin/donations/${donation.id}`);

  await enterAs('admin', '/admin/donations');
  await openFilters(page);
  await page.getByLabel('Answer').selectOption('Needs an answer');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(/needsAnswer=needed/);
  const row = rowOf(page, donation);
  await expect(row).toContainText('Needs an answer');
  await expectAccessible(page);
  await choose(row, 'Edit');

  await expect(heading(page, `Donation ${donation.reference}`)).toBeVisible();
  const marked = page.getByRole('main').getByText('Needs an answer', { exact: true });
  await expect(marked).toBeVisible();
  await expect(page.getByText('The donor waits for your email')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Mark as answered' }).click();
  await expect(page.getByText('Donation marked as answered.')).toBeVisible();
  await expect(marked).toHaveCount(0);
  await expect(heading(page, `Donation ${donation.reference}`)).toBeFocused();
  await expect(page.getByText('The donor waits for your email')).toHaveCount(0);
  await expectNoSidewaysScroll(page);
});

test('an administrator can find a donation, open it and mark it as received', async ({
  page,
  office,
  enterAs,
  donated,
}) => {
  const email = office.newEmail('donor');
  const donation = await donated('EFT', { email });
  await enterAs('admin', '/admin/donations');
  await openFilters(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Last name').fill('dlamini');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(heading(page, 'Manage Donations (1)')).toBeVisible();
  const row = rowOf(page, donation);
  for (const words of ['Thandi', 'Dlamini', email, 'R250.00', 'Pending']) {
    await expect(row).toContainText(words);
  }
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await settle(page).click();
  const question = page.getByRole('alertdialog', { name: 'Process Payment' });
  await expect(question).toContainText('Are you sure you want to mark this donation as received?');
  await expect(question).toContainText(donation.reference);
  await expectStillAccessible(page);
  await yes(page).dblclick();
  await expect(page.getByText('Donation marked as received successfully.')).toBeVisible();
  await expect(row).toContainText('Received');
  await expect(row.getByRole('link', { name: /^View/ })).toBeFocused();
  await expect(row.getByRole('button')).toHaveCount(0);
  expect(await office.mailsTo(email, 'Receipt')).toHaveLength(1);
});

test('if a payment cannot be processed, the page says so', async ({ page, enterAs, donated }) => {
  const donation = await donated('EFT');
  await page.route('**/api/donations/process-payment/*', (route) => route.abort());
  await enterAs('admin', listOf(donation));
  await settle(page).click();
  await yes(page).click();
  await expect(page.getByText('Failed to process donation.')).toBeVisible();
  await expect(page.getByRole('alertdialog').getByRole('alert')).toContainText(
    'The server cannot be reached.',
  );
  await expect(rowOf(page, donation)).toContainText('Pending');
});

test('a donation is deleted after a confirmation', async ({ page, enterAs, donated }) => {
  const donation = await donated('EFT');
  await enterAs('admin', listOf(donation));
  await choose(rowOf(page, donation), 'Delete');
  const question = page.getByRole('alertdialog', { name: 'Confirm Deletion' });
  await expect(question).toContainText(donation.reference);
  await expect(question.getByRole('button', { name: 'No, cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page.getByText('No records found')).toBeVisible();
});

test('a donation that has just been received is not deleted, and the list says why', async ({
  page,
  office,
  enterAs,
  donated,
}) => {
  const donation = await donated('EFT');
  await enterAs('admin', listOf(donation));
  await choose(rowOf(page, donation), 'Delete');
  const input = { params: { id: donation.id } };
  await office.ask(processDonationPayment, input, await office.adminToken());
  await page.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'This donation has been received and cannot be changed or deleted.',
  );
  await expect(office.ask(deleteDonation, input, await office.adminToken())).rejects.toThrow('409');
});

test('an administrator can record a donation that was made elsewhere', async ({
  page,
  office,
  enterAs,
}) => {
  await enterAs('admin', '/admin/donations');
  await page.getByRole('link', { name: 'Add New' }).first().click();
  await expect(heading(page, 'New Donation')).toBeFocused();
  await page.getByRole('button', { name: 'Create' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(summary.getByRole('link')).toHaveText([
    'First name is required.',
    'Last name is required.',
    'Email is required.',
    'Please select a payment method.',
    'Please enter a valid donation amount.',
  ]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const email = office.newEmail('donor');
  await page.getByLabel('First Name').fill('Koos');
  await page.getByLabel('Last Name').fill('van der Merwe');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Donation Type').selectOption('Credit Card');
  await page.getByLabel('Amount').fill('4');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(summary).toContainText('A donation by card is at least R5.00.');
  await page.getByLabel('Donation Type').selectOption('EFT');
  await page.getByLabel('Amount').fill('1 000,5');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Donation added.')).toBeVisible();
  // The new record opens with its next step.
  await expect(page.getByRole('heading', { level: 1, name: /^Donation DON-\d{5}$/ })).toBeFocused();
  await expect(page.getByLabel('Amount')).toHaveValue('1000.50');
  await expect(settle(page)).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: 'Donations' })
    .click();
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('R1000.50');
  await expect(row).toContainText('Pending');
});

test('a pending donation can be edited, and leaving unsaved changes needs a confirmation', async ({
  page,
  enterAs,
  donated,
}) => {
  const donation = await donated('EFT');
  await enterAs('admin', listOf(donation));
  await choose(rowOf(page, donation), 'Edit');
  await expect(heading(page, `Donation ${donation.reference}`)).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Donation TypeEFT');
  await expect(page.getByLabel('Donation Type')).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: 'Is Paid' })).toBeDisabled();
  await expect(page.getByRole('checkbox', { name: 'Is Paid' })).not.toBeChecked();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByLabel('Amount').fill('300');
  await expect(settle(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByLabel('Last Name').fill('Ndlovu');
  await save(page).click();
  await expect(page.getByText('Donation saved.')).toBeVisible();
  await expect(settle(page)).toBeEnabled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/reference=DON-/);
  await expect(rowOf(page, donation)).toContainText('R300.00');
  await expect(rowOf(page, donation)).toContainText('Ndlovu');
});

test('a donation can be marked as received on its form by keyboard alone @full', async ({
  page,
  enterAs,
  donated,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const donation = await donated('World Remit', { lastName: 'Nkosazana-Oluwaseyi'.repeat(4) });
  await enterAs('admin', formOf(donation));
  await settle(page).press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Donation marked as received successfully.')).toBeVisible();
  await expect(heading(page, `Donation ${donation.reference}`)).toBeFocused();
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Back to donations' }).click();
  await expect(rowOf(page, donation)).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('a donation marked as received by mistake can be set back to pending', async ({
  page,
  office,
  enterAs,
  donated,
}) => {
  const donation = await donated('EFT');
  const input = { params: { id: donation.id } };
  await office.ask(processDonationPayment, input, await office.adminToken());
  await enterAs('admin', formOf(donation));
  await page.getByRole('button', { name: 'Undo payment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo payment' });
  await expect(dialog).toContainText('The donation becomes pending again.');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Undo payment' }).click();
  await expect(dialog).toContainText('Please give a reason.');
  await dialog.getByLabel('Reason').fill('Of somebody else');
  await dialog.getByRole('button', { name: 'Undo payment' }).click();
  await expect(page.getByText('Payment undone.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Is Paid' })).not.toBeChecked();
  await expect(settle(page)).toBeVisible();
});

test('a missing donation shows an error', async ({ page, enterAs }) => {
  await enterAs('admin', '/admin/donations/0199d2a4-7c1e-4c8b-9a51-2f6d3e8b1c70');
  await expect(page.getByRole('alert')).toContainText('This donation does not exist.');
  await expectAccessible(page);
});
