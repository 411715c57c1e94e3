import type { Page } from '@playwright/test';
import { updateTwoStepSettings } from '#contract/auth/two-step.ts';
import { makeTestDatabase } from '#test/support/database.ts';
import { codeOf } from '#test/support/two-step/app-codes.ts';
import { openAdmin } from '../fixtures/administrator.ts';
import { startServerOn } from '../fixtures/running-server.ts';
import {
  administrator,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test,
  withOwnServer,
} from '../fixtures/test.ts';
import { confirmWithPassword, openSignIn, withTwoStep } from '../fixtures/two-step.ts';
import { userForm } from '../fixtures/users.ts';

/** Nothing is wider than a small phone. */
async function onPhone(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  if (size) await page.setViewportSize(size);
}

test('another administrator resets the two-step sign-in after a lost phone', async ({
  page,
  office,
  enterAs,
}) => {
  const { user } = await withTwoStep(office);
  await enterAs('admin', userForm(user));
  const card = page.getByRole('region', { name: 'Two-Step Sign-in' });
  await expect(card).toContainText('This administrator has two-step sign-in since');
  await card.getByRole('button', { name: 'Reset two-step sign-in' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Reset two-step sign-in' });
  await expect(dialog).toContainText('Sipho Ndlovu can then sign in with the password alone');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(page.getByText('The two-step sign-in was reset.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(card.getByText('has not set up two-step sign-in')).toBeFocused();
  await expectAccessible(page);
  await onPhone(page);
  await page.getByText('History', { exact: true }).click();
  await expect(page.getByText('Reset the two-step sign-in of')).toBeVisible();
  const [mail] = await office.mailsTo(user.email, 'Two-step sign-in was turned off');
  expect(mail?.text).toContain('Another administrator reset');
  await office.tokenOf(user.email);
});

test('an administrator makes new recovery codes and turns it off', async ({ page, office }) => {
  const { user, key, recoveryCodes } = await withTwoStep(office);
  const { signIn, enterCode } = openSignIn(page);
  await signIn(user.email);
  await enterCode(codeOf(key, new Date()));
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await page.goto('/admin/twostep');
  await page.getByRole('button', { name: 'Make new recovery codes' }).click();
  await confirmWithPassword(page, 'Make new recovery codes', 'Make new codes');
  const items = page.getByRole('main').getByRole('listitem');
  await expect(items).toHaveCount(10);
  expect(await items.allTextContents()).not.toContain(recoveryCodes[0]);
  await page.getByRole('button', { name: 'I have stored them' }).click();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await confirmWithPassword(page, 'Turn off two-step sign-in', 'Turn off');
  await expect(page.getByRole('button', { name: 'Set up two-step sign-in' })).toBeVisible();
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  await office.mailsTo(user.email, 'Two-step sign-in was turned off');
  await office.tokenOf(user.email);
});

withOwnServer()(
  'in Company Info it becomes compulsory, and the others see until when',
  async ({ page, office, enterAs }) => {
    await enterAs('admin', '/admin/companyinfo/signin');
    const box = page.getByRole('checkbox', { name: 'Two-step sign-in is compulsory' });
    await box.check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Sign-in settings saved.')).toBeVisible();
    const day = /^Compulsory from (\d{1,2} \w{3} \d{4})\.$/;
    const [, from] = day.exec((await page.getByText(day).textContent()) ?? '') ?? [];
    await page.reload();
    await expect(box).toBeChecked();
    const notices = page.getByRole('complementary', { name: 'System notices' });
    await notices.getByRole('link', { name: /^Two-step sign-in/ }).click();
    await expect(page.getByText(`It is compulsory for administrators from ${from}.`)).toBeVisible();
    await expectAccessible(page);
    await onPhone(page);
    await page.goto('/admin/companyinfo/signin');
    await box.uncheck();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Sign-in settings saved.')).toBeVisible();
    await page.reload();
    await expect(page.getByText(day)).toHaveCount(0);
    await expect(notices.getByRole('link', { name: /^Two-step sign-in/ })).toHaveCount(0);
    const body = { isRequired: false };
    await office.ask(updateTwoStepSettings, { body }, await office.adminToken());
  },
);

test('after the time of grace, an administrator sets it up before anything else @full', async ({
  page,
}) => {
  test.setTimeout(90_000);
  const database = await makeTestDatabase();
  const before = await startServerOn(database.url, { NOW: '2027-03-10T08:00:00Z' });
  const people = openAdmin(before);
  await people.ask(
    updateTwoStepSettings,
    { body: { isRequired: true } },
    await people.adminToken(),
  );
  await before.stop();
  const now = '2027-03-24T08:00:00Z';
  // The clock of the server goes on from the moment of its start.
  const ahead = Date.parse(now) - Date.now();
  const server = await startServerOn(database.url, { NOW: now });
  await page.goto(`${server.url}/admin/member`);
  await page.getByLabel('Email').fill(administrator.email);
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/admin\/twostep$/);
  await expect(page.getByText('It is compulsory for administrators. Set it up now')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${server.url}/admin/invoice`);
  await expect(page).toHaveURL(/\/admin\/twostep$/);
  await page.getByRole('button', { name: 'Set up two-step sign-in' }).click();
  await confirmWithPassword(page, 'Set up two-step sign-in', 'Next');
  const key = await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).textContent();
  const code = codeOf((key ?? '').replaceAll(' ', ''), new Date(Date.now() + ahead));
  await page.getByLabel('Code from the app').fill(code);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'I have stored them' }).click();
  await page.goto(`${server.url}/admin/invoice`);
  await expect(page.getByRole('heading', { level: 1, name: /Manage Invoices/ })).toBeVisible();
  await server.stop();
  await database.drop();
});
