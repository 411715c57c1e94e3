import { searchMembers } from '#contract/members/endpoints.ts';
import { searchRelatives } from '#contract/members/relatives.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';
import { openWizard } from '../fixtures/wizard.ts';

test('an individual can register by EFT, from the first field to the sign-in page', async ({
  page,
  office,
}) => {
  const wizard = openWizard(page);
  const email = office.newEmail();
  await wizard.open();
  await expect(wizard.place).toHaveText('Step 1 of 2');
  await expect(page.getByText('R450.00')).toBeVisible();
  await wizard.chooseType(/Individual/);
  await wizard.fillPerson(email);
  await wizard.next();

  await expect(wizard.step('Payment')).toBeFocused();
  await expect(wizard.place).toHaveText('Step 2 of 2');
  for (const fact of ['Ms Thandi Dlamini', 'Individual', 'R450.00']) {
    await expect(page.getByText(fact, { exact: true })).toBeVisible();
  }
  await page.getByRole('radio', { name: 'EFT' }).check();
  await wizard.register();

  await expect(page).toHaveURL(/\/login$/);
  await expect(wizard.step('Sign In')).toBeFocused();
  const { registered } = wizard;
  await expect(registered).toContainText('An invoice will be sent with EFT details.');
  await expect(registered).toContainText(/AmountR450\.00/);
  await expect(registered).toContainText(/Payment referenceINV-\d{5}-[A-Y]/);
  await expect(registered).not.toContainText('You were a member before');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(await page.evaluate(() => sessionStorage.getItem('registration'))).toBeNull();
  await office.mailsTo(email, 'Invoice');
  await office.tokenOf(email);

  await page.goto('/register');
  await expect(page.getByLabel('First name')).toHaveValue('');
});

test('a family can add four relatives, and adding none needs a confirmation', async ({
  page,
  office,
}) => {
  const wizard = openWizard(page);
  const email = office.newEmail();
  await wizard.pastRegistration(email, /FAMILY/);
  await expect(wizard.step('Relatives')).toBeFocused();
  await expect(wizard.place).toHaveText('Step 2 of 3');
  await expect(page.getByText('No relatives added')).toBeVisible();
  await expectAccessible(page);

  await wizard.next();
  const question = page.getByRole('alertdialog', { name: 'No Relatives Added' });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Add relatives' }).click();
  await expect(wizard.step('Relatives')).toBeVisible();

  for (const [index, name] of ['Lerato', 'Sipho', 'Anele', 'Zanele'].entries()) {
    await wizard.addRelative(index + 1, name);
  }
  await expect(page.getByText('Maximum of 4 relatives allowed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add relative' })).toBeHidden();
  const first = wizard.relative(1);
  await expect(first.getByText('Consent not recorded')).toBeVisible();
  await first.getByLabel(/^A parent or guardian agrees/).check();
  await expect(first.getByText('Consent not recorded')).toBeHidden();
  await wizard.relative(2).getByRole('button', { name: 'Remove relative 2' }).click();
  await expect(page.getByText('3 of 4 relatives')).toBeFocused();
  await wizard.addRelative(4, 'Bongani');
  await expectNoSidewaysScroll(page);

  await wizard.next();
  await expect(page.getByText(/^Lerato Dlamini, Anele Dlamini, Zanele/)).toBeVisible();
  await page.getByRole('link', { name: 'Change relatives' }).click();
  await expect(wizard.step('Relatives')).toBeFocused();
  await wizard.next();
  await page.getByRole('radio', { name: 'EFT' }).check();
  await wizard.register();
  await expect(page.getByText('An invoice will be sent with EFT details.')).toBeVisible();

  const token = await office.adminToken();
  const members = await office.ask(searchMembers, { body: { email } }, token);
  const [mainMemberId] = members.results.map(({ id }) => id);
  const relatives = await office.ask(searchRelatives, { body: { mainMemberId } }, token);
  expect(relatives.results.map(({ firstName }) => firstName).toSorted()).toEqual(
    ['Anele', 'Bongani', 'Lerato', 'Zanele'].toSorted(),
  );
  const agreed = relatives.results.filter(({ hasConsent }) => hasConsent);
  expect(agreed.map(({ firstName }) => firstName)).toEqual(['Lerato']);
});

test('a family without relatives can continue after a confirmation', async ({ page, office }) => {
  const wizard = openWizard(page);
  await wizard.pastRegistration(office.newEmail(), /FAMILY/);
  await wizard.next();
  await page.getByRole('button', { name: 'Continue without relatives' }).click();
  await expect(wizard.step('Payment')).toBeFocused();
  await expect(wizard.place).toHaveText('Step 3 of 3');
  await expect(page.getByText('No relatives added')).toBeVisible();
});

