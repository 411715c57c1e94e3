import type { Locator, Page } from '@playwright/test';
import { updateCompanyInfo, listCompanyInfos } from '#contract/company-info/endpoints.ts';
import { voidInvoice } from '#contract/invoices/admin-endpoints.ts';
import { bulkForm, formOf, listWith, written } from '../fixtures/bulk-emails.ts';
import { donors, listOn } from '../fixtures/donors.ts';
import { watchFocus } from '../fixtures/keyboard.ts';
import { openMembers } from '../fixtures/member-form.ts';
import { hold } from '../fixtures/network.ts';
import { openProvider } from '../fixtures/provider.ts';
import { choose } from '../fixtures/row-actions.ts';
import { expect, withOwnServer } from '../fixtures/test.ts';

// A bulk email goes to all members, so those of other tests must not be on the list.
const test = withOwnServer();

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: typeof name === 'string' });
const inDialog = (page: Page, name: string) =>
  page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name, exact: true });

/** Opens the menu of the row by keyboard, and answers the item. */
async function inMenu(row: Locator, name: string): Promise<Locator> {
  await row.getByRole('button', { name: /^More actions/ }).press('Enter');
  return row.getByRole('menuitem', { name: new RegExp(`^${name}`) });
}

test('a busy button keeps the focus and ignores presses', async ({ page, office, enterAs }) => {
  const { address } = await donors(office, 1);
  const focus = await watchFocus(page);
  await enterAs('admin', address);
  const csv = button(page, /^Download/);
  await expect(page.getByRole('heading', { level: 1, name: /\(1\)$/ })).toBeVisible();
  const held = await hold(page, '**/api/donations/search', 'POST');
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/donations/search')) requests += 1;
  });
  await csv.press('Enter');
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).press('Enter');
  await expect(csv).toHaveAttribute('aria-busy', 'true');
  await expect(csv).toBeDisabled();
  await expect(csv).not.toHaveAttribute('disabled');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await expect(csv).toBeFocused();
  const download = page.waitForEvent('download');
  held.letGo();
  await download;
  expect(requests).toBe(1);
  await expect(csv).toBeFocused();
  await focus.expectKept();
});

test('the actions of lists keep the focus', async ({ page, office, enterAs }) => {
  test.slow();
  const { lastName, address } = await donors(office, 12);
  const focus = await watchFocus(page);
  await enterAs('admin', address);
  const list = listOn(page, 'Manage Donations');
  await expect(list.heading(12)).toBeVisible();
  await focus.act(list.paging.getByRole('button', { name: 'Last page' }), list.range('11 to 12'));
  await focus.act(list.paging.getByRole('button', { name: 'First page' }), list.range('1 to 10'));
  await focus.act(
    list.row('Donor 12').getByRole('button', { name: /^Process Payment/ }),
    inDialog(page, 'Process Payment'),
  );
  const received = list.row('Donor 12').getByText('Received', { exact: true }).last();
  await focus.act(inDialog(page, 'Process Payment'), received);
  await focus.act(await inMenu(list.row('Donor 11'), 'Delete'), inDialog(page, 'Yes, delete it'));
  await focus.act(inDialog(page, 'Yes, delete it'), list.heading(11));
  await list.searchBox.fill('nobody at all');
  await focus.act(list.searchBox, page.getByText('No records found'));
  await focus.act(
    page
      .getByRole('region', { name: 'Results' })
      .or(page.getByRole('main'))
      .getByRole('button', { name: 'Clear Search' })
      .last(),
    list.rows.first(),
  );
  await page.goto(`/admin/donations?${new URLSearchParams({ lastName, isReceived: 'received' })}`);
  await focus.act(
    list.row('Donor 12').getByRole('link', { name: /^View/ }),
    button(page, 'Undo payment'),
  );
  await focus.act(button(page, 'Undo payment'), page.getByLabel('Reason'));
  await page.getByLabel('Reason').fill('Bounced');
  await focus.act(inDialog(page, 'Undo payment'), button(page, 'Process Payment'));
});

