import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';

test('day, method and reference of a recorded payment are corrected in one step', async ({
  page,
  office,
  enterAs,
}) => {
  const { invoiceId } = await office.registered({ firstName: 'Khanyi' });
  await office.settle(invoiceId);
  await enterAs('admin', `/admin/invoice/${invoiceId}`);
  const summary = page.getByRole('heading', { name: 'Payments (1)' });
  await expect(summary).toBeVisible();
  // In a narrow window the part is closed.
  const correct = page.getByRole('button', { name: 'Correct R450.00' });
  if (!(await correct.isVisible())) await summary.click();
  await correct.click();
  const dialog = page.getByRole('dialog', { name: 'Correct payment' });
  await expect(dialog).toContainText('It stays the same payment');
  await expect(dialog.getByRole('link', { name: /^Undo it at INV-\d+$/ })).toHaveAttribute(
    'href',
    new RegExp(`/admin/invoice/${invoiceId}$`),
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const day = dialog.getByLabel('Payment date');
  const today = await day.inputValue();
  const earlier = new Date(Date.parse(today) - 2 * 86_400_000).toISOString().slice(0, 10);
  await day.fill(earlier);
  await dialog.getByLabel('Paid by').selectOption('Cash');
  await dialog.getByLabel('Bank reference').fill('Receipt 17');
  await dialog.getByRole('button', { name: 'Correct payment' }).click();
  await expect(dialog).toContainText('Please give a reason.');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByLabel('Reason').fill('It was cash');
  await dialog.getByRole('button', { name: 'Correct payment' }).dblclick();
  await expect(page.getByText('Payment corrected.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const main = page.getByRole('main');
  await expect(main).toContainText('Paid byCash');
  await expect(main).toContainText('Receipt 17');
  await expect(page.getByRole('checkbox', { name: 'Is Paid' })).toBeChecked();
  await expect(correct).toBeFocused();
  await expectAccessible(page);
});
