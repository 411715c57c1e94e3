import type { Page } from '@playwright/test';
import { duplicateLinkTexts } from '#contract/duplicates/texts.ts';
import { deleteMember, getMember, searchMembers } from '#contract/members/endpoints.ts';
import { addressOf, listOf, memberForm, openMembers, ownName } from '../fixtures/member-form.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  test,
} from '../fixtures/test.ts';
import { choose } from '../fixtures/row-actions.ts';

const uniquePhone = () => `07${String(Date.now()).slice(-8)}`;
const rowOf = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });

test('a member who is added by an administrator is invited and gets a number', async ({
  page,
  office,
  enterAs,
}) => {
  const here = await office.registered({ lastName: 'Here', phone: uniquePhone() });
  await enterAs('admin', '/admin/member');
  await page.getByRole('link', { name: 'Add New' }).first().click();
  const form = memberForm(page);
  await expect(form.heading('New Member')).toBeFocused();
  await expectAccessible(page);
  await form.create.click();
  await expect(form.summary).toBeFocused();
  await expect(form.summary.getByRole('link')).toHaveText([
    'Please select a member type.',
    'First name is required.',
    'Last name is required.',
    'Email is required.',
  ]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const email = office.newEmail('pieter');
  const lastName = ownName('Botha');
  await form.type.selectOption({ label: 'Individual, R450.00' });
  await form.person('First name').fill('Pieter');
  await form.person('Last name').fill(lastName);
  await form.contact('Email').fill(email.toUpperCase());
  await form.contact('Phone').fill(here.phone);
  // At once, before the check of what was typed has answered.
  await form.create.click();
  const question = form.dialog(duplicateLinkTexts.mayBeHere);
  await expect(question).toContainText(`${here.lastName}: Same phone number.`);
  await expectAccessible(page);
  await question.getByRole('button', { name: duplicateLinkTexts.goBack }).click();
  await expect(page.getByText(`${here.lastName}: Same phone number.`)).toBeVisible();
  await form.contact('Phone').fill('');
  await form.create.dblclick();
  const notice = page.getByText(/^Member \d{5} added\./);
  await expect(notice).toContainText(`The invitation to ${email} is kept here`);
  // The new record opens with its next step.
  await expect(form.heading(`Pieter ${lastName}`)).toBeFocused();
  await expect(page.getByRole('main')).toContainText('the membership is not paid yet.');
  await expect(page.getByRole('button', { name: 'Send invoice' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'New Invoice' })).toBeVisible();
  const number = /\d{5}/.exec((await notice.textContent()) ?? '')?.[0] ?? '';
  await page.goto(listOf({ email }));
  await expect(rowOf(page, `Pieter ${lastName}`)).toContainText(number);
  await expect(rowOf(page, `Pieter ${lastName}`)).toContainText('Pending');
  expect(await office.mailsTo(email, 'Your membership')).toHaveLength(1);
});

test('all data of a member can be read and changed', async ({ page, office, enterAs }) => {
  const member = await openMembers(office).entered();
  await enterAs('admin', listOf(member));
  await page.getByRole('link', { name: 'Edit Nomsa Mokoena' }).click();
  const form = memberForm(page);
  await expect(form.heading('Nomsa Mokoena')).toBeVisible();
  const membership = form.section('Membership');
  await expect(membership).toContainText(`Membership number${member.membershipNumber}`);
  await expect(membership).toContainText('Member since');
  await expect(membership).toContainText('Paid untilNo paid period yet');
  await expect(membership).toContainText('Open invoiceNone');
  await expect(membership.getByRole('textbox')).toHaveCount(0);
  await expect(form.contact('Phone')).toHaveValue('+27 82 123 4567');
  await expect(form.contact('Postal address')).toHaveValue('12 Acacia Road\nSkukuza');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await form.person('Title').selectOption('Dr');
  await form.person('Last name').fill('Mokoena-Zulu');
  await form.contact('Zip code').fill('0002');
  await form.type.selectOption({ label: 'Pensioner, R250.00' });
  await expect(membership).toContainText('an open membership invoice is voided');
  await form.save.click();
  await expect(page.getByText('Member saved.')).toBeVisible();
  await expect(form.heading('Nomsa Mokoena-Zulu')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\?email=nomsa/);
  await expect(rowOf(page, 'Nomsa Mokoena-Zulu')).toContainText('Pensioner');
  await expect(page.getByRole('link', { name: 'Edit Nomsa Mokoena-Zulu' })).toBeFocused();
  const input = { params: { id: member.id } };
  const saved = await office.ask(getMember, input, await office.adminToken());
  expect(saved).toMatchObject({ title: 'Dr', zipCode: '0002', phone: '+27 82 123 4567' });
});

test('the form links to the invoices of a member, and to the open invoice by its number', async ({
  page,
  office,
  enterAs,
}) => {
  const { email } = await office.registered({ lastName: 'Nkosi' });
  await enterAs('admin', listOf({ email }));
  await page.getByRole('link', { name: 'Edit Thandi Nkosi' }).click();
  const membership = memberForm(page).section('Membership');
  await expect(membership).toContainText('Assigned with the first payment');
  await expect(membership.getByRole('link', { name: 'Invoices of Thandi Nkosi' })).toBeVisible();
  const open = membership.getByRole('link', { name: /^INV-\d{5}, R450\.00$/ });
  const number = ((await open.textContent()) ?? '').slice(0, 'INV-00000'.length);
  await open.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
});

test('leaving a form with unsaved changes needs a confirmation', async ({
  page,
  office,
  enterAs,
}) => {
  const member = await openMembers(office).entered();
  await enterAs('admin', addressOf(member));
  const form = memberForm(page);
  await form.contact('Phone').fill('013 555 0100');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await form.contact('Phone').fill(member.phone);
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  await form.contact('Phone').fill('013 555 0100');
  await page.getByRole('button', { name: 'Cancel' }).click();
  const question = form.dialog('Leave without saving?');
  await expectStillAccessible(page);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(form.contact('Phone')).toHaveValue('013 555 0100');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL(/\/admin\/member$/);
});

test('a member who never paid is deleted, and the confirmation explains the effect', async ({
  page,
  office,
  enterAs,
}) => {
  const member = await openMembers(office).entered({ firstName: 'Koos' });
  await enterAs('admin', listOf(member));
  await choose(rowOf(page, 'Koos Mokoena'), 'Delete Koos Mokoena');
  const question = memberForm(page).dialog('Confirm Deletion');
  await expect(question).toContainText('Koos Mokoena will be deleted with all relatives');
  await expect(question).toContainText('There is no past membership or payment.');
  await expect(question.getByRole('button', { name: 'No, cancel' })).toBeFocused();
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);
  await question.getByRole('button', { name: 'No, cancel' }).click();
  await expect(rowOf(page, 'Koos Mokoena')).toBeVisible();
  await choose(rowOf(page, 'Koos Mokoena'), 'Delete Koos Mokoena');
  await question.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page.getByText('Koos Mokoena is deleted.')).toBeVisible();
  await expect(page.getByText('No records found')).toBeVisible();
  await page.goto(addressOf(member));
  await expect(page.getByRole('alert')).toContainText('This member does not exist.');
  await expectStillAccessible(page);
});

