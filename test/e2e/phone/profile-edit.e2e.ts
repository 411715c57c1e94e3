import { halves } from '#test/support/pictures.ts';
import { openMenu } from '../fixtures/app-shell.ts';
import { openProfile } from '../fixtures/profile.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  test,
} from '../fixtures/test.ts';
import { choosePicture, expectPicture, preview } from '../fixtures/users.ts';

test('a family can change all its data in one save, and the header shows the new picture at once', async ({
  page,
  atProfile,
}) => {
  test.slow();
  const child = (firstName: string) => ({
    firstName,
    lastName: 'Dlamini',
    email: 'family@example.org',
    dateOfBirth: '',
  });
  const relatives = [child('Lerato'), child('Neo')];
  const { people, profile, thandi } = await atProfile('Active', { typeName: 'FAMILY', relatives });
  for (const part of ['You', 'Postal address', 'Relative 1', 'Relative 2']) {
    await profile.unfold(part);
  }
  await profile.optional('Title').selectOption('Dr');
  await profile.card('You').getByLabel('First name').fill('Thandiwe');
  await profile.card('You').getByLabel('Last name').fill('Zulu');
  await profile.optional('Phone').fill('013 555 0100');
  await profile.optional('Postal address').fill('1 Marula Lane\nHoedspruit');
  await profile.optional('Zip code').fill('0042');
  await profile.relative(1).getByRole('button', { name: 'Remove relative 1' }).click();
  await profile.relative(1).getByLabel('First name').fill('Neo Anne');
  await profile.addRelative(2, 'Palesa');
  await choosePicture(page, 'me.jpg', 'image/jpeg', await halves('jpeg', 640, 480));
  await expectPicture(preview(page), 640);
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await profile.save.dblclick();
  await expect(profile.saved).toBeVisible();
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  await expect(profile.discard).toHaveCount(0);
  const header = page.getByRole('button', { name: /^User menu/ });
  await expectPicture(header.locator('img'), 256);
  await openMenu(page);
  const sidebar = page.getByRole('navigation', { name: 'Menu' }).locator('..');
  await expectPicture(sidebar.locator('img').first(), 256);
  await expect(sidebar).toContainText('Thandiwe Zulu');

  await page.reload();
  await expect(profile.optional('Title')).toHaveValue('Dr');
  await expect(profile.card('You').getByLabel('First name')).toHaveValue('Thandiwe');
  await expect(profile.optional('Phone')).toHaveValue('013 555 0100');
  await expect(profile.optional('Postal address')).toHaveValue('1 Marula Lane\nHoedspruit');
  await expect(profile.optional('Zip code')).toHaveValue('0042');
  expect((await people.relativesOf(thandi.member)).toSorted()).toEqual(['Neo Anne', 'Palesa']);

  // The relative was just added, so this save changes it instead of adding it again.
  await profile.unfold('Relative 2');
  await profile.relative(2).getByLabel('First name').fill('Palesa Joy');
  await profile.addRelative(3, 'Sipho');
  await profile.save.click();
  await expect(profile.saved).toBeVisible();
  await profile.unfold('Relative 3');
  await profile.relative(3).getByLabel('First name').fill('Sipho B');
  await profile.save.click();
  await expect.poll(() => people.relativesOf(thandi.member)).toContain('Sipho B');
  expect(await people.relativesOf(thandi.member)).toHaveLength(3);
});

