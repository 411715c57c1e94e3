import type { Page } from '@playwright/test';
import { forgotPassword } from '#contract/auth/endpoints.ts';
import { deleteMember, getMember } from '#contract/members/endpoints.ts';
import { formOf, written } from '../fixtures/bulk-emails.ts';
import { addressOf, listOf, memberForm, openMembers } from '../fixtures/member-form.ts';
import { choose } from '../fixtures/row-actions.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  test,
} from '../fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('the page of a member tells why the member has the status, what was paid and who recorded it @desktop-only', async ({
  page,
  office,
  enterAs,
}) => {
  const person = await office.registered({ lastName: 'Nkosi' });
  await office.settle(person.invoiceId);
  const member = await openMembers(office).withEmail(person.email);
  await enterAs('admin', addressOf(member));
  await expect(memberForm(page).heading('Thandi Nkosi')).toBeVisible();
  await expect(main(page)).toContainText(/Active: paid until \d+ \w{3} \d{4}\./);
  await expect(main(page)).toContainText(/Due for Renewal from \d+ \w{3} \d{4}\./);
  await expect(part(page, 'Periods (1)')).toContainText(/\d+ \w{3} \d{4} to \d+ \w{3} \d{4}/);
  const invoices = part(page, 'Invoices (1)');
  await expect(invoices).toContainText('Paid');
  await expect(part(page, 'Payments (1)')).toContainText(/EFT\. Recorded by \w+/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await invoices.getByRole('link', { name: /^INV-\d{5}, R450\.00$/ }).click();
  await expect(main(page)).toContainText(/Paid on \d+ \w{3} \d{4} by EFT, recorded by \w+/);
  await expect(part(page, 'Payments (1)')).toContainText('R450.00');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a mail can be read in full by keyboard alone, and a sign-in link in it is hidden @desktop-only', async ({
  page,
  office,
  enterAs,
}) => {
  const person = await office.registered({ lastName: 'Zulu' });
  await office.ask(forgotPassword, { body: { email: person.email } });
  await office.mailsTo(person.email, 'Choose a new password');
  const member = await openMembers(office).withEmail(person.email);
  await enterAs('admin', addressOf(member));
  const mails = part(page, 'Mails');
  await mails.getByRole('button', { name: /^Read Invoice/ }).focus();
  await page.keyboard.press('Enter');
  const invoice = page.getByRole('dialog', { name: 'Invoice' });
  await expect(invoice).toContainText('Thank you for your support. Here is your invoice.');
  await expect(invoice).toContainText(/INV-\d{5}-\d{4}-\d{2}-\d{2}\.pdf/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(invoice).toBeHidden();
  await expect(mails.getByRole('button', { name: /^Read Invoice/ })).toBeFocused();
  await mails.getByRole('button', { name: /^Read Password reset/ }).click();
  const reset = page.getByRole('dialog', { name: 'Password reset' });
  await expect(reset).toContainText('The sign-in link is hidden.');
  await expect(reset).toContainText('token=hidden');
  await reset.getByRole('button', { name: 'Close' }).click();
  await mails.getByRole('link', { name: 'Show all mails to this address' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Sent Mail/ })).toBeVisible();
  await page.getByRole('button', { name: /^Read Invoice/ }).click();
  await expect(invoice).toContainText('Here is your invoice.');
});

test('a deleted member who paid is archived, and can be shown, restored and listed', async ({
  page,
  office,
  enterAs,
}) => {
  const person = await office.registered({ firstName: 'Priya', lastName: 'Naidoo' });
  await office.settle(person.invoiceId);
  const before = await openMembers(office).withEmail(person.email);
  await enterAs('admin', listOf(person));
  await choose(page.getByRole('row').filter({ hasText: person.email }), 'Delete Priya Naidoo');
  const question = memberForm(page).dialog('Confirm Deletion');
  await expect(question).toContainText('Priya Naidoo will be archived');
  await expect(question).not.toContainText('deleted with all relatives');
  await question.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page.getByText('Priya Naidoo is archived.')).toBeVisible();
  await expect(page.getByText('No records found')).toBeVisible();

  await page.goto(`${listOf(person)}&isArchived=archived`);
  await expect(page.getByRole('row').filter({ hasText: person.email })).toContainText('Archived');
  await page.getByRole('link', { name: 'View Priya Naidoo' }).click();
  await expect(main(page)).toContainText(/Archived on \d+ \w{3} \d{4}\. The status was Active/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Restore' }).click();
  const restore = memberForm(page).dialog('Restore member?');
  await expect(restore).toContainText(person.email);
  await expectStillAccessible(page);
  await restore.getByRole('button', { name: 'Yes, restore it' }).click();
  await expect(
    page.getByText(`Priya Naidoo is restored. The invitation to ${person.email} is kept here`),
  ).toBeVisible();
  await expect(memberForm(page).contact('Email')).toHaveValue(person.email);
  await expect(memberForm(page).heading('Priya Naidoo')).toBeFocused();
  const input = { params: { id: before.id } };
  const after = await office.ask(getMember, input, await office.adminToken());
  expect(after.archivedUtc).toBeNull();
  expect(after.membershipNumber).toBe(before.membershipNumber);
  expect(after.userID).not.toBe(before.userID);
  expect(await office.mailsTo(person.email, 'Welcome back')).toHaveLength(1);
});

