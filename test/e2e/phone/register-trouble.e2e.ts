import type { Page, Route } from '@playwright/test';
import { memberType, type MemberType } from '#contract/member-types/endpoints.ts';
import { searchMembers } from '#contract/members/endpoints.ts';
import { letPageAsk } from '../fixtures/app-shell.ts';
import { openCardWay } from '../fixtures/card.ts';
import { dropAfter, hold, patience, unreachable } from '../fixtures/network.ts';
import type { Admin } from '../fixtures/administrator.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  test,
} from '../fixtures/test.ts';
import { openWizard } from '../fixtures/wizard.ts';

const registerCall = '**/api/members/register';
const typesCall = '**/api/membertypes';
const emailCall = '**/api/users/check-email*';

async function membersWith(office: Admin, email: string): Promise<number> {
  const members = await office.ask(searchMembers, { body: { email } }, await office.adminToken());
  return members.totalCount;
}

/** Changes the member types in the server's reply. */
async function withTypes(page: Page, change: (type: MemberType) => object) {
  await letPageAsk(page);
  await page.route(typesCall, async (route) => {
    const reply = await route.fetch();
    const { data } = await reply.json();
    await route.fulfill({
      json: { success: true, data: data.map((type: unknown) => change(memberType.parse(type))) },
    });
  });
}

test('each invalid field shows an error, and typing in the field removes it', async ({ page }) => {
  const wizard = openWizard(page);
  await wizard.open();
  await wizard.next();
  await expect(wizard.summary).toBeFocused();
  for (const message of [
    'Please select a member type.',
    'Title is required.',
    'First name is required.',
    'Last name is required.',
    'Email is required.',
    'Phone number is required.',
    'Postal address is required.',
    'Zip code is required.',
    'Password is required.',
  ]) {
    await expect(wizard.summary.getByRole('link', { name: message })).toBeVisible();
    await expect(page.getByRole('main').getByText(message)).toHaveCount(2);
  }
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await wizard.summary.getByRole('link', { name: 'Phone number is required.' }).click();
  await expect(page.getByLabel('Phone')).toBeFocused();

  await page.getByLabel('Email').fill('not an email');
  await expect(page.getByRole('main').getByText('Email is required.')).toHaveCount(1);
  await page.getByLabel('Phone').focus();
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
});

test('a password field shows the first rule that fails, and that the two passwords differ', async ({
  page,
  office,
}) => {
  const wizard = openWizard(page);
  await wizard.open();
  await wizard.chooseType(/Individual/);
  await wizard.fillPerson(office.newEmail());
  for (const [word, message] of [
    ['aA1', 'Password must be at least 6 characters long.'],
    ['secret1', 'Password must contain at least one uppercase letter.'],
    ['SECRET1', 'Password must contain at least one lowercase letter.'],
    ['Secrets', 'Password must contain at least one digit.'],
  ] as const) {
    await wizard.fillPasswords(word);
    await wizard.next();
    await expect(page.getByRole('main').getByText(message)).toHaveCount(2);
    await page.getByLabel('Password', { exact: true }).press('End');
    await page.getByLabel('Password', { exact: true }).press('x');
    await expect(page.getByRole('main').getByText(message)).toHaveCount(0);
  }
  await wizard.fillPasswords();
  await page.getByLabel('Confirm password').fill('Secret124');
  // Another field is missing too.
  await page.getByLabel('Title').selectOption('');
  await wizard.next();
  await expect(page.getByRole('main').getByText('Passwords do not match.')).toHaveCount(2);
  await expect(page.getByRole('main').getByText('Title is required.')).toHaveCount(2);
  await page.getByLabel('Password', { exact: true }).fill('Secret124');
  // The summary does not change until the next check.
  await expect(page.getByRole('main').getByText('Passwords do not match.')).toHaveCount(1);
});

