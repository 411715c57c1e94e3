import { getMember } from '#contract/members/endpoints.ts';
import { addressOf, listOf, memberForm, openMembers, ownName } from '../fixtures/member-form.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  test,
} from '../fixtures/test.ts';
import { tabTo } from '../fixtures/keyboard.ts';

const saved = 'Member saved.';

test('a member can be deactivated with a reason', async ({ page, office, enterAs }) => {
  const member = await openMembers(office).entered();
  await enterAs('admin', addressOf(member));
  const form = memberForm(page);
  const status = form.section('Status');
  await expect(status).toContainText('The status follows the paid periods automatically.');
  await expect(status.getByLabel('Deactivated reason')).toHaveCount(0);
  await form.status.selectOption('Deactivated');
  await expect(status).toContainText('signed out at once and cannot sign in');
  await form.save.click();
  await expect(form.summary).toContainText('Please enter the reason for the deactivation.');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await status.getByLabel('Deactivated reason').fill('Asked to leave.');
  await form.save.click();
  await expect(page.getByText(saved)).toBeVisible();
  await page.goto(listOf(member));
  await expect(page.getByRole('row').filter({ hasText: member.email })).toContainText(
    'Deactivated',
  );
});

test('a deactivated member is signed out and cannot sign in', async ({ page, office, enterAs }) => {
  const members = openMembers(office);
  const person = await office.registered();
  await enterAs(person, '/member/profile');
  await expect(page.getByRole('region', { name: 'You' })).toBeVisible();
  // A late call of this page would sign out before the reload, which then has no reason to show.
  await page.waitForLoadState('networkidle');
  const deactivatedReason = 'Asked to leave.';
  const memberStatusID = await members.statusId('Deactivated');
  await members.change(await members.withEmail(person.email), {
    memberStatusID,
    deactivatedReason,
  });
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('You have been signed out.')).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid credentials. Please try again.');
});

test('a manual status shows the administrator and the date, and can be set back to automatic', async ({
  page,
  office,
  enterAs,
}) => {
  const members = openMembers(office);
  const member = await members.entered();
  await enterAs('admin', addressOf(member));
  const form = memberForm(page);
  const status = form.section('Status');
  await form.status.selectOption('Active');
  await expect(status).toContainText('One is added without a payment');
  await form.status.selectOption('Expired');
  await expect(status).toContainText('A status set by hand lasts until the next payment');
  await form.save.click();
  await expect(page.getByText(saved)).toBeVisible();

  await page.goto(addressOf(member));
  await expect(status).toContainText(/Set by hand( by \S+.*)? on \d+ \w+ \d{4}/);
  await expectAccessible(page);
  await form.contact('Phone').fill('013 555 0100');
  await page.getByRole('button', { name: 'Return to automatic' }).click();
  const question = form.dialog('Return to automatic?');
  await expectStillAccessible(page);
  await question.getByRole('button', { name: 'Return to automatic' }).click();
  await expect(page.getByText('The status follows the paid periods again.')).toBeVisible();
  await expect(status).toContainText('The status follows the paid periods automatically.');
  await expect(form.status.getByRole('option', { selected: true })).toHaveText('Pending');
  await expect(form.contact('Phone'), 'the typed phone number stays').toHaveValue('013 555 0100');
  await form.save.click();
  await expect(page.getByText(saved)).toBeVisible();
  const input = { params: { id: member.id } };
  const now = await office.ask(getMember, input, await office.adminToken());
  expect(now).toMatchObject({ memberStatusName: 'Pending', phone: '013 555 0100' });
});

test('a member who is added as deactivated gets no invitation, and can be activated later @full', async ({
  page,
  office,
  enterAs,
}) => {
  const members = openMembers(office);
  const email = office.newEmail('later');
  const lastName = ownName('Khumalo');
  await enterAs('admin', '/admin/member/new');
  const form = memberForm(page);
  await form.type.selectOption({ label: 'Student, R200.00' });
  await form.person('First name').fill('Zanele');
  await form.person('Last name').fill(lastName);
  await form.contact('Email').fill(email);
  await expect(form.section('Status')).toContainText('Pending until the first payment');
  await form.status.selectOption('Deactivated');
  await form.section('Status').getByLabel('Deactivated reason').fill('Entered for the archive.');
  await form.create.click();
  await expect(page.getByText(/^Member \d{5} added, without an invitation\.$/)).toBeVisible();
  await page.goto(listOf({ email }));
  await page.getByRole('link', { name: `Edit Zanele ${lastName}` }).click();
  await expect(form.section('Contact')).toContainText('Not invited yet; no password chosen');
  await expect(form.section('Status').getByLabel('Deactivated reason')).toHaveValue(
    'Entered for the archive.',
  );
  await page.getByRole('button', { name: 'Send invitation' }).click();
  const question = form.dialog('Send invitation');
  await question.getByRole('button', { name: 'Send invitation' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'This member is deactivated' }),
  ).toBeVisible();
  await form.status.selectOption({ value: await members.statusId('Pending') });
  await form.save.click();
  await expect(page.getByText(saved)).toBeVisible();
  await page.goto(listOf({ email }));
  await expect(page.getByRole('row').filter({ hasText: lastName })).toContainText('Pending');
});

test('a member can be deactivated by keyboard alone @full', async ({ page, office, enterAs }) => {
  const member = await openMembers(office).entered();
  await enterAs('admin', addressOf(member));
  const form = memberForm(page);
  await form.status.focus();
  await page.keyboard.type('Dea');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Moved away');
  await tabTo(page, form.save, 10);
  await page.keyboard.press('Enter');
  await expect(page.getByText(saved)).toBeVisible();
});
