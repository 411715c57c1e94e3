import type { Page } from '@playwright/test';
import { openCardWay } from '../fixtures/card.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';

const nobody = '0199d2a4-7c1e-4c8b-9a51-2f6d3e8b1c70';
const invoiceCall = '**/api/invoices/*';
const formCall = '**/api/payments/payfast/**';
const tryLater = 'An error occurred while processing the payment. Please try again later.';

/** Replaces the record in the server's reply. */
async function answerWith(page: Page, data: unknown, pattern = invoiceCall): Promise<void> {
  await page.route(pattern, (route) => route.fulfill({ json: { success: true, data } }));
}

test('Back from the card provider does not post again, and the page asks what to do', async ({
  page,
  office,
  enterAs,
}) => {
  const card = openCardWay(page);
  await enterAs(await office.registered(), '/member/profile');
  await page.getByRole('link', { name: /^Pay now/ }).click();
  await card.atProvider.waitFor();
  expect(card.posts()).toBe(1);

  await page.goBack();
  await expect(card.title('Pay by card?')).toBeVisible();
  await expect(page.getByText('R450.00')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.goBack();
  await page.goForward();
  await expect(card.title('Pay by card?')).toBeVisible();
  expect(card.posts()).toBe(1);

  await page.getByRole('link', { name: 'See payment status' }).click();
  await expect(card.title('Payment Pending')).toBeVisible();
  await page.goBack();
  await card.goOn.click();
  await card.atProvider.waitFor();
  expect(card.posts()).toBe(2);
});

test('a page restored from the back/forward cache does not post again', async ({
  page,
  office,
}) => {
  const card = openCardWay(page);
  const { invoiceId } = await office.registered();
  await page.route(card.process, (route) => route.abort('aborted'));
  await page.goto(`/payment/payfast-redirect/subscription/${invoiceId}`);
  await expect.poll(card.posts).toBe(1);
  await page.evaluate(() =>
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
  await expect(card.title('Pay by card?')).toBeVisible();
  expect(card.posts()).toBe(1);
});

test('if posting to the card provider fails, the page offers a button after four seconds', async ({
  page,
  office,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const card = openCardWay(page);
  const { invoiceId } = await office.registered();
  await page.route(card.process, (route) => route.abort('aborted'));
  await page.goto(`/payment/payfast-redirect/subscription/${invoiceId}`);
  await expect(page.getByText('Redirecting to PayFast for payment...')).toBeVisible();
  await expect(card.goOn).toBeHidden();
  await expect(card.goOn).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.unroute(card.process);
  await card.goOn.press('Enter');
  await card.atProvider.waitFor();
});

test('after a network error the page shows a message and can continue', async ({
  page,
  office,
}) => {
  const card = openCardWay(page);
  const { invoiceId } = await office.registered();
  await page.route(invoiceCall, (route) => route.abort());
  await page.goto(`/payment/payfast-redirect/subscription/${invoiceId}`);
  const dialog = card.dialog('Error');
  await expect(dialog).toContainText(tryLater);
  await expect(dialog.getByRole('button', { name: 'Go to Login' })).toBeFocused();
  await expectAccessible(page);
  await page.unroute(invoiceCall);
  await page.route(formCall, (route) => route.fulfill({ status: 503, json: { success: false } }));
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog).toContainText(tryLater);
  await page.unroute(formCall);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await card.atProvider.waitFor();
  expect(card.posts()).toBe(1);
});

test('an unknown id shows a warning with a link to the sign-in page', async ({ page }) => {
  const card = openCardWay(page);
  for (const address of [`subscription/${nobody}`, `donation/${nobody}`, 'subscription/1', '1']) {
    await page.goto(`/payment/payfast-redirect/${address}`);
    const dialog = card.dialog('Unknown Payment');
    await expect(dialog).toContainText('No details found for the provided ID.');
  }
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/login$/);
});

test('if the address lacks the type or the id, the page says which is missing', async ({
  page,
}) => {
  const card = openCardWay(page);
  const problems = [
    [`gift/${nobody}`, 'Invalid payment type provided.'],
    ['subscription', 'Record ID is missing for the subscription.'],
    ['donation', 'Record ID is missing for the donation.'],
  ] as const;
  for (const [address, message] of problems) {
    await page.goto(`/payment/payfast-redirect/${address}`);
    await expect(card.dialog('Error')).toContainText(message);
  }
  await page.getByRole('button', { name: 'Go to Login' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('an incomplete record shows an error, and nothing is posted', async ({ page }) => {
  const card = openCardWay(page);
  const address = `/payment/payfast-redirect/subscription/${nobody}`;
  const answers: [unknown, string][] = [
    [{ id: nobody, state: 'unpaid' }, 'Amount is missing for the subscription.'],
    [{ amount: 450, state: 'unpaid' }, 'Record ID is missing for the subscription.'],
    ['450', 'Unknown data format returned from the server.'],
  ];
  for (const [answer, message] of answers) {
    await page.unroute(invoiceCall);
    await answerWith(page, answer);
    await page.goto(address);
    await expect(card.dialog('Error')).toContainText(message);
  }
  await page.unroute(invoiceCall);
  await answerWith(page, { id: nobody, amount: 450, isPaid: false, state: 'unpaid' });
  await answerWith(page, { action: 7 }, formCall);
  await page.goto(address);
  await expect(card.dialog('Error')).toContainText('Unknown data format');
  expect(card.posts()).toBe(0);
});

test('a record that is already paid shows a message with a link to its status', async ({
  page,
  office,
}) => {
  const card = openCardWay(page);
  const { invoiceId } = await office.registered();
  await office.settle(invoiceId);
  const address = `/payment/payfast-redirect/subscription/${invoiceId}`;
  await page.goto(address);
  await expect(card.title('This has already been paid.')).toBeVisible();
  await expectAccessible(page);
  // It was paid between the two requests. The second reply says so.
  await answerWith(page, { id: invoiceId, amount: 450, isPaid: false, state: 'unpaid' });
  await page.goto(address);
  await expect(card.title('This has already been paid.')).toBeVisible();
  await page.unroute(invoiceCall);
  await page.getByRole('link', { name: 'See payment status' }).click();
  await expect(card.title('Payment Completed!')).toBeVisible();
  expect(card.posts()).toBe(0);
});

test('if the status cannot be loaded, it shows as pending until Reload succeeds', async ({
  page,
  office,
}) => {
  const card = openCardWay(page);
  await page.goto(`/payment/gift/return/${nobody}`);
  await expect(card.title('Payment Pending')).toBeVisible();
  await card.reload.click();
  await expect(page.getByText('The status has not changed.')).toBeVisible();
  await page.goto(`/payment/gift/cancelled/${nobody}`);
  await expect(card.title('Payment Cancelled')).toBeVisible();
  await expect(card.tryAgain).toHaveCount(0);

  const { invoiceId } = await office.registered();
  await office.settle(invoiceId);
  await page.route(invoiceCall, (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(`/payment/subscription/return/${invoiceId}`);
  await expect(card.title('Payment Pending')).toBeVisible();
  await page.unroute(invoiceCall);
  await card.reload.click();
  await expect(card.title('Payment Completed!')).toBeVisible();
});

test('the browser blocks a form that posts to another host', async ({ page, server }) => {
  const elsewhere = server.url.replace('localhost', '127.0.0.1');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`/payment/subscription/return/${nobody}`);
  const stopped = await page.evaluate(
    (action) =>
      new Promise((resolve) => {
        addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
          resolve([effectiveDirective, blockedURI]),
        );
        const form = Object.assign(document.createElement('form'), { method: 'post', action });
        document.body.append(form);
        form.submit();
      }),
    `${elsewhere}/payfast-simulator/eng/process`,
  );
  expect(stopped).toEqual(['form-action', `${elsewhere}/payfast-simulator/eng/process`]);
  expect(requests.filter((address) => address.startsWith(elsewhere))).toEqual([]);
});