test('the actions of invoices keep the focus', async ({ page, office, enterAs }) => {
  const { email } = await office.registered({ lastName: 'Kept' });
  const focus = await watchFocus(page);
  await enterAs('admin', `/admin/invoice?${new URLSearchParams({ userEmail: email })}`);
  const row = page.getByRole('row').filter({ hasText: email });
  await focus.act(await inMenu(row, 'Send again'), inDialog(page, 'Send again'));
  await expect(page.getByRole('alertdialog')).toContainText(email);
  await focus.act(inDialog(page, 'Send again'), page.getByText(/^The email is kept here/));
  await focus.act(row.getByRole('link', { name: /^INV-/ }), button(page, 'Send again'));
  await focus.act(button(page, 'Send again'), inDialog(page, 'Send again'));
  await focus.act(inDialog(page, 'Send again'), page.getByText(/^The email is kept here/));
  await focus.act(button(page, 'Process Payment'), inDialog(page, 'Process Payment'));
  await focus.act(inDialog(page, 'Process Payment'), button(page, 'Undo payment'));
  await focus.act(button(page, 'Undo payment'), page.getByLabel('Reason'));
  await page.getByLabel('Reason').fill('Bounced');
  await focus.act(inDialog(page, 'Undo payment'), button(page, 'Void'));
  await focus.act(button(page, 'Void'), page.getByLabel('Reason'));
  await page.getByLabel('Reason').fill('A mistake');
  await focus.act(inDialog(page, 'Void invoice'), page.getByText('Reason for voiding'));
});

test('selecting members and sending renewals keeps the focus @desktop-only @full', async ({
  page,
  office,
  enterAs,
}) => {
  test.slow();
  const lastName = `Kept${Date.now().toString(36)}`;
  const token = await office.adminToken();
  for (let n = 0; n < 11; n += 1) {
    const { invoiceId } = await office.registered({ lastName });
    const input = { params: { id: invoiceId }, body: { reason: 'A trial' } };
    await office.ask(voidInvoice, input, token);
  }
  const focus = await watchFocus(page);
  await enterAs('admin', `/admin/member?${new URLSearchParams({ lastName })}`);
  await expect(page.getByRole('checkbox', { name: `Select Thandi ${lastName}` })).toHaveCount(10);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space');
  await focus.act(button(page, 'Select all 11 that match'), page.getByText('11 selected.'));
  await focus.act(button(page, 'Clear selection'), page.getByRole('searchbox'));
  await page
    .getByRole('checkbox', { name: `Select Thandi ${lastName}` })
    .first()
    .press('Space');
  await focus.act(button(page, 'Send renewals'), inDialog(page, 'Send renewals'));
  await focus.act(inDialog(page, 'Send renewals'), page.getByText(/^The invoices are kept here/));
  const report = page.getByRole('status').filter({ hasText: 'Invoices sent' });
  await report.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(report).toHaveCount(0);
  await focus.expectKept();
});

