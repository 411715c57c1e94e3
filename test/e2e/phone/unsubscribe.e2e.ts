import type { Page } from '@playwright/test';
import { hold } from '../fixtures/network.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';

const call = '**/api/communication/unsubscribe';
const linkCall = '**/api/communication/unsubscribe-link';
const someone = '/unsubscribe?token=5f6e1c1e-0d5c-4f0c-9a51-2f6d3e8b1c70';
const badLink =
  'This link to unsubscribe is not valid. Please use the one at the end of an email from us.';
const press = (page: Page) => page.getByRole('button', { name: 'Unsubscribe', exact: true });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a link without its token shows an error with a link to the start page', async ({ page }) => {
  for (const address of ['/unsubscribe', '/unsubscribe?token=', '/unsubscribe?token=%20']) {
    await page.goto(address);
    await expect(title(page, 'This link is not complete')).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
  }
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Go Back to Home' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('opening the link changes nothing, and the typed reason stays after an error', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/communication')) requests.push(pathname);
  });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.route(linkCall, (route) => route.fulfill({ status: 503, json: { success: false } }));
  await page.goto(someone);
  await expect(title(page, 'Unsubscribe')).toBeVisible();
  await expect(page.getByText('You will still get invoices and receipts.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(requests).toEqual(['/api/communication/unsubscribe-link']);

  const reason = page.getByLabel('Reason');
  await reason.fill('Too many emails\nabout birds');
  await page.route(call, (route) => route.abort());
  await press(page).click();
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText('An unexpected error occurred. Please try again later.');
  await expect(reason).toHaveValue('Too many emails\nabout birds');
  await page.unroute(call);

  await page.route(call, (route) => route.fulfill({ status: 503, json: { success: false } }));
  await press(page).click();
  const refused = 'We encountered an issue processing your request. Please try again later.';
  await expect(alert).toHaveText(refused);
  await page.unroute(call);

  // This token does not exist. Trying again later would not help.
  await press(page).click();
  await expect(alert).toHaveText(badLink);
  await expect(reason).toHaveValue('Too many emails\nabout birds');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a link that is not valid says so at once, and nothing else', async ({ page }) => {
  await page.goto(someone);
  await expect(page.getByRole('alert')).toContainText(badLink);
  await expect(page.getByText('You will', { exact: false })).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(press(page)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Go Back to Home' })).toBeVisible();
  await expectAccessible(page);
});

test('a person can unsubscribe with a reason by keyboard alone', async ({ page }) => {
  const sent: unknown[] = [];
  await page.route(call, (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ json: { success: true } });
  });
  const data = { maskedEmail: 't***@example.org' };
  await page.route(linkCall, (route) => route.fulfill({ json: { success: true, data } }));
  const code = await hold(page, '**/assets/*.js', 'GET');
  await page.goto(someone, { waitUntil: 'commit' });
  await page.getByLabel('Reason').focus();
  await page.keyboard.type('I moved away');
  await page.keyboard.press('Tab');
  await expect(press(page)).toBeFocused();
  const drawn = await page.locator('form').elementHandle();
  code.letGo();
  // The page's script has loaded and rendered the page again.
  await drawn?.waitForElementState('hidden');
  await expect(page.getByLabel('Reason')).toHaveValue('I moved away');
  await expect(press(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(title(page, 'Unsubscribed Successfully')).toBeFocused();
  await expect(page.getByText('t***@example.org gets no more bulk emails')).toBeVisible();
  await expect(page.getByText('You will still get invoices and receipts.')).toBeVisible();
  expect(sent).toEqual([{ token: '5f6e1c1e-0d5c-4f0c-9a51-2f6d3e8b1c70', reason: 'I moved away' }]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
