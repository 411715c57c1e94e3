import { openMembers } from '../fixtures/member-form.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';

test('everything is found from any page, by keys, and a payment can be recorded @both', async ({
  page,
  office,
  enterAs,
}) => {
  const lastName = `Finder ${Date.now().toString(36)}`;
  const { invoiceId } = await office.registered({ firstName: 'Lindiwe', lastName });
  const postalAddress = `PO Box 9\nTown ${lastName}`;
  const neighbour = await openMembers(office).entered({ firstName: 'Mpho', postalAddress });
  const { reference } = await office.donated('EFT', 250);
  await enterAs('admin', '/admin/dashboard');
  const search = page.getByRole('button', { name: 'Search everything' });
  await expect(search).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search everything' });
  const field = dialog.getByRole('searchbox');
  await expect(field).toBeFocused();
  await field.pressSequentially(lastName);
  await expect(dialog.getByRole('status')).toHaveText('3 results');
  const members = dialog.getByRole('region', { name: 'Members' });
  await expect(members.getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByRole('region', { name: 'Invoices' })).toContainText('Unpaid');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('link', { name: `Open Lindiwe ${lastName}` })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(neighbour.id));
  await expect(dialog).toHaveCount(0);

  await search.click();
  await field.fill(lastName);
  const pay = members.getByRole('link', { name: `Record payment for Lindiwe ${lastName}` });
  await pay.click();
  await expect(page.getByRole('dialog', { name: 'Record payment' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(`/admin/invoice/${invoiceId}?record-payment`);
  await expect(page.getByRole('alertdialog', { name: 'Process Payment' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/admin\/invoice\/[\da-f-]+$/);

  await search.click();
  await field.fill(reference);
  await dialog.getByRole('link', { name: `Record payment for ${reference}` }).click();
  await expect(page.getByRole('alertdialog', { name: 'Process Payment' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/admin\/donations\/[\da-f-]+$/);

  for (const amount of [11, 12, 13, 14]) await office.donated('EFT', amount);
  await search.click();
  await field.fill('Sipho Nkosi');
  await dialog.getByRole('link', { name: 'See more in Donations' }).click();
  await expect(page).toHaveURL(/\/admin\/donations\?text=/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^Manage Donations \((?:[5-9]|\d\d+)\)$/,
  );

  await search.click();
  await field.fill('bank account');
  await dialog.getByRole('link', { name: 'Open Company Info' }).click();
  await expect(page).toHaveURL(/companyinfo/);
});
