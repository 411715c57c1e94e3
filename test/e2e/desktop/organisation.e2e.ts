import type { Page } from '@playwright/test';
import { halves } from '#test/support/pictures.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  withOwnServer,
} from '../fixtures/test.ts';
import { waitForHydration } from '../fixtures/hydration.ts';
import { button, expectPicture } from '../fixtures/users.ts';

// Other tests expect an organisation without a name.
const test = withOwnServer();

const name = 'Bushveld Conservation Trust';
const card = (page: Page) => page.getByRole('region', { name: 'Logo' });
const current = (page: Page) => page.getByRole('img', { name: 'The current logo' });
const brand = (page: Page) => page.getByRole('banner');
const publicPages = [
  '/login',
  '/register',
  '/donate',
  '/forgot-password',
  '/unsubscribe?token=x',
  '/privacy',
  '/payment/donation/return/00000000-0000-4000-8000-000000000000',
  '/payment/donation/cancelled/00000000-0000-4000-8000-000000000000',
];

async function choose(page: Page, file: string, mimeType: string, content: Buffer | string) {
  const buffer = Buffer.from(content);
  await card(page).getByLabel('Logo').setInputFiles({ name: file, mimeType, buffer });
}

test('the name and the logo from Company Info are on every public page and in its title @desktop-only', async ({
  page,
  enterAs,
  browser,
  server,
}) => {
  await enterAs('admin', '/admin/companyinfo');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await button(page, 'Save').click();
  await expect(page).toHaveTitle(`Company Info · ${name}`);
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toContainText(name);

  await choose(page, 'logo.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await expect(card(page)).toContainText('SVG drawings are not accepted.');
  await expect(current(page)).toHaveCount(0);
  // Fields that are half below the line of notices would be counted against it.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);
  await choose(page, 'logo.png', 'image/png', await halves('png', 600, 200));
  await expect(page.getByText('Logo saved.')).toBeVisible();
  await expectPicture(current(page), 480);
  await expect(card(page)).not.toContainText('SVG drawings');
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);

  // Without any script: what a visitor sees first.
  const visitor = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
  const first = await visitor.newPage();
  for (const address of publicPages) {
    await first.goto(address);
    await expect(brand(first)).toContainText(name);
    await expectPicture(brand(first).locator('img'), 480);
    expect(await first.title()).toMatch(new RegExp(` · ${name}$`));
  }
  await visitor.close();

  await card(page).getByRole('button', { name: 'Remove logo' }).click();
  await button(page, 'Keep the logo').click();
  await expect(current(page)).toBeVisible();
  await card(page).getByRole('button', { name: 'Remove logo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove logo' }).click();
  await expect(page.getByText('Logo removed.')).toBeVisible();
  await expect(current(page)).toHaveCount(0);
  await expect(card(page).getByLabel('Logo')).toBeFocused();
});

test('after the scripts have loaded, the name and the logo stay on public pages @full', async ({
  page,
  enterAs,
  browser,
  server,
}) => {
  await enterAs('admin', '/admin/companyinfo');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('office@example.org');
  await choose(page, 'logo.png', 'image/png', await halves('png', 480, 100));
  await expect(page.getByText('Logo saved.')).toBeVisible();
  await button(page, 'Save').click();
  await expect(page.getByText('Company info saved.')).toBeVisible();

  const phone = { width: 320, height: 640 };
  const visitor = await browser.newContext({ viewport: phone, baseURL: server.url });
  const visit = await visitor.newPage();
  waitForHydration(visit);
  for (const address of publicPages) {
    await visit.goto(address);
    await expect(brand(visit)).toContainText(name);
    await expectPicture(brand(visit).locator('img'), 480);
    await expect(visit).toHaveTitle(new RegExp(` · ${name}$`));
    await expectNoSidewaysScroll(visit);
  }
  await visit.route('**/api/communication/unsubscribe', (route) =>
    route.fulfill({ json: { success: true } }),
  );
  await visit.route('**/api/communication/unsubscribe-link', (route) =>
    route.fulfill({ json: { success: true, data: { maskedEmail: 't***@example.org' } } }),
  );
  await visit.goto('/unsubscribe?token=x');
  await button(visit, 'Unsubscribe').click();
  await expect(visit.getByRole('link', { name: 'office@example.org' })).toBeVisible();
  await visit.goto('/login');
  await visit.getByRole('link', { name: 'Want to become a member? Register' }).click();
  await expect(visit).toHaveTitle(`Registration · ${name}`);
  await expectAccessible(visit);
  await visitor.close();
});
