import { deleteUser, searchUsers } from '#contract/users/endpoints.ts';
import { halves } from '#test/support/pictures.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  password,
  test,
} from '../fixtures/test.ts';
import {
  button,
  choosePicture,
  entered,
  expectPicture,
  heading,
  preview,
  userForm,
  userRow,
  usersWith,
} from '../fixtures/users.ts';
import { openFilters, openMenu } from '../fixtures/app-shell.ts';
import { choose } from '../fixtures/row-actions.ts';

test('an administrator can be added with a picture, found in the list, and can sign in', async ({
  page,
  office,
  enterAs,
}) => {
  const email = office.newEmail('nomsa');
  await enterAs('admin', '/admin/dashboard');
  await openMenu(page);
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(heading(page, 'Manage Users')).toContainText(/Manage Users \(\d+\)/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('link', { name: 'Add New' }).first().click();
  await expect(heading(page, 'New User')).toBeFocused();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('New User');
  await page.getByLabel('First Name').fill('Nomsa');
  await page.getByLabel('Last Name').fill('van der Merwe');
  await expect(
    page.getByRole('main').getByText('NvdM'.toUpperCase(), { exact: true }),
  ).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill('+27 82 123 4567');
  await page.getByLabel('Admin', { exact: true }).check();
  await choosePicture(page, 'me.png', 'image/png', await halves('png', 300, 300));
  await expectPicture(preview(page), 300);
  await expect(page.getByText('It is uploaded when you save.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await expect(page.getByText('All password requirements are met.')).toBeAttached();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await button(page, 'Create').click();
  await expect(page.getByText('User created.')).toBeVisible();
  await expect(heading(page, 'Nomsa van der Merwe')).toBeVisible();
  await button(page, 'Cancel').click();

  const row = userRow(page, { email });
  await expect(row).toContainText('Nomsa');
  await expect(row).toContainText('van der Merwe');
  await expect(row).toContainText('+27 82 123 4567');
  await expectPicture(row.locator('img'), 256);
  expect(await office.tokenOf(email)).toBeTruthy();
});

test('missing fields are listed in a summary first, named like the fields of the form', async ({
  page,
  office,
  enterAs,
}) => {
  const taken = await entered(office);
  await enterAs('admin', '/admin/users/new');
  await button(page, 'Create').click();
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(summary.getByRole('link')).toHaveText([
    'First name is required.',
    'Last name is required.',
    'Valid email is required.',
    'Please choose at least one role.',
    'Password is required.',
  ]);
  await expect(summary).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('First Name').fill('Sipho');
  await page.getByLabel('Last Name').fill('Ndlovu');
  await page.getByLabel('Email').fill('sipho@');
  await page.getByLabel('Auditor', { exact: true }).check();
  const newPassword = page.getByLabel('Password', { exact: true });
  const sentences = [
    ['Ab1', 'Password must be at least 6 characters long.'],
    ['secret123', 'Password must contain at least one uppercase letter.'],
    ['SECRET123', 'Password must contain at least one lowercase letter.'],
    ['Secretive', 'Password must contain at least one digit.'],
  ] as const;
  for (const [typed, sentence] of sentences) {
    await newPassword.fill(typed);
    await expect(page.getByText('Password is required.')).toHaveCount(0);
    await button(page, 'Create').click();
    await expect(summary).toContainText(sentence);
    await expect(summary).toContainText('Valid email is required.');
  }
  await expect(page.getByRole('listitem').filter({ hasText: 'One digit:' })).toContainText(
    'not met yet',
  );
  await newPassword.fill(password);
  await button(page, 'Create').click();
  await expect(summary).toContainText('Passwords do not match.');
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByLabel('Email').fill(taken.email.toUpperCase());
  await button(page, 'Create').click();
  await expect(summary.getByRole('link')).toHaveText([
    'Email already exists. Please use a different email.',
  ]);
});

test('the search covers only administrators, by each of its fields', async ({
  page,
  office,
  enterAs,
}) => {
  const member = await office.registered();
  const user = await entered(office, { firstName: 'Zandile', phoneNumber: '021 555 0199' });
  await enterAs('admin', `/admin/users?${new URLSearchParams({ email: member.email })}`);
  await expect(page.getByText('No records found')).toBeVisible();
  await page.goto('/admin/users');
  await openFilters(page);
  await page.getByLabel('First name').fill('zandi');
  await page.getByLabel('Last name').fill('ndlo');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Phone').fill('555 01');
  await button(page, 'Search').click();
  await expect(heading(page, 'Manage Users (1)')).toBeVisible();
  await expect(userRow(page, user)).toContainText('Zandile');
  await page.reload();
  await expect(heading(page, 'Manage Users (1)')).toBeVisible();
});

test('an administrator can be edited, and changing the address shows a note about the effect', async ({
  page,
  office,
  enterAs,
}) => {
  const user = await entered(office);
  await enterAs('admin', usersWith(user.email));
  await page.getByRole('link', { name: 'Edit Sipho Ndlovu' }).click();
  await expect(heading(page, 'Sipho Ndlovu')).toBeFocused();
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const warning = page.getByText('a notice is sent to that address', { exact: false });
  await expect(warning).toHaveCount(0);
  const email = office.newEmail('moved');
  await page.getByLabel('Email').fill(email);
  await expect(warning).toBeVisible();
  await page.getByLabel('Last Name').fill('Khumalo');
  await button(page, 'Cancel').click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await button(page, 'Save').click();
  await expect(page.getByText('User saved.')).toBeVisible();
  await page.goto(usersWith(email));
  await expect(userRow(page, { email })).toContainText('Khumalo');
  expect(await office.mailsTo(user.email, 'Your email address was changed')).toHaveLength(1);
});

test('an administrator is deleted after a confirmation and can no longer sign in', async ({
  page,
  office,
  enterAs,
}) => {
  const user = await entered(office, { firstName: 'Johan' });
  await enterAs('admin', usersWith(user.email));
  await choose(userRow(page, user), 'Delete Johan Ndlovu');
  const question = page.getByRole('alertdialog', { name: 'Confirm Deletion' });
  await expect(question).toContainText('Johan Ndlovu will no longer be able to sign in.');
  await expect(question.getByRole('button', { name: 'No, cancel' })).toBeFocused();
  await expectStillAccessible(page);
  await question.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page.getByText('No records found')).toBeVisible();
  await expect(office.tokenOf(user.email)).rejects.toThrow('401');
  await page.goto(userForm(user));
  await expect(page.getByRole('alert')).toContainText('This user does not exist.');
  await expectStillAccessible(page);
});

test('if an administrator has just been deleted, deleting again fails and the list says why', async ({
  page,
  office,
  enterAs,
}) => {
  const user = await entered(office);
  await enterAs('admin', usersWith(user.email));
  await choose(userRow(page, user), 'Delete');
  await office.ask(deleteUser, { params: { id: user.id } }, await office.adminToken());
  await page.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page.getByRole('alert')).toContainText('This user does not exist.');
  await expect(page.getByText('No records found')).toBeVisible();
});

test("a member's sign-in cannot be edited here, and the page links to the member", async ({
  page,
  office,
  enterAs,
}) => {
  const { email } = await office.registered();
  const users = await office.ask(searchUsers, { body: { email } }, await office.adminToken());
  const [member] = users.results;
  await enterAs('admin', `/admin/users/${member?.id}`);
  await expect(page.getByRole('main')).toContainText('Please change the member instead.');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  const link = page.getByRole('link', { name: 'Change the member Thandi Dlamini' });
  await expect(link).toBeVisible();
  await expectAccessible(page);
  await link.press('Enter');
  await expect(page).toHaveURL(/\/admin\/member\/[\w-]+$/);
  await expect(heading(page, 'Thandi Dlamini')).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
});

test('an administrator can be added and deleted by keyboard alone @full', async ({
  page,
  office,
  enterAs,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const email = office.newEmail('busisiwe');
  await enterAs('admin', '/admin/users');
  await page.getByRole('link', { name: 'Add New' }).first().press('Enter');
  await expect(heading(page, 'New User')).toBeFocused();
  const words = ['Busisiwe', 'Nkosazana-Oluwaseyi', email, '082 000 1111'];
  for (const word of words) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(word);
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Admin', { exact: true })).toBeChecked();
  for (let boxes = 5; boxes > 0; boxes -= 1) await page.keyboard.press('Tab');
  await expect(page.getByLabel('Profile Picture')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  // Skips the button that shows the password.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('User created.')).toBeVisible();
  await page.goto(`/admin/users?email=${email}`);
  await userRow(page, { email })
    .getByRole('button', { name: /^More actions/ })
    .press('Enter');
  await expect(page.getByRole('menuitem', { name: /^Delete/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(page, 'No, cancel')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(userRow(page, { email })).toHaveCount(0);
  await expectNoSidewaysScroll(page);
});

test('the initials of a long name can be read', async ({ page, office, enterAs }) => {
  const user = await entered(office, { firstName: 'Lindiwe Maria', lastName: 'de Wet' });
  await enterAs('admin', usersWith(user.email));
  const initials = userRow(page, user).getByText('LMDW', { exact: true });
  const textOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
  expect(await initials.evaluate(textOf)).toBeGreaterThanOrEqual(9);
  const beyond = (element: Element) => element.scrollWidth - element.clientWidth;
  expect(await initials.evaluate(beyond), 'pixels cut off').toBeLessThanOrEqual(0);
});
