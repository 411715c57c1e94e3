import type { Page } from '@playwright/test';
import { openAdmin } from '../fixtures/administrator.ts';
import { startFreshServer, type RunningServer } from '../fixtures/running-server.ts';
import { expect, expectStillAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';

const family = { email: 'mokoena@example.org', password: 'Family123' };
const admin = { email: 'admin@localhost', password: 'Office123' };

test('from an empty folder to an active member by EFT', async ({ page }) => {
  test.setTimeout(120_000);
  const server = await startFreshServer();
  try {
    await setThePasswordByThePrintedLink(page, server);
    await fillInTheBankDetails(page, server);
    await registerAFamily(page, server);
    await readTheInvoice(server);
    await processThePayment(page, server);
    await seeActiveAndANumber(page, server);
  } finally {
    await server.stop();
  }
});

async function setThePasswordByThePrintedLink(page: Page, server: RunningServer) {
  const link = /http\S+reset-password\S+/.exec(server.printed())?.[0] ?? '';
  await page.goto(link);
  await page.getByLabel('New password').fill(admin.password);
  await page.getByLabel('Confirm password').fill(admin.password);
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByText('Your password has been reset successfully.')).toBeVisible();
  await page.waitForURL('**/login');
}

async function signIn(page: Page, server: RunningServer, who: typeof admin) {
  await page.goto(`${server.url}/login`);
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password').fill(who.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /User menu|Your menu|account/i }).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL('**/login');
}

async function fillInTheBankDetails(page: Page, server: RunningServer) {
  await signIn(page, server, admin);
  await page.waitForURL('**/admin/dashboard');
  await page.goto(`${server.url}/admin/companyinfo`);
  await page.getByLabel('Name', { exact: true }).fill('Bushveld Trust');
  await page.getByLabel('Bank', { exact: true }).fill('First National Bank');
  await page.getByLabel('Account number', { exact: true }).fill('0062000123');
  await page.getByLabel('Account number again').fill('0062000123');
  await page.getByLabel('Branch code').fill('051001');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Company info saved.')).toBeVisible();
  await signOut(page);
}

async function registerAFamily(page: Page, server: RunningServer) {
  await page.goto(`${server.url}/register`);
  await page.getByRole('radio', { name: /FAMILY MAX 4/ }).check();
  await page.getByLabel('Title').selectOption('Mrs');
  await page.getByLabel('First name').fill('Lindiwe');
  await page.getByLabel('Last name').fill('Mokoena');
  await page.getByLabel('Email').fill(family.email);
  await page.getByLabel('Phone').fill('082 555 0123');
  await page.getByLabel('Postal address').fill('7 Marula Street\nHoedspruit');
  await page.getByLabel('Zip code').fill('0081');
  await page.getByLabel('Password', { exact: true }).fill(family.password);
  await page.getByLabel('Confirm password').fill(family.password);
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Next' }).click();
  for (const [index, name] of ['Lerato', 'Kabelo'].entries()) {
    await page.getByRole('button', { name: /Add/ }).click();
    const child = page.getByRole('group', { name: `Relative ${index + 1}` });
    await child.getByLabel('First name').fill(name);
    await child.getByLabel('Last name').fill('Mokoena');
    await child.getByLabel('Email').fill('mokoena@example.org');
  }
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('radio', { name: /EFT/ }).check();
  await expectStillAccessible(page);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('An invoice will be sent with EFT details.')).toBeVisible();
}

async function readTheInvoice(server: RunningServer) {
  const [mail] = await openAdmin(server).mailsTo(family.email, 'Invoice INV-00001');
  expect(mail?.text).toContain('R950.00');
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain('0062000123');
    expect(part).toContain('051001');
    expect(part).toContain('INV-00001');
  }
  const [pdf] = mail?.attachments ?? [];
  expect(pdf?.filename).toMatch(/^INV-00001.*\.pdf$/);
  expect(new TextDecoder().decode(pdf?.content as ArrayBuffer).slice(0, 5)).toBe('%PDF-');
}

async function processThePayment(page: Page, server: RunningServer) {
  await signIn(page, server, admin);
  await page.waitForURL('**/admin/dashboard');
  await page.goto(`${server.url}/admin/invoice`);
  await expect(page.getByRole('heading', { name: 'Manage Invoices (1)' })).toBeVisible();
  await page.getByRole('button', { name: /Process Payment/ }).click();
  await expectStillAccessible(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Process Payment' }).click();
  await expect(page.getByText('Invoice payment processed successfully.')).toBeVisible();
  const [receipt] = await openAdmin(server).mailsTo(family.email, 'Receipt');
  expect(receipt?.text).toContain('00001');
  await signOut(page);
}

async function seeActiveAndANumber(page: Page, server: RunningServer) {
  await signIn(page, server, family);
  await page.waitForURL('**/member/profile');
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByText('00001', { exact: true })).toBeVisible();
  const lerato = page.getByRole('group', { name: 'Relative 1' });
  await expect(lerato.getByLabel('First name')).toHaveValue('Lerato');
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);
}
