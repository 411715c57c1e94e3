import type { Page } from '@playwright/test';
import { voidInvoice } from '#contract/invoices/admin-endpoints.ts';
import { patience } from '../fixtures/network.ts';
import type { Admin } from '../fixtures/administrator.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  test,
} from '../fixtures/test.ts';

let families = 0;
const send = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Send renewals' });
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Send renewals' });
const yes = (page: Page) => question(page).getByRole('button', { name: 'Send renewals' });
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
const listOf = (lastName: string) => `/admin/member?${new URLSearchParams({ lastName })}`;
const sent = (page: Page) => page.getByText(/^The invoices are kept here/);

/** Members who have not paid. Their first invoice is void. */
async function entered(office: Admin, count: number) {
  families += 1;
  const lastName = `Renewing ${families}${Date.now().toString(36)}`;
  const token = await office.adminToken();
  const people: { name: string; email: string }[] = [];
  for (let n = 0; n < count; n += 1) {
    const firstName = `Anele${String.fromCodePoint(97 + n)}`;
    const { invoiceId, email } = await office.registered({ firstName, lastName });
    const input = { params: { id: invoiceId }, body: { reason: 'A trial' } };
    await office.ask(voidInvoice, input, token);
    people.push({ name: `${firstName} ${lastName}`, email });
  }
  return { lastName, people };
}

test('selected renewals are counted, confirmed and sent once', async ({
  page,
  office,
  enterAs,
}) => {
  // The test makes three registrations and checks the page three times in light and dark.
  test.slow();
  const { lastName, people } = await entered(office, 2);
  const waiting = await office.registered({ firstName: 'Zanele', lastName });
  await enterAs('admin', listOf(lastName));
  await expect(page.getByRole('heading', { name: 'Manage Members (3)' })).toBeVisible();
  await expect(send(page)).toHaveCount(0);
  for (const { name } of people) await box(page, name).check();
  await box(page, `Zanele ${lastName}`).check();
  await expect(page.getByText('3 selected.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await send(page).click();
  await expect(question(page)).toContainText('Invoices to send2');
  await expect(question(page)).toContainText('Already have an open invoice1');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await yes(page).dblclick();
  await expect(sent(page)).toBeVisible();
  const report = page.getByRole('status').filter({ hasText: 'Invoices sent' });
  await expect(report).toContainText('Invoices sent2');
  await expect(report).toContainText('Already have an open invoice1');
  await expect(page.getByText('selected.')).toHaveCount(0);
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);
  for (const { email } of people) {
    // The invoice of the registration, and that of the renewal.
    expect(await office.mailsTo(email, 'Invoice', 2)).toHaveLength(2);
  }
  expect(await office.mailsTo(waiting.email, 'Invoice')).toHaveLength(1);
  await report.getByRole('button', { name: 'Close' }).click();
  await expect(report).toHaveCount(0);

  for (const { name } of people) await box(page, name).check();
  await send(page).click();
  await expect(page.getByText('None of these members needs a renewal invoice now.')).toBeVisible();
});

test('all matching renewals are sent, including those on other pages', async ({
  page,
  office,
  enterAs,
}) => {
  test.slow();
  const { lastName } = await entered(office, 11);
  await enterAs('admin', listOf(lastName));
  await page.getByRole('heading', { name: 'Manage Members (11)' }).waitFor();
  // Members without a number have no fixed order, so any of them may be on the first page.
  for (const place of [0, 1]) await box(page, 'Anele').nth(place).check();
  await page.getByRole('button', { name: 'Select all 11 that match' }).click();
  await expect(page.getByText('11 selected.')).toBeVisible();
  await send(page).click();
  await expect(question(page)).toContainText('Invoices to send11');
  await yes(page).click();
  await expect(sent(page)).toBeVisible();
});

test('if sending fails, the page says so and pressing again is safe', async ({
  page,
  office,
  enterAs,
}) => {
  const { lastName, people } = await entered(office, 1);
  await enterAs('admin', listOf(lastName));
  await box(page, people[0]!.name).check();
  const calls = '**/api/members/send-renewals';
  await page.route(calls, (route) => route.abort());
  await send(page).click();
  await yes(page).click();
  await expect(page.getByText('Failed to send renewals. Please try again.')).toBeVisible();
  await expect(page.getByText('No member gets two invoices', { exact: false })).toBeVisible();
  await page.unroute(calls);
  await send(page).click();
  await yes(page).click();
  await expect(sent(page)).toBeVisible();
});

test('if the reply is lost, the page finds the result', async ({ page, office, enterAs }) => {
  const { lastName, people } = await entered(office, 1);
  await enterAs('admin', listOf(lastName));
  await box(page, people[0]!.name).check();
  await page.route('**/api/members/send-renewals', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await send(page).click();
  await yes(page).click();
  await expect(sent(page)).toBeVisible(patience);
  await expect(page.getByRole('status').filter({ hasText: 'Invoices sent1' })).toBeVisible();
});

test('the page shows the progress of sending', async ({ page, office, enterAs }) => {
  const { lastName } = await entered(office, 1);
  const run = {
    id: '0199d2a4-7c1e-4c8b-9a51-2f6d3e8b1c70',
    startedBy: 'Naledi Khumalo',
    isOwn: false,
    startedUtc: '2027-12-01T09:00:00.000Z',
    total: 2000,
    done: 500,
    created: 480,
    skipped: [],
    finishedUtc: null,
  };
  await page.route('**/api/renewals', (route) =>
    route.fulfill({ json: { success: true, data: [run] } }),
  );
  await enterAs('admin', listOf(lastName));
  await expect(page.getByText('Naledi Khumalo is sending renewals')).toBeVisible();
  await expect(page.getByText('500 of 2000 members processed')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a renewal can be sent by keyboard alone @full', async ({ page, office, enterAs }) => {
  const { lastName, people } = await entered(office, 1);
  await enterAs('admin', listOf(lastName));
  await box(page, people[0]!.name).press('Space');
  await send(page).press('Enter');
  await expect(question(page).getByRole('button', { name: 'No, cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(sent(page)).toBeVisible();
});
