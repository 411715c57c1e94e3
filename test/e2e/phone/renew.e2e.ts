import { openCardWay } from '../fixtures/card.ts';
import { openPeople, openProfile } from '../fixtures/profile.ts';
import { choosePicture } from '../fixtures/users.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  password,
  test,
} from '../fixtures/test.ts';

const child = { firstName: 'Lerato', lastName: 'Dlamini', email: 'l@example.org', dateOfBirth: '' };

test('an expired member can correct a phone number and renew by EFT once', async ({
  page,
  office,
  atProfile,
}) => {
  test.slow();
  const { people, profile, thandi } = await atProfile('Expired');
  const { renew, proceed, eft } = profile;
  await expect(profile.membership).toContainText('Expired');
  await profile.optional('Phone').fill('013 555 0100');
  await profile.save.click();
  await expect(renew).toContainText('Renewal Fee: R450.00');
  await expect(renew).toContainText('Choose how you want to pay, then press Proceed.');
  await expect(proceed).toBeDisabled();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  await expect(renew).toHaveCount(0);
  await expect(profile.optional('Phone')).toHaveValue('013 555 0100');

  await profile.saveAndRenew.click();
  await expect(profile.byCard).toBeVisible();
  await eft.check();
  await proceed.dblclick();
  await expect(profile.eftDone).toBeVisible();
  await expect(renew).toHaveCount(0);
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  await expect(profile.membership).toContainText(/Waiting for payment\s*INV-\d{5}, R450\.00/);
  // The page asks for one thing only: the payment.
  await expect(profile.membership).toContainText('When this is paid, your membership is renewed.');
  await expect(profile.membership).not.toContainText('press Save and Renew');
  await expectAccessible(page);
  await profile.unfold(profile.paidInvoices);
  await expect(profile.invoices.getByRole('listitem')).toHaveCount(2);
  expect((await people.withEmail(thandi.email)).phone).toBe('013 555 0100');
  // The invoice of the registration, and this one.
  const mails = await office.mailsTo(thandi.email, 'Invoice', 2);
  expect(mails).toHaveLength(2);

  // Renewing again with another payment method uses the same invoice.
  const [open] = await profile.invoices.getByRole('heading', { level: 3 }).allTextContents();
  await profile.saveAndRenew.click();
  await expect(renew).toContainText(`${open} is waiting for payment.`);
  await profile.eft.check();
  await proceed.click();
  await expect(renew).toHaveCount(0);
  await expect(profile.invoices.getByRole('listitem')).toHaveCount(2);
  await expect(profile.invoices).toContainText(open ?? '?');
});

