import {
  importLines,
  lineRow,
  moveOf,
  newInvoice,
  readInvoice,
} from '../fixtures/bank/bank-matching.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  withOwnServer,
} from '../fixtures/test.ts';

// The test counts the lines that wait.
const test = withOwnServer();

test('bank lines are booked and dismissed on a phone @full', async ({ page, office, enterAs }) => {
  const [gita, hana] = [
    await newInvoice(office, 'Govender'),
    await newInvoice(office, 'Hlongwane'),
  ];
  await importLines(office, [
    moveOf(45_000, gita.paymentReference),
    moveOf(45_000, 'SOMETHING THAT NOBODY KNOWS'),
  ]);
  await enterAs('admin', '/admin/bankmatching');
  await expect(page.getByRole('heading', { level: 1, name: 'Bank Matching (2)' })).toBeVisible();
  await expect(lineRow(page, gita.paymentReference)).toContainText('Certain');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Book 1 certain line (R450.00)' }).click();
  const certain = page.getByRole('dialog', { name: 'Book certain lines' });
  await expect(certain.getByRole('listitem')).toHaveCount(1);
  await expectNoSidewaysScroll(page);
  await certain.getByRole('button', { name: 'Book 1 certain line (R450.00)' }).click();
  await certain.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bank Matching (1)' })).toBeVisible();

  // The page of the line has everything that its menu has.
  await page.getByRole('link', { name: 'SOMETHING THAT NOBODY KNOWS' }).click();
  await expect(page.getByRole('heading', { name: 'What is this money?' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('radio', { name: 'Something else' }).check();
  await page.getByRole('combobox', { name: 'Add an invoice or a donation' }).fill('Hlongwane');
  await page.getByRole('option', { name: new RegExp(hana.invoiceNumber) }).click();
  await expect(page.getByLabel('Amount')).toHaveValue('450');
  await expect(page.getByLabel('Amount')).toBeFocused();
  await page.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Booked as' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect((await readInvoice(office, hana.id)).state).toBe('paid');
});