test('a member who has paid is archived and can then be read but not changed', async ({
  page,
  office,
  enterAs,
}) => {
  const { email, invoiceId } = await office.registered({ lastName: 'van Wyk' });
  await office.settle(invoiceId);
  await enterAs('admin', listOf({ email }));
  const edit = page.getByRole('link', { name: 'Edit Thandi van Wyk' });
  const address = (await edit.getAttribute('href')) ?? '';
  await page.goto(address);
  const form = memberForm(page);
  await form.contact('Phone').fill('013 555 0100');
  const params = { id: address.split('/').at(-1) ?? '' };
  await office.ask(deleteMember, { params }, await office.adminToken());
  await form.save.click();
  const sentence = 'This member is archived and cannot be changed.';
  await expect(page.getByRole('alert')).toContainText(sentence);
  await page.getByRole('button', { name: 'Reload' }).click();
  const archived = form.section('Archived');
  await expect(archived).toContainText(sentence);
  await expect(archived).toContainText(email);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Back to members' }).click();
  await page.goto(listOf({ email }));
  await expect(page.getByText('No records found')).toBeVisible();
});

test('a member can be added by keyboard alone @full', async ({ page, office, enterAs }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const email = office.newEmail('k');
  const lastName = ownName('Nkosazana-Oluwaseyi'.repeat(3));
  await enterAs('admin', '/admin/member/new');
  const form = memberForm(page);
  await form.type.focus();
  await page.keyboard.type('Stu');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Amahle');
  await page.keyboard.press('Tab');
  await page.keyboard.type(lastName);
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`The invitation to ${email} is kept here`)).toBeVisible();
  await page.goto(listOf({ email }));
  await expect(rowOf(page, 'Amahle')).toContainText('Student');
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: /^Edit Amahle/ }).press('Enter');
  await expect(form.heading(`Amahle ${lastName}`)).toBeFocused();
  await expectNoSidewaysScroll(page);
});

test('a form that was open while a payment arrived is saved, and keeps the new status @full', async ({
  page,
  office,
  enterAs,
}) => {
  const { email, invoiceId } = await office.registered();
  const token = await office.adminToken();
  const { results } = await office.ask(searchMembers, { body: { email } }, token);
  const params = { id: results[0]?.id ?? '' };
  await enterAs('admin', addressOf(params));
  const form = memberForm(page);
  await form.contact('Phone').fill('013 555 0123');
  await office.settle(invoiceId);
  await form.save.click();
  await expect(page.getByText('Member saved.')).toBeVisible();
  const { phone, memberStatusName } = await office.ask(getMember, { params }, token);
  expect([phone, memberStatusName]).toEqual(['013 555 0123', 'Active']);
});