test('the notice of an archived member has a link to the record @desktop-only', async ({
  page,
  office,
  enterAs,
}) => {
  const person = await office.registered({ firstName: 'Sizwe', lastName: 'Radebe' });
  await office.settle(person.invoiceId);
  const member = await openMembers(office).withEmail(person.email);
  await enterAs('admin', addressOf(member));
  await page.getByRole('button', { name: 'Delete member' }).click();
  const question = memberForm(page).dialog('Confirm Deletion');
  await question.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page).toHaveURL(/\/admin\/member$/);
  await expect(page.getByText('Sizwe Radebe is archived.')).toBeVisible();
  await page.getByRole('link', { name: 'Show', exact: true }).click();
  await expect(memberForm(page).section('Archived')).toBeVisible();
  await expect(page.getByText('Sizwe Radebe is archived.')).toHaveCount(0);
});

test('a member who was Deactivated is restored as Deactivated, without an invitation @full', async ({
  page,
  office,
  enterAs,
}) => {
  const members = openMembers(office);
  const person = await office.registered({ firstName: 'Kobus', lastName: 'Nel' });
  await office.settle(person.invoiceId);
  const member = await members.withEmail(person.email);
  await members.change(member, {
    memberStatusID: await members.statusId('Deactivated'),
    deactivatedReason: 'Asked to leave.',
  });
  const params = { id: member.id };
  await office.ask(deleteMember, { params }, await office.adminToken());
  await enterAs('admin', addressOf(member));
  await expect(main(page)).toContainText('The member stays Deactivated.');
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('button', { name: 'Yes, restore it' }).click();
  await expect(
    page.getByText('Kobus Nel is restored and still Deactivated. No invitation was sent.'),
  ).toBeVisible();
  await expect(main(page)).toContainText(/Deactivated by .+: Asked to leave\./);
});

test('the breadcrumbs of a record lead to its list as it was', async ({
  page,
  office,
  enterAs,
}) => {
  const member = await openMembers(office).entered({ firstName: 'Elsabe' });
  await enterAs('admin', listOf(member));
  await page.getByRole('link', { name: 'Edit Elsabe Mokoena' }).click();
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs).toContainText('Admin > Members > Member');
  // The dashboard is empty, so nothing leads there.
  await expect(crumbs.getByRole('link')).toHaveText(['Members']);
  await crumbs.getByRole('link', { name: 'Members' }).click();
  await expect(page).toHaveURL(new RegExp(`email=${encodeURIComponent(member.email)}`));

  // A page below a record leads to the record, too.
  const bulkEmail = await written(office);
  await page.goto(`${formOf(bulkEmail)}/recipients`);
  await expect(crumbs).toContainText('Admin > Bulk Emails > Bulk Email > Recipients');
  await crumbs.getByRole('link', { name: 'Bulk Email', exact: true }).click();
  await expect(page).toHaveURL(formOf(bulkEmail));
});

test('a record that does not exist offers the way back to its list', async ({ page, enterAs }) => {
  const unknown = '00000000-0000-4000-8000-000000000000';
  for (const [address, back] of [
    [`/admin/member/${unknown}`, 'Back to members'],
    [`/admin/invoice/${unknown}`, 'Back to invoices'],
    [`/admin/donations/${unknown}`, 'Back to donations'],
  ] as const) {
    if (page.url() === 'about:blank') await enterAs('admin', address);
    else await page.goto(address);
    await expect(page.getByRole('alert')).toContainText('does not exist.');
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: back })).toBeVisible();
  }
});

test('renewals are sent from the page of an expired member @full', async ({
  page,
  office,
  enterAs,
}) => {
  const members = openMembers(office);
  const memberStatusID = await members.statusId('Expired');
  const member = await members.entered({ firstName: 'Hendrik', memberStatusID });
  await enterAs('admin', addressOf(member));
  await page.getByRole('button', { name: 'Send renewals' }).click();
  const question = memberForm(page).dialog('Send renewals');
  await question.getByRole('button', { name: 'Send renewals' }).click();
  await expect(page.getByText(/^The invoices are kept here/)).toBeVisible();
  await expect(main(page)).toContainText(/Invoice INV-\d{5} is not paid yet\./);
  await expect(page.getByRole('link', { name: /^Open INV-\d{5}$/ })).toBeVisible();
});

test('a donation says why it is pending and who recorded its payment @desktop-only', async ({
  page,
  office,
  enterAs,
}) => {
  const donation = await office.donated('EFT', 250);
  await enterAs('admin', `/admin/donations/${donation.id}`);
  await expect(main(page)).toContainText(/Pending since .+: no payment by EFT yet\./);
  await expect(part(page, 'Payments (0)')).toContainText('No payments yet');
  await page.getByRole('button', { name: 'Process Payment' }).click();
  const question = page.getByRole('alertdialog', { name: 'Process Payment' });
  await question.getByRole('button', { name: 'Process Payment' }).click();
  await expect(main(page)).toContainText(/Received on .+ by EFT, recorded by \w+/);
  await expect(part(page, 'Payments (1)')).toContainText('R250.00');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