test('relatives and their ages are checked on Next', async ({ page, office }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const wizard = openWizard(page);
  await wizard.pastRegistration(office.newEmail(), /FAMILY/);
  await page.getByRole('button', { name: 'Add relative' }).click();
  await wizard.next();
  for (const message of [
    'First name is required.',
    'Last name is required.',
    'Email is required.',
  ]) {
    await expect(wizard.relative(1).getByText(message)).toBeVisible();
  }
  await wizard.relative(1).getByRole('button', { name: 'Remove relative 1' }).click();
  await wizard.addRelative(1, 'Lerato');
  await expect(wizard.relative(1).getByText('is required.')).toHaveCount(0);
  await expect(wizard.summary).toBeHidden();
  await wizard.relative(1).getByLabel('Date of birth').fill('2001-02-03');
  await wizard.next();
  await expect(wizard.relative(1).getByText('Relatives must be up to 18 years.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('an email that already exists is refused on Next, with a link to sign in', async ({
  page,
  office,
}) => {
  const { email } = await office.registered();
  const wizard = openWizard(page);
  await wizard.open();
  await wizard.chooseType(/Student/);
  await wizard.fillPerson(email.toUpperCase());
  await wizard.next();
  const message = 'Email already exists. Please use a different email.';
  await expect(page.getByRole('main').getByText(message)).toHaveCount(2);
  await expect(page.getByText('Is it yours?').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expectAccessible(page);

  await page.route(emailCall, (route) => route.abort());
  await page.getByLabel('Email').fill(office.newEmail());
  await wizard.next();
  await expect(page.getByText('Unable to validate email. Please try again later.')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Thandi');
  await page.unroute(emailCall);
  await wizard.next();
  await expect(wizard.step('Payment')).toBeFocused();
});

test('a payment method is required, and a double press registers one member', async ({
  page,
  office,
}) => {
  const wizard = openWizard(page);
  const email = office.newEmail();
  await wizard.pastRegistration(email);
  await wizard.register();
  await expect(page.getByText('Please select a payment method.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Credit Card' })).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('radio', { name: 'EFT' }).check();
  await page.getByRole('button', { name: 'Register' }).dblclick();
  await expect(wizard.registered).toBeVisible();
  expect(await membersWith(office, email)).toBe(1);
  await office.mailsTo(email, 'Invoice');
});

test('if the reply is lost, trying again registers one member', async ({ page, office }) => {
  const wizard = openWizard(page);
  const email = office.newEmail();
  await wizard.pastRegistration(email);
  await page.getByRole('radio', { name: 'EFT' }).check();
  const keys = new Set<string>();
  await page.route(registerCall, async (route: Route) => {
    keys.add(route.request().headers()['idempotency-key'] ?? '');
    await route.fetch();
    await route.abort();
  });
  await wizard.register();
  await expect(page.getByRole('alert').getByText(unreachable)).toBeVisible(patience);
  await expect(page.getByRole('alert').getByText(unreachable)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('radio', { name: 'EFT' })).toBeChecked();
  await expectStillAccessible(page);
  await page.unroute(registerCall);
  const [request] = await Promise.all([page.waitForRequest(registerCall), wizard.register()]);
  keys.add(request.headers()['idempotency-key'] ?? '');
  await expect(wizard.registered).toBeVisible();
  expect(keys.size).toBe(1);
  expect(await membersWith(office, email)).toBe(1);
});

/** The server has registered the member, and the page does not know it. */
async function registerWithoutReply(page: Page, office: Admin) {
  const wizard = openWizard(page);
  const email = office.newEmail();
  await wizard.pastRegistration(email);
  await page.getByRole('radio', { name: 'EFT' }).check();
  const dropped = await dropAfter(page, registerCall);
  await wizard.register();
  await expect(page.getByRole('alert').getByText(unreachable)).toBeVisible(patience);
  await dropped.restore();
  return { wizard, email };
}

test('if the reply is lost, going back and on again registers one member @full', async ({
  page,
  office,
}) => {
  const { wizard, email } = await registerWithoutReply(page, office);
  await page.goBack();
  await wizard.next();
  await expect(wizard.step('Payment')).toBeFocused();
  await wizard.register();
  await expect(wizard.registered).toBeVisible();
  expect(await membersWith(office, email)).toBe(1);
});

test('after a lost reply and a reload, the wizard says that the registration may have arrived', async ({
  page,
  office,
}) => {
  const { wizard } = await registerWithoutReply(page, office);
  await page.reload();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await wizard.fillPasswords();
  await wizard.next();
  await expect(wizard.step('Payment')).toBeFocused();
  await wizard.register();
  const sentence = page.getByText('Your registration may have arrived');
  await expect(sentence).toBeVisible();
  await expect(page.getByText('Is it yours?')).toHaveCount(0);
  await expectAccessible(page);
  await sentence.getByRole('link', { name: 'Sign In' }).click();
  await expect(wizard.step('Sign In')).toBeVisible();
});

test('if the code of the payment page stalls, the user can try again and pay', async ({
  page,
  office,
}) => {
  test.slow();
  const wizard = openWizard(page);
  const card = openCardWay(page);
  const code = await hold(page, '**/assets/redirect-page-*.js', 'GET');
  // Loaded before it is needed.
  const isPreloaded = page.waitForRequest('**/assets/redirect-page-*.js');
  await wizard.pastRegistration(office.newEmail());
  await isPreloaded;
  await page.getByRole('radio', { name: 'Credit Card' }).check();
  await wizard.register();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' }),
  ).toBeVisible({ timeout: 25_000 });
  await expect(page).toHaveURL(/\/payment\/payfast-redirect\/subscription\//);
  code.letGo();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(card.atProvider).toContainText('R450.00');
});

test('an error from the server is shown at its field on its step', async ({ page, office }) => {
  const { email } = await office.registered();
  const wizard = openWizard(page);
  await page.route(emailCall, (route) => route.fulfill({ json: { success: true, data: false } }));
  await wizard.pastRegistration(email, /FAMILY/);
  await wizard.addRelative(1, 'Lerato');
  await wizard.next();
  await page.getByRole('radio', { name: 'EFT' }).check();
  await wizard.register();
  await expect(wizard.step('Registration')).toBeVisible();
  await expect(wizard.summary).toBeFocused();
  await expect(page.getByText('Is it yours?')).toBeVisible();
  await page.getByLabel('Email').fill(office.newEmail());
  await wizard.next();
  await wizard.next();
  await wizard.register();
  await expect(wizard.registered).toBeVisible();
});

test('if the fee has just changed, the wizard says so, shows the new fee and charges it', async ({
  page,
  office,
}) => {
  const wizard = openWizard(page);
  await withTypes(page, (type) => ({ ...type, fee: type.fee - 50 }));
  await wizard.pastRegistration(office.newEmail());
  await expect(page.getByText('R400.00')).toBeVisible();
  await page.unroute(typesCall);
  await page.getByRole('radio', { name: 'EFT' }).check();
  await wizard.register();
  await expect(
    page.getByText('The fee of this member type has changed. Please check it and try again.'),
  ).toBeVisible();
  await expect(page.getByText('R450.00')).toBeVisible();
  await wizard.register();
  await expect(wizard.registered).toBeVisible();
});

test('a free type needs no payment, and a retired type is not offered', async ({
  page,
  office,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const wizard = openWizard(page);
  const free = (name: string) => name === 'Student';
  await withTypes(page, (type) => ({ ...type, fee: free(type.name) ? 0 : type.fee }));
  await wizard.pastRegistration(office.newEmail(), /Student/);
  await expect(page.getByText('nothing to pay')).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.route(registerCall, (route) =>
    route.fulfill({ json: { success: true, data: { invoiceId: null } } }),
  );
  await wizard.register();
  await expect(wizard.step('Welcome!')).toBeFocused();
  await expectAccessible(page);

  await withTypes(page, (type) => ({ ...type, isRetired: type.isRetired || free(type.name) }));
  await page.goto('/register');
  await expect(page.getByRole('radio')).toHaveCount(3);
  await expect(page.getByRole('radio', { name: 'Student' })).toBeHidden();
});

test('if the member types cannot be loaded, the user can load them again', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await letPageAsk(page);
  await page.route(typesCall, (route) => route.fulfill({ status: 500, json: { success: false } }));
  await page.goto('/register');
  await expect(page.getByText('Failed to fetch member types')).toBeVisible();
  await expectStillAccessible(page);
  await page.unroute(typesCall);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('radio')).toHaveCount(4);
  await expectNoSidewaysScroll(page);
});