test('leaving the family type clears the relatives, and returning restores them', async ({
  page,
  office,
}) => {
  const wizard = openWizard(page);
  await wizard.pastRegistration(office.newEmail(), /FAMILY/);
  await wizard.addRelative(1, 'Lerato');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(wizard.step('Registration')).toBeFocused();

  await page.getByRole('radio', { name: 'Individual' }).click();
  await page.getByRole('button', { name: 'Keep the family type' }).click();
  await expect(page.getByRole('radio', { name: /FAMILY/ })).toBeChecked();
  await page.getByRole('radio', { name: 'Individual' }).click();
  await page.getByRole('button', { name: 'Clear relatives' }).click();
  await expect(page.getByRole('radio', { name: 'Individual' })).toBeChecked();
  await expect(wizard.place).toHaveText('Step 1 of 2');

  await page.getByRole('radio', { name: /FAMILY/ }).click();
  await page.getByRole('button', { name: 'Restore relatives' }).click();
  await expect(wizard.place).toHaveText('Step 1 of 3');
  await wizard.next();
  await expect(wizard.relative(1).getByLabel('First name')).toHaveValue('Lerato');
});

test('Back and Forward of the browser step through the wizard without losing input', async ({
  page,
  office,
}) => {
  const wizard = openWizard(page);
  await wizard.pastRegistration(office.newEmail(), /FAMILY/);
  await wizard.addRelative(1, 'Lerato');
  await wizard.next();
  await page.getByRole('radio', { name: 'EFT' }).check();

  await page.goBack();
  await expect(wizard.step('Relatives')).toBeFocused();
  await wizard.relative(1).getByLabel('Email').fill('');
  await page.goBack();
  await expect(wizard.step('Registration')).toBeFocused();
  await expect(page.getByLabel('Confirm password')).toHaveValue('Secret123');
  await page.goForward();
  await expect(wizard.relative(1).getByLabel('First name')).toHaveValue('Lerato');
  await expect(wizard.summary).toBeHidden();
  await page.goForward();
  await expect(wizard.step('Relatives')).toBeVisible();
  await wizard.relative(1).getByLabel('Email').fill('family@example.org');
  await wizard.next();
  await expect(page.getByRole('radio', { name: 'EFT' })).toBeChecked();
  await page.getByRole('link', { name: 'Change name' }).click();
  await expect(wizard.step('Registration')).toBeFocused();
});

test('a reload keeps the step and the draft, but not the passwords', async ({ page, office }) => {
  const wizard = openWizard(page);
  await wizard.pastRegistration(office.newEmail(), /FAMILY/);
  await wizard.addRelative(1, 'Lerato');
  await page.reload();
  await expect(wizard.step('Relatives')).toBeVisible();
  await expect(wizard.relative(1).getByLabel('First name')).toHaveValue('Lerato');
  expect(await page.evaluate(() => sessionStorage.getItem('registration'))).not.toContain('Secret');

  await wizard.next();
  await expect(page.getByText(/password is not saved/)).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await expectAccessible(page);
  await wizard.fillPasswords();
  await wizard.next();
  await wizard.next();
  await page.getByRole('radio', { name: 'EFT' }).check();
  await page.reload();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await wizard.fillPasswords();
  await wizard.next();
  await wizard.next();
  await expect(page.getByRole('radio', { name: 'EFT' })).toBeChecked();
  await wizard.register();
  await expect(wizard.registered).toBeVisible();
});

test('a person can register by keyboard alone', async ({ page, office }) => {
  const wizard = openWizard(page);
  const { keyboard } = page;
  await wizard.open();
  await page.getByRole('link', { name: 'Sign In' }).focus();
  await keyboard.press('Tab');
  await keyboard.press('ArrowDown');
  await keyboard.press('Tab');
  await keyboard.type('Dr');
  for (const text of ['Pieter', 'van Wyk', office.newEmail(), '082', '1 Road', '0081']) {
    await keyboard.press('Tab');
    await keyboard.type(text);
  }
  await keyboard.press('Tab');
  await keyboard.type('Secret123');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.type('Secret123');
  await keyboard.press('Enter');
  await expect(wizard.step('Payment')).toBeFocused();
  await expect(page.getByText('Dr Pieter van Wyk')).toBeVisible();
  for (let tabs = 0; tabs < 3; tabs += 1) await keyboard.press('Tab');
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'EFT' })).toBeChecked();
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  await expect(wizard.step('Sign In')).toBeFocused();
  await keyboard.press('Tab');
  await expect(
    wizard.registered.getByRole('button', { name: 'Copy amount R450.00' }),
  ).toBeFocused();
});
