import type { Page } from '@playwright/test';
import { rolesAllow } from '#contract/permissions.ts';
import { type StaffRole, staffRoles } from '#contract/roles.ts';
import { routes } from '#web/app/routes.ts';
import { bulkForm, newSubject } from '../fixtures/bulk-emails.ts';
import { saved } from '../fixtures/donors.ts';
import { recordPaymentDialog } from '../fixtures/record-payment.ts';
import { choose } from '../fixtures/row-actions.ts';
import { expect, expectAccessible, password, test } from '../fixtures/test.ts';
import { button, entered, heading, userRow } from '../fixtures/users.ts';

const pages = routes.filter(({ access, path }) => access === 'staff' && !path.includes(':'));
const refused = (page: Page) => page.getByText('Your role does not allow this.');
const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });

/** The addresses of calls that were refused because of the role. */
function watchRefusals(page: Page): string[] {
  const addresses: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) addresses.push(response.url());
  });
  return addresses;
}

for (const role of staffRoles) {
  test(`a page opens for ${role} or says whom to ask, and none makes a call that is refused`, async ({
    page,
    office,
    enterAs,
  }) => {
    test.slow();
    const refusals = watchRefusals(page);
    await enterAs(await entered(office, { roles: [role] }), '/admin/dashboard');
    for (const { path, title, needs } of pages) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        const isAllowed = rolesAllow([role], needs);
        await expect(refused(page), path).toHaveCount(isAllowed ? 0 : 1);
        if (isAllowed) return;
        await expect(heading(page, title)).toBeVisible();
        await expect(page.getByText('To be allowed, ask')).toBeVisible();
        const inMenu = page.locator('nav[aria-label="Menu"]').locator(`a[href="${path}"]`);
        await expect(inMenu, path).toHaveCount(0);
      });
    }
    await page.waitForLoadState('networkidle');
    expect(refusals).toEqual([]);
  });
}

const as = (role: StaffRole) => ({ roles: [role], firstName: 'Zinzi', lastName: role });

test('an Admin adds a Treasurer, who settles an invoice', async ({ page, office, enterAs }) => {
  const { email } = await office.registered();
  const treasurer = { email: office.newEmail('treasurer') };
  await enterAs('admin', '/admin/users/new');
  await page.getByLabel('First Name').fill('Zinzi');
  await page.getByLabel('Last Name').fill('Treasurer');
  await page.getByLabel('Email').fill(treasurer.email);
  await page.getByLabel('Treasurer', { exact: true }).check();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await expectAccessible(page);
  await button(page, 'Create').click();
  await expect(page.getByText('User created.')).toBeVisible();
  await page.goto(`/admin/users?email=${treasurer.email}`);
  await expect(userRow(page, treasurer)).toContainText('Treasurer');
  await expect(userRow(page, treasurer)).toContainText('Not in the last 90 days');

  await enterAs(treasurer, `/admin/invoice?userEmail=${email}`);
  await rowOf(page, email)
    .getByRole('button', { name: /^Process Payment/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Process Payment' }).click();
  await expect(rowOf(page, email).getByText('Paid', { exact: true })).toBeVisible();
});

test('a Membership Secretary records a payment, and undoes it on the same day', async ({
  page,
  office,
  enterAs,
}) => {
  const refusals = watchRefusals(page);
  const { email } = await office.registered();
  await enterAs(await entered(office, as('Membership Secretary')), `/admin/member?email=${email}`);
  await choose(rowOf(page, email), 'Record payment');
  await recordPaymentDialog(page).confirm.click();
  await expect(rowOf(page, email)).toContainText('Active');
  await page.goto(`/admin/invoice?userEmail=${email}`);
  await rowOf(page, email).getByRole('link', { name: /^View/ }).click();
  await expect(button(page, 'Void')).toHaveCount(0);
  await expect(button(page, 'Process Payment')).toHaveCount(0);
  await button(page, 'Undo payment').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Of another member');
  await dialog.getByRole('button', { name: 'Undo payment' }).click();
  await expect(page.getByText('Payment undone.')).toBeVisible();
  expect(refusals).toEqual([]);
});

test('a Communications person writes a bulk email, and sees no money of a member', async ({
  page,
  office,
  enterAs,
}) => {
  const refusals = watchRefusals(page);
  const { email } = await office.registered();
  await enterAs(await entered(office, as('Communications')), '/admin/bulkemails/new');
  const form = bulkForm(page);
  await form.content.waitFor();
  await form.subject.fill(newSubject('Walk'));
  await form.content.click();
  await page.keyboard.type('Come with us.');
  await form.save.click();
  await expect(page).toHaveURL(/\/admin\/bulkemails\/[\w-]{36}$/);

  await page.goto(`/admin/member?email=${email}`);
  await rowOf(page, email).getByRole('link', { name: /^View/ }).click();
  await expect(page.getByLabel('First Name')).toBeDisabled();
  await expect(page.getByRole('heading', { name: /^Mails/ })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('You may see this but not change it.')).toBeInViewport();
  await expect(main).toContainText('Mails with amounts are not shown to your role.');
  await expect(main).not.toContainText('No mails yet');
  await expect(main).not.toContainText(/[Ii]nvoice|Record payment|Delete|Save/);
  await expectAccessible(page);
  expect(refusals).toEqual([]);
});

test('an Auditor downloads the invoices, and finds nothing to change', async ({
  page,
  office,
  enterAs,
}) => {
  const refusals = watchRefusals(page);
  const { email } = await office.registered();
  await enterAs(await entered(office, as('Auditor')), `/admin/invoice?userEmail=${email}`);
  await expect(rowOf(page, email)).toBeVisible();
  expect((await saved(page, 'CSV')).suggestedFilename()).toMatch(/^invoices.*\.csv$/);
  await rowOf(page, email).getByRole('link', { name: /^View/ }).click();
  await expect(button(page, 'PDF')).toBeVisible();
  for (const name of ['Send again', 'Process Payment', 'Void', 'Undo payment', 'Save']) {
    await expect(button(page, name)).toHaveCount(0);
  }
  await expectAccessible(page);
  expect(refusals).toEqual([]);
});