test('errors are shown at their fields and in a summary that has the focus', async ({
  page,
  office,
  atProfile,
}) => {
  const other = await office.registered();
  const { profile, thandi } = await atProfile('Active', { typeName: 'FAMILY' });
  const email = profile.card('Contact').getByLabel('Email');
  await profile.unfold('You');
  await profile.card('You').getByLabel('First name').fill(' ');
  await profile.card('You').getByLabel('Last name').fill('');
  await email.fill('');
  await expect(profile.card('Relatives')).toContainText('No relatives added');
  await page.getByRole('button', { name: 'Add relative' }).click();
  await profile.relative(1).getByLabel('Date of birth').fill('2000-01-01');
  await profile.foldTitle('You').click();
  await expect(profile.card('You').getByLabel('First name')).toBeHidden();
  await profile.save.click();
  await expect(profile.summary).toBeFocused();
  // An error opens the part that it is in.
  await expect(profile.card('You').getByText('First name is required.')).toBeVisible();
  for (const sentence of [
    'First name is required.',
    'Last name is required.',
    'Email is required.',
  ]) {
    await expect(profile.summary.getByRole('link', { name: sentence })).toHaveCount(2);
  }
  await expect(profile.summary).toContainText('Relatives must be up to 18 years.');
  await expectAccessible(page);
  await profile.summary.getByRole('link', { name: 'First name is required.' }).first().click();
  await expect(profile.card('You').getByLabel('First name')).toBeFocused();
  await page.keyboard.type('Thandi');
  await profile.card('You').getByLabel('Last name').fill('Dlamini');
  await profile.relative(1).getByRole('button', { name: 'Remove relative 1' }).click();

  await email.fill(other.email);
  await profile.save.click();
  await expect(profile.summary).toContainText(
    'Email already exists. Please use a different email.',
  );
  await expect(profile.summary).toBeFocused();
  await page.route('**/api/users/check-email*', (route) => route.abort());
  const mine = office.newEmail('mine');
  await email.fill(mine);
  await profile.save.click();
  await expect(profile.summary).toContainText('Unable to validate email. Please try again later.', {
    timeout: 10_000,
  });
  await page.unrouteAll();
  await email.fill(mine);
  await expect(profile.card('Contact')).toContainText(
    'After you save, you sign in with this address.',
  );
  await profile.save.click();
  await expect(profile.saved).toBeVisible();
  await office.tokenOf(mine);
  expect(await office.mailsTo(thandi.email, 'email address')).toHaveLength(1);
});

test('a change by another user is detected, and the input is not lost', async ({
  page,
  atProfile,
}) => {
  const { people, profile, thandi } = await atProfile('Active');
  await profile.optional('Phone').fill('013 555 0100');
  await people.change(thandi.member, { zipCode: '9999', title: 'Prof' });
  await profile.save.click();
  const problem = page.getByRole('alert').filter({ hasText: 'changed by someone else' });
  await expect(problem).toContainText('Reload to see the latest version.');
  await expectStillAccessible(page);
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect(profile.optional('Zip code')).toHaveValue('9999');
  await expect(profile.optional('Phone')).toHaveValue('013 555 0100');
  await profile.save.click();
  await expect(profile.saved).toBeVisible();
  const member = await people.withEmail(thandi.email);
  expect([member.zipCode, member.phone, member.title]).toEqual(['9999', '013 555 0100', 'Prof']);
});

test('leaving unsaved changes needs a confirmation, and the changes can be discarded', async ({
  page,
  office,
  enterAs,
}) => {
  const profile = openProfile(page);
  await enterAs(await office.registered(), profile.path);
  await profile.optional('Phone').fill('013 555 0100');
  await profile.membership.getByRole('link', { name: 'Pay R450.00 by card' }).click();
  const question = profile.question('Leave without saving?');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(profile.optional('Phone')).toHaveValue('013 555 0100');
  await profile.unfold('You');
  await choosePicture(page, 'me.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await expect(page.getByText('SVG drawings are not accepted.')).toBeVisible();
  await profile.foldTitle('You').click();
  await profile.save.click();
  await expect(page.getByLabel('Profile Picture')).toBeFocused();
  await profile.discard.click();
  await expect(profile.save).toBeFocused();
  await expect(profile.optional('Phone')).toHaveValue('082 123 4567');
  await expect(page.getByText('SVG drawings are not accepted.')).toHaveCount(0);
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
});

test('the profile can be changed by keyboard alone @full', async ({ page, atProfile }) => {
  const { profile } = await atProfile('Active');
  await profile.unfold('You');
  await profile.foldTitle('You').focus();
  await page.keyboard.press('Tab');
  await expect(profile.optional('Title')).toBeFocused();
  await page.keyboard.type('Pr');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Zodwa');
  for (const name of ['Last name', 'Profile Picture (optional)', 'Email', 'Phone (optional)']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').getByLabel(name)).toBeFocused();
  }
  await page.keyboard.type('013 555 0100');
  await page.keyboard.press('Enter');
  await expect(profile.saved).toBeVisible();
  await page.reload();
  await expect(profile.optional('Title')).toHaveValue('Prof');
  await expect(profile.card('You').getByLabel('First name')).toHaveValue('Zodwa');
  await expect(profile.optional('Phone')).toHaveValue('013 555 0100');
});
