import { recordMoney } from '#contract/payments/credits.ts';
import { importLines, moveOf } from '../fixtures/bank/bank-matching.ts';
import { expect, expectAccessible, withOwnServer } from '../fixtures/test.ts';

/** Nothing else may be in the books. */
const test = withOwnServer({ NOW: '2027-04-02T08:00:00Z' });

test('months up to the one that is shown are closed, with what is still open in sight', async ({
  page,
  office,
  enterAs,
}) => {
  const body = {
    payerName: 'Nomsa Dlamini',
    amount: 50,
    paidOn: '2027-01-20',
    paidBy: 'EFT',
  } as const;
  await office.ask(recordMoney, { body }, await office.adminToken());
  await importLines(office, [
    { ...moveOf(7_700, 'UNKNOWN MONEY'), day: '2027-02-10' },
    { ...moveOf(-850, 'MONTHLY FEE', '#'), day: '2027-02-10' },
    { ...moveOf(1_200, 'LATER MONEY'), day: '2027-03-10' },
  ]);
  await enterAs('admin', '/admin/monthend');
  await expect(page.getByRole('button', { name: 'Close Jan 2027' })).toBeVisible();
  await page.getByLabel('Month or financial year').selectOption('2027-02');
  await page.getByRole('button', { name: 'Close up to Feb 2027…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close Jan 2027 to Feb 2027?' });
  const open = dialog.getByRole('list', { name: 'Still open' }).getByRole('link');
  await expect(open).toHaveText([
    '1 bank line of money in not booked, R77.00',
    '1 bank line of money out not booked, R8.50',
    '1 credit owed to payers, R50.00',
  ]);
  await expectAccessible(page);
  await open.first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bank Matching (1)' })).toBeVisible();

  await page.goBack();
  await page.getByLabel('Month or financial year').selectOption('2027-02');
  await page.getByRole('button', { name: 'Close up to Feb 2027…' }).click();
  await dialog.getByRole('button', { name: 'Close Jan 2027 to Feb 2027' }).click();
  await expect(page.getByText('Jan 2027 to Feb 2027 are closed.')).toBeVisible();
  await page.getByRole('button', { name: 'Close Mar 2027' }).click();
  const last = page.getByRole('dialog', { name: 'Close Mar 2027?' });
  await expect(last).toContainText('2 bank lines of money in not booked, R89.00');
});