test('the actions of a member keep the focus', async ({ page, office, enterAs }) => {
  const members = openMembers(office);
  const { id, email } = await members.entered({ firstName: 'Kept' });
  const focus = await watchFocus(page);
  await enterAs('admin', `/admin/member/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: /^Kept/ })).toBeVisible();
  await page.getByLabel('Phone').fill('082 000 0000');
  await members.change(await members.withEmail(email), { phone: '083 111 1111' });
  await focus.act(button(page, 'Save'), button(page, 'Reload'));
  await focus.act(
    button(page, 'Reload'),
    page.getByText('This is the latest version', { exact: false }),
  );
  await focus.act(button(page, 'Save'), page.getByText('Member saved.'));
  await focus.act(
    button(page, 'Send invitation again').or(button(page, 'Send invitation')),
    page.getByRole('alertdialog'),
  );
  await focus.act(
    page.getByRole('alertdialog').getByRole('button', { name: /^Send/ }),
    page.getByText(`The invitation to ${email} is kept here`),
  );
});

test('the actions of Company Info keep the focus', async ({ page, office, enterAs }) => {
  const focus = await watchFocus(page);
  await enterAs('admin', '/admin/companyinfo');
  const phone = page.getByRole('textbox', { name: 'Phone' });
  await phone.fill('013 555 0101');
  await focus.act(phone, page.getByText('Company info saved.'));
  await phone.fill('013 555 0102');
  await focus.act(button(page, 'Cancel'), inDialog(page, 'Discard changes'));
  await inDialog(page, 'Discard changes').press('Enter');
  await expect(phone).toHaveValue('013 555 0101');
  await focus.expectKept();
  await phone.fill('013 555 0103');
  const token = await office.adminToken();
  const [company] = await office.ask(listCompanyInfos, {}, token);
  const body = { phone: '013 555 0104' };
  await office.ask(updateCompanyInfo, { params: { id: company?.id ?? '' }, body }, token);
  await focus.act(button(page, 'Save'), button(page, 'Reload'));
  await focus.act(
    button(page, 'Reload'),
    page.getByText('This is the latest version', { exact: false }),
  );
  await page.goto('/admin/companyinfo/mail');
  await focus.act(
    button(page, /^Send test mail/),
    page.getByText('Captured in the outbox', { exact: false }),
  );
});

test('the actions of bulk emails and of unsubscribing keep the focus @full', async ({
  page,
  office,
  enterAs,
}) => {
  test.slow();
  const { email } = await openMembers(office).entered({ firstName: 'Kept' });
  const draft = await written(office);
  const focus = await watchFocus(page);
  const form = bulkForm(page);
  await enterAs('admin', formOf(draft));
  await form.content.waitFor();
  await focus.act(
    button(page, 'Send test'),
    page.getByText('The test is kept here', { exact: false }),
  );
  await page.goto(listWith(draft.subject));
  const row = page.getByRole('row').filter({ hasText: draft.subject });
  await focus.act(
    row.getByRole('button', { name: /^Process Bulk Send/ }),
    inDialog(page, 'Process Bulk Send'),
  );
  await focus.act(inDialog(page, 'Process Bulk Send'), row.getByText('Complete', { exact: true }));

  const [mail] = await office.mailsTo(email, draft.subject);
  const link = /\/unsubscribe\?token=[0-9a-f-]{36}/.exec(mail?.html ?? '')?.[0] ?? '';
  await page.goto(link);
  const failed = page.getByText('An unexpected error occurred.', { exact: false });
  await page.route('**/api/communication/unsubscribe', (route) => route.abort());
  await focus.act(button(page, 'Unsubscribe'), failed);
  await page.unroute('**/api/communication/unsubscribe');
  const done = page.getByRole('heading', { level: 1, name: 'Unsubscribed Successfully' });
  await focus.act(button(page, 'Unsubscribe'), done);
});

test('the actions of card notifications and Sent Mail keep the focus @full', async ({
  page,
  server,
  office,
  enterAs,
}) => {
  const provider = openProvider(server, office);
  const donation = await provider.donated('Credit Card');
  const paying = await provider.formOf(donation);
  await provider.complete(paying, 'pay');
  await provider.complete(paying, 'pay');
  const focus = await watchFocus(page);
  await enterAs('admin', '/admin/cardnotifications');
  const credit = page.getByRole('region', { name: 'Credits' });
  await expect(credit).toBeVisible({ timeout: 15_000 });
  const details = page
    .getByRole('row')
    .getByRole('button', { name: /^Details/ })
    .first();
  await focus.act(details, inDialog(page, 'Close'));
  await inDialog(page, 'Close').press('Enter');
  await expect(details).toBeFocused();
  await focus.expectKept();

  await page.goto('/admin/credits');
  const open = page.getByRole('row').filter({ hasText: donation.reference });
  await choose(open, 'Mark as dealt with');
  await page.getByLabel('Reason').fill('Refunded');
  await inDialog(page, 'Mark as dealt with').press('Enter');
  await expect(open).toHaveCount(0);
  await focus.expectKept();

  await page.goto('/admin/maillog?outcome=captured');
  const read = page.getByRole('row').getByRole('button', { name: /^Read/ }).first();
  await focus.act(read, page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  await focus.expectKept();
});
