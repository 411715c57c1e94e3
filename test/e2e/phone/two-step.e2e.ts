import { codeOf } from '#test/support/two-step/app-codes.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  password,
  test,
} from '../fixtures/test.ts';
import { confirmWithPassword, openSignIn, withTwoStep } from '../fixtures/two-step.ts';
import { entered } from '../fixtures/users.ts';

const setUp = 'Set up two-step sign-in';
const failure = 'Invalid credentials. Please try again.';

test('an administrator sets up two-step sign-in and signs in with a code and a recovery code', async ({
  page,
  office,
  enterAs,
}) => {
  const { email } = await entered(office);
  await enterAs({ email }, '/admin/dashboard');
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('link', { name: 'Two-Step Sign-in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Two-Step Sign-in' })).toBeFocused();
  await expect(page.getByText('Two-step sign-in is off.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: setUp }).click();
  const dialog = page.getByRole('dialog', { name: setUp });
  const word = dialog.getByLabel('Your password', { exact: true });
  await expect(word).toBeFocused();
  await expectAccessible(page);
  await word.fill('Wrong123');
  await word.press('Enter');
  await expect(word).toHaveAccessibleDescription('The password is not correct. Please try again.');
  await expect(word).toBeFocused();
  await confirmWithPassword(page, setUp, 'Next');

  const code = page.getByLabel('Code from the app');
  await expect(code).toBeFocused();
  const picture = page.getByRole('img', { name: 'QR code for the authenticator app' });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
    0,
  );
  const key = (
    (await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).textContent()) ?? ''
  ).replaceAll(' ', '');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await code.fill('000000');
  await code.press('Enter');
  await expect(code).toHaveAccessibleDescription(/This code is not correct\..*is right\.$/);
  await expect(code).toBeFocused();
  await expect(code).toHaveValue('000000');
  await code.fill(codeOf(key, new Date(Date.now() - 30_000)));
  await page.getByRole('button', { name: 'Turn on' }).click();

  await expect(page.getByText('Two-step sign-in is on. Your other devices')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
  const codes = await page.getByRole('main').getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await page.goBack();
  const leaving = page.getByRole('alertdialog', { name: 'Leave without the recovery codes?' });
  await leaving.getByRole('button', { name: 'Stay here' }).click();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'I have stored them' }).click();
  await expect(page.getByText('10 of 10 recovery codes are left.')).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  await expectAccessible(page);
  const [mail] = await office.mailsTo(email, 'Two-step sign-in was turned on');
  expect(mail?.text).not.toContain(key);

  for (const [typed, left] of [
    [codeOf(key, new Date()), 10],
    [codes[3] ?? '', 9],
  ] as const) {
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('button', { name: 'Log Out' }).click();
    const signIn = openSignIn(page);
    await expect(signIn.submit).toBeVisible();
    await signIn.signIn(email);
    await signIn.enterCode(typed);
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
    await page.goto('/admin/twostep');
    await expect(page.getByText(`${left} of 10 recovery codes are left.`)).toBeVisible();
  }
});

test('the sign-in page asks for the code only when it is needed, and keeps what was typed', async ({
  page,
  office,
}) => {
  const { user, key } = await withTwoStep(office);
  const { code, signIn, enterCode } = openSignIn(page);
  await signIn(user.email, 'Wrong123');
  await expect(page.getByRole('alert')).toHaveText(failure);
  await expect(code).toHaveCount(0);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Enter the code from your app.');
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(code).toHaveAttribute('inputmode', 'numeric');
  await expect(page.getByLabel('Email')).toHaveValue(user.email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await enterCode('');
  await expect(page.getByRole('alert')).toHaveText('Enter the code from your app.');
  await expect(code).toBeFocused();
  await enterCode('000000');
  await expect(page.getByRole('alert')).toHaveText(failure);
  await expect(code).toBeFocused();
  await expect(code).toHaveValue('000000');
  await code.fill(codeOf(key, new Date()));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
});
