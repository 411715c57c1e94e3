import { getMember } from '#contract/members/endpoints.ts';
import { patience } from '../fixtures/network.ts';
import { addressOf, memberForm, openMembers, ownName } from '../fixtures/member-form.ts';
import { expect, expectAccessible, expectStillAccessible, test } from '../fixtures/test.ts';

const taken = 'Email already exists. Please use a different email.';
const unchecked = 'Unable to validate email. Please try again later.';

test('an address that another user has is reported when the field loses focus, and on save', async ({
  page,
  office,
  enterAs,
}) => {
  const members = openMembers(office);
  const other = await members.entered();
  const member = await members.entered();
  await enterAs('admin', addressOf(member));
  const form = memberForm(page);
  const email = form.contact('Email');
  await email.focus();
  await email.blur();
  await email.fill(other.email.toUpperCase());
  await email.blur();
  await expect(email).toHaveAccessibleDescription(new RegExp(taken.replaceAll('.', '\\.')));
  await expectAccessible(page);
  await form.save.click();
  await expect(form.summary.getByRole('link', { name: taken })).toBeVisible();
  await form.summary.getByRole('link', { name: taken }).click();
  await expect(email).toBeFocused();
  await email.fill(member.email);
  await expect(page.getByText(taken)).toHaveCount(0);
});

test('while addresses cannot be checked, nothing is saved and the input stays', async ({
  page,
  office,
  enterAs,
}) => {
  const member = await openMembers(office).entered();
  const email = office.newEmail('moved');
  await page.route('**/api/users/check-email*', (route) => route.abort());
  await enterAs('admin', addressOf(member));
  const form = memberForm(page);
  await form.contact('Email').fill(email);
  await form.contact('Email').blur();
  await expect(form.contact('Email')).toHaveAccessibleDescription(/Unable to validate email/);
  await form.save.click();
  await expect(form.summary).toContainText(unchecked);
  await expect(form.contact('Email')).toHaveValue(email);
  await page.unrouteAll();
  await form.save.click();
  await expect(page.getByText('Member saved.')).toBeVisible();
});

test('a changed address is reported to the old one, and a member without a password is invited at the new one', async ({
  page,
  office,
  enterAs,
}) => {
  const member = await openMembers(office).entered();
  const email = office.newEmail('moved');
  await enterAs('admin', addressOf(member));
  const form = memberForm(page);
  await form.contact('Email').fill(email);
  await expect(form.section('Contact')).toContainText('a new invitation is sent to this address');
  await form.save.click();
  await expect(
    page.getByText(`Member saved. The invitation to ${email} is kept here`),
  ).toBeVisible();
  expect(await office.mailsTo(member.email, 'address')).toHaveLength(1);
  expect(await office.mailsTo(email, 'Your membership')).toHaveLength(1);
});

test('an invitation can be sent again', async ({ page, office, enterAs }) => {
  const member = await openMembers(office).entered();
  await enterAs('admin', addressOf(member));
  const form = memberForm(page);
  const contact = form.section('Contact');
  await expect(contact).toContainText(
    /Invitation of \d+ \w+ \d{4}.* kept here, not sent; no password/,
  );
  await page.getByRole('button', { name: 'Send invitation again' }).click();
  const question = form.dialog('Send invitation again');
  await expect(question).toContainText(`The invitation to ${member.email} is kept here`);
  await expectStillAccessible(page);
  await question.getByRole('button', { name: 'Send invitation again' }).dblclick();
  await expect(page.getByText(`The invitation to ${member.email} is kept here`)).toBeVisible();
  expect(await office.mailsTo(member.email, 'Your membership', 2)).toHaveLength(2);
});

test('if an invitation cannot be sent, the page says why', async ({ page, office, enterAs }) => {
  const member = await openMembers(office).entered();
  await enterAs('admin', addressOf(member));
  await page.route('**/api/members/send-invitation/*', (route) => route.abort());
  await page.getByRole('button', { name: 'Send invitation again' }).click();
  const question = memberForm(page).dialog('Send invitation again');
  await question.getByRole('button', { name: 'Send invitation again' }).click();
  await expect(page.getByText('The server cannot be reached.', { exact: false })).toBeVisible();
});

test('if the reply is lost, saving again does not add the member twice', async ({
  page,
  office,
  enterAs,
}) => {
  const email = office.newEmail('lost');
  await enterAs('admin', '/admin/member/new');
  const form = memberForm(page);
  await form.type.selectOption({ label: 'Student, R200.00' });
  await form.person('First name').fill('Zanele');
  await form.person('Last name').fill(ownName('Khumalo'));
  await form.contact('Email').fill(email);
  // The request arrives, but the reply is lost, also at each automatic retry.
  await page.route('**/api/members', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await form.create.click();
  const unreachable = page.getByText('The server cannot be reached.', { exact: false });
  await expect(unreachable).toBeVisible(patience);
  await expect(form.person('First name')).toHaveValue('Zanele');
  await page.unrouteAll();
  await form.create.click();
  await expect(page.getByText(`The invitation to ${email} is kept here`)).toBeVisible();
  expect(await office.mailsTo(email, 'Your membership')).toHaveLength(1);
});

test('a change by another administrator is merged with the input', async ({
  page,
  office,
  enterAs,
}) => {
  const members = openMembers(office);
  const member = await members.entered();
  await enterAs('admin', addressOf(member));
  const form = memberForm(page);
  await form.person('Last name').fill('Ndlovu');
  await members.change(member, { phone: '011 555 0000', lastName: 'Nyathi' });
  await form.save.click();
  await expect(page.getByRole('alert')).toContainText('Reload to see the latest version.');
  await expectStillAccessible(page);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(form.contact('Phone')).toHaveValue('011 555 0000');
  await expect(form.person('Last name')).toHaveValue('Ndlovu');
  await expect(page.getByText('Your changes are still here')).toBeVisible();
  await expectAccessible(page);
  await form.save.click();
  await expect(page.getByText('Member saved.')).toBeVisible();
  const input = { params: { id: member.id } };
  const saved = await office.ask(getMember, input, await office.adminToken());
  expect(saved).toMatchObject({ phone: '011 555 0000', lastName: 'Ndlovu' });
});

test('if the form cannot be loaded, the page says so and loads it on retry', async ({
  page,
  office,
  enterAs,
}) => {
  const member = await openMembers(office).entered();
  await page.route('**/api/membertypes', (route) => route.fulfill({ status: 503, json: {} }));
  await enterAs('admin', addressOf(member));
  await expect(page.getByRole('alert')).toContainText('Failed to fetch member types');
  await expectStillAccessible(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(memberForm(page).heading('Nomsa Mokoena')).toBeVisible();
});
