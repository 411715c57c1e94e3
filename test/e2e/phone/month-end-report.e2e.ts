import { recordMembershipPayment } from '#contract/payments/membership-payment.ts';
import { addressOf, openMembers } from '../fixtures/member-form.ts';
import { openFilters } from '../fixtures/app-shell.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  withOwnServer,
} from '../fixtures/test.ts';

/** Nothing else may be in the books. The clock goes on from here. */
const test = withOwnServer({ NOW: '2027-04-02T08:00:00Z' });

test('a month stands beside others, and a debtor has a statement of account', async ({
  page,
  office,
  enterAs,
}) => {
  const { id } = await openMembers(office).entered();
  const body = { paidOn: '2027-03-20', paidUntil: null };
  const input = { params: { id }, body };
  await office.ask(recordMembershipPayment, input, await office.adminToken());
  const owes = await office.registered({ firstName: 'Sipho' });
  await enterAs('admin', '/admin/monthend');
  const compared = page.getByRole('table', { name: 'Income and expenses' });
  await expect(compared.getByRole('row', { name: /^Income/ })).toContainText('R450.00');
  await expect(page.getByRole('columnheader', { name: 'Financial year so far' })).toBeAttached();
  const plot = page.getByRole('figure', { name: 'Income' });
  await plot.getByText('As a table').click();
  await expect(plot.getByRole('row', { name: /^Mar 2027/ })).toContainText('R450.00');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('link', { name: 'Owed and Credits' }).click();
  await expect(page.getByRole('heading', { name: 'Owed and Credits (1)' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Owed to usR450.00');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await openFilters(page);
  await page.getByLabel('At the end of', { exact: true }).fill('2027-03-01');
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Owed and Credits (0)' })).toBeVisible();

  const member = await openMembers(office).withEmail(owes.email);
  await page.goto(addressOf(member));
  await page.getByRole('heading', { level: 2, name: /^Invoices/ }).click();
  await page.getByRole('button', { name: 'Statement of account (PDF)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Statement of account' });
  await dialog.getByLabel('From').fill('2027-03-01');
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save PDF' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^Statement .+ \d{4}-\d\d-\d\d\.pdf$/);

  await page.goto('/admin/monthend/exceptions');
  await expect(page.getByRole('main')).toContainText(/No exceptions|Exceptions \(\d+\)/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
