import type { Page } from '@playwright/test';
import { listCompanyInfos } from '#contract/company-info/endpoints.ts';
import { codeOf } from '#test/support/two-step/app-codes.ts';
import { openPool } from '#server/platform/db/pool.ts';
import { confirmWithPassword, openSignIn, withTwoStep } from '../fixtures/two-step.ts';
import {
  administrator,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  withOwnServer,
} from '../fixtures/test.ts';

// The sessions of this server become old.
const test = withOwnServer();

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Enter your password again' });
const password = (page: Page) => dialog(page).getByLabel('Your password', { exact: true });
const press = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click();
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();

/** All sessions have begun, and proved the password, 16 minutes earlier. */
async function passSixteenMinutes(databaseUrl: string): Promise<void> {
  const pool = openPool(databaseUrl, 1);
  await pool.query(`UPDATE sessions SET started_at = started_at - interval '16 minutes',
    proved_at = proved_at - interval '16 minutes'`);
  await pool.end();
}

async function enterAccount(page: Page, number: string): Promise<void> {
  await page.getByLabel('Branch code', { exact: true }).fill('250655');
  await page.getByLabel('Account number', { exact: true }).fill(number);
  await page.getByLabel('Account number again', { exact: true }).fill(number);
}

test('an old session saves a changed account number after the password, and goes on where it was @both', async ({
  page,
  server,
  office,
  enterAs,
}) => {
  const stored = async () => {
    const token = await office.tokenOf(administrator.email);
    return (await office.ask(listCompanyInfos, {}, token))[0];
  };
  const before = (await stored())?.accountNumber;
  const number = `62${String(Date.now()).slice(-9)}`;
  await enterAs('admin', '/admin/companyinfo');
  await expect(page.getByLabel('Branch code', { exact: true })).toBeVisible();
  await passSixteenMinutes(server.databaseUrl);

  await page.getByLabel('Notes', { exact: true }).fill(number.slice(-4));
  await save(page);
  await expect(page.getByText('Company info saved.')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);

  await enterAccount(page, number);
  await save(page);
  await expect(password(page)).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await press(page, 'Cancel');
  await expect(
    page.getByText(
      'Nothing was changed, because it needs your password again. Try again and enter it.',
    ),
  ).toBeVisible();
  await expect(page.getByLabel('Account number', { exact: true })).toHaveValue(number);

  await save(page);
  await press(page, 'Continue');
  await expect(password(page)).toHaveAccessibleDescription('Your password is required.');
  await password(page).fill('Wrong123');
  await press(page, 'Continue');
  await expect(password(page)).toHaveAccessibleDescription(
    'The password is not correct. Please try again.',
  );
  expect((await stored())?.accountNumber).toBe(before);
  await password(page).fill(administrator.password);
  await press(page, 'Continue');
  await expect(dialog(page)).toHaveCount(0);
  await expect.poll(async () => (await stored())?.accountNumber).toBe(number);
  await expect(page.getByLabel('Account number again', { exact: true })).toHaveCount(0);

  // It counts for what follows.
  const next = `${number.slice(0, -1)}${number.endsWith('1') ? '2' : '1'}`;
  await enterAccount(page, next);
  await save(page);
  await expect.poll(async () => (await stored())?.accountNumber).toBe(next);
  const mails = await office.mailsTo(administrator.email, 'The account number for payments', 2);
  // Both may be sent at once, in any order.
  expect(mails.map(({ text }) => text).join('\n')).toContain(`ending in ${next.slice(-4)}`);
});

test('with two-step sign-in the dialog asks for a code too', async ({ page, server, office }) => {
  const { user, key, recoveryCodes } = await withTwoStep(office);
  const { signIn, enterCode } = openSignIn(page);
  await signIn(user.email);
  await enterCode(codeOf(key, new Date()));
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await passSixteenMinutes(server.databaseUrl);
  await page.goto('/admin/backups');
  await page.getByRole('button', { name: 'Back up now' }).click();
  await password(page).fill('Secret123');
  await press(page, 'Continue');
  const code = dialog(page).getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await expectAccessible(page);
  await code.fill('000000');
  await press(page, 'Continue');
  await expect(code).toHaveAccessibleDescription(/The code is not correct, or it was used/);
  // The code of now was used at the sign-in.
  await code.fill(codeOf(key, new Date(Date.now() + 30_000)));
  await press(page, 'Continue');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('The backup is complete.')).toBeVisible({ timeout: 20_000 });

  // The password alone does not turn it off.
  await passSixteenMinutes(server.databaseUrl);
  await page.goto('/admin/twostep');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await confirmWithPassword(page, 'Turn off two-step sign-in', 'Turn off');
  await password(page).fill('Secret123');
  await press(page, 'Continue');
  await expect(code).toBeFocused();
  await code.fill(recoveryCodes[0] ?? '');
  await press(page, 'Continue');
  await expect(page.getByRole('button', { name: 'Set up two-step sign-in' })).toBeVisible();
});
