import { openingTexts } from '#contract/company-info/opening.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  withOwnServer,
} from '../fixtures/test.ts';
import { openMenu } from '../fixtures/app-shell.ts';

// The address is not of this machine, so the installation begins closed.
const test = withOwnServer({
  PUBLIC_URL: 'https://members.example.org',
  RATE_LIMITS: 'on',
  PAYFAST_MODE: 'sandbox',
});

test('a new installation opens to visitors when its bank account and fees are there', async ({
  page,
  browser,
  server,
  enterAs,
}) => {
  const visitor = await browser.newPage({ baseURL: server.url });
  for (const address of ['/register', '/donate']) {
    const reply = await visitor.goto(address);
    expect(reply?.status()).toBe(409);
    await expect(visitor.getByRole('heading', { name: 'Not open yet' })).toBeVisible();
    await expect(visitor.getByText(openingTexts.notOpenYet)).toBeVisible();
    await expectAccessible(visitor);
    await expectNoSidewaysScroll(visitor);
  }

  await enterAs('admin', '/admin/dashboard');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const step = (name: string) => page.getByRole('main').getByRole('link', { name });
  await openMenu(page);
  await menu.getByRole('link', { name: 'Get started (0 of 7)' }).click();
  await step('Name and contact').click();
  await expect(page.getByRole('heading', { level: 2, name: 'Organisation' })).toBeFocused();
  await page.getByLabel('Name', { exact: true }).fill('Bushveld Trust');
  await page.getByLabel('Email', { exact: true }).fill('office@bushveld.example');
  await page.getByLabel('Bank', { exact: true }).fill('First National Bank');
  await page.getByLabel('Account number', { exact: true }).fill('0062000123');
  await page.getByLabel('Account number again').fill('0062000123');
  await page.getByLabel('Account type').fill('Cheque');
  await page.getByLabel('Branch code').fill('250655');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Company info saved.')).toBeVisible();
  await expect(page.getByText('Get started: 2 of 7 done. Next: Fees.')).toBeVisible();
  await page.getByRole('link', { name: 'Next step' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Member Types/ })).toBeFocused();
  for (const name of ['FAMILY MAX 4 up to 18 yrs', 'Individual', 'Pensioner']) {
    const row = page.getByRole('row').filter({ hasText: name });
    await row.getByRole('button', { name: 'Confirm fee' }).click();
    await expect(row.getByText('Not confirmed')).toHaveCount(0);
  }
  await page.getByRole('link', { name: /Edit.* Student/ }).click();
  await expect(page.getByText('This fee is a suggestion.')).toBeVisible();
  await page.getByLabel('Fee').fill('150');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Member type saved.')).toBeVisible();
  await expect(page.getByText('Get started: 3 of 7 done. Next: Mail.')).toBeVisible();

  await openMenu(page);
  await menu.getByRole('link', { name: 'Get started (3 of 7)' }).click();
  await page.getByRole('button', { name: 'We start empty' }).click();
  await expect(page.getByText('4 of 7 done.')).toBeVisible();
  await expect(page.getByText('Your first member can register at')).toContainText(
    'https://members.example.org/register',
  );
  await expectAccessible(page);

  const reply = await visitor.goto('/register');
  expect(reply?.status()).toBe(200);
  await expect(visitor.getByText('R150.00')).toBeVisible();
  await visitor.close();
});