test('the link of a reminder opens the renewal right after signing in, and only once', async ({
  page,
  atProfile,
}) => {
  const { people, profile, thandi } = await atProfile('Due for Renewal');
  const link = `/member/profile?renew=${(await people.withEmail(thandi.email)).id}`;
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await page.getByLabel('Email').fill(thandi.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(profile.renew).toContainText('Renewal Fee: R450.00');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(profile.renew).toHaveCount(0);
  await expect(page).toHaveURL(/\/member\/profile$/);
  await page.reload();
  await expect(profile.saveAndRenew).toBeVisible();
  await expect(profile.renew).toHaveCount(0);
  await page.goto(link);
  await expect(profile.renew).toContainText('Renewal Fee: R450.00');
});

test('the link of another member renews nothing, and leads on after signing in as that member', async ({
  page,
  atProfile,
}) => {
  const { people, profile } = await atProfile('Due for Renewal');
  const sipho = await people.renewable('Due for Renewal', { firstName: 'Sipho' });
  await page.goto(`/member/profile?renew=${sipho.member.id}`);
  const sentence = page.getByText('This link renews the membership of another member.');
  await expect(sentence).toContainText('You are signed in as Thandi Dlamini.');
  await expect(profile.saveAndRenew).toBeVisible();
  await expect(profile.renew).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('main').getByRole('button', { name: 'Log Out' }).click();
  await page.getByLabel('Email').fill(sipho.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(profile.renew).toContainText('Member: Sipho Dlamini');
  await expect(sentence).toHaveCount(0);
  await expect(page).toHaveURL(/\/member\/profile$/);
});

test('a member who is due can renew by card and gets another year', async ({ page, atProfile }) => {
  const card = openCardWay(page);
  const { profile } = await atProfile('Due for Renewal');
  const until = async () =>
    (await profile.membership.textContent())?.match(/Valid until.*?(\d{4})/)?.[1];
  await expect(profile.membership).toContainText('Due for Renewal');
  const year = Number(await until());
  await profile.optional('Phone').fill('013 555 0100');
  await profile.saveAndRenew.click();
  await profile.byCard.check();
  await profile.proceed.click();
  await expect(card.atProvider).toContainText('R450.00');
  await card.pay();
  await expect(card.title('Payment Completed!')).toBeVisible();
  await card.toLogin.click();
  await expect(profile.membership).toContainText('Active');
  expect(Number(await until())).toBe(year + 1);
  await expect(profile.optional('Phone')).toHaveValue('013 555 0100');
  await expect(profile.saveAndRenew).toHaveCount(0);
  await expect(profile.membership).not.toContainText('Waiting for payment');
  await profile.save.click();
  await expect(profile.saved).toBeVisible();
});

test('an expired member can correct a phone number without renewing @full', async ({
  page,
  atProfile,
}) => {
  const { people, profile, thandi } = await atProfile('Expired');
  await expect(profile.membership).toContainText('check your details and press Save and Renew.');
  await profile.unfold('You');
  await choosePicture(page, 'me.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await profile.save.click();
  await expect(page.getByLabel('Profile Picture')).toBeFocused();
  await page.getByRole('button', { name: 'Do not use this picture' }).click();
  await profile.optional('Phone').fill('013 555 0100');
  await profile.save.click();
  await profile.saveOnly.click();
  await expect(profile.saved).toBeVisible();
  await expect(profile.renew).toHaveCount(0);
  await profile.unfold(profile.paidInvoices);
  await expect(profile.invoices.getByRole('listitem')).toHaveCount(1);
  expect((await people.withEmail(thandi.email)).phone).toBe('013 555 0100');
});

test('changing the type clears the relatives after a confirmation, and the fee is that of the new type', async ({
  page,
  office,
  enterAs,
}) => {
  test.slow();
  const people = openPeople(office);
  const profile = openProfile(page);
  const thandi = await people.renewable('Due for Renewal', {
    typeName: 'FAMILY',
    relatives: [child],
  });
  const individual = await people.typeId('Individual');
  const family = thandi.member.memberTypeID;
  await enterAs(thandi, profile.path);
  await profile.unfold('Membership type');
  await profile.type.selectOption(individual);
  const clear = profile.question('Clear Relatives?');
  await expect(clear).toContainText('Lerato Dlamini will be hidden.');
  await expectAccessible(page);
  await clear.getByRole('button', { name: 'Keep the family type' }).click();
  await expect(profile.type).toHaveValue(family);
  await profile.type.selectOption(individual);
  await clear.getByRole('button', { name: 'Clear relatives' }).click();
  await expect(profile.relative(1)).toHaveCount(0);
  await profile.type.selectOption(family);
  const restore = profile.question('Restore Relatives?');
  await expect(restore).toContainText('There were relatives before: Lerato Dlamini.');
  await restore.getByRole('button', { name: 'Restore relatives' }).click();
  await expect(profile.relative(1).getByLabel('First name')).toHaveValue('Lerato');

  await profile.type.selectOption(individual);
  await clear.getByRole('button', { name: 'Clear relatives' }).click();
  await profile.saveAndRenew.click();
  await expect(profile.renew).toContainText('Renewal Fee: R450.00');
  await profile.eft.check();
  await profile.proceed.click();
  await expect(profile.eftDone).toBeVisible();
  await expect(profile.membership).toContainText('TypeIndividual');
  expect(await people.relativesOf(thandi.member)).toEqual([]);

  // The type changes back. The server still has the relatives, and withdraws the other type's invoice.
  await profile.type.selectOption(family);
  await expect(profile.card('Relatives')).toContainText('come back when you save');
  await expect(page.getByText('an open invoice for the old type is voided')).toBeVisible();
  await profile.save.click();
  await expect(profile.renew).toContainText('Renewal Fee: R950.00');
  await profile.saveOnly.click();
  await expect(profile.saved).toBeVisible();
  await expect(profile.relative(1).getByLabel('First name')).toHaveValue('Lerato');
  await expect(profile.invoices).toContainText('Void');
  await expect(profile.membership).not.toContainText('Waiting for payment');
});

test('a membership can be renewed by keyboard alone', async ({ page, atProfile }) => {
  const { profile } = await atProfile('Expired');
  await profile.saveAndRenew.press('Enter');
  await expect(profile.byCard).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(profile.eft).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(profile.cancel).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(profile.saveOnly).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(profile.proceed).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(profile.eftDone).toBeVisible();
  await expect(profile.saveAndRenew).toBeFocused();
});
