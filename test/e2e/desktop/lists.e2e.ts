import { donors, listOn } from '../fixtures/donors.ts';
import { expect, test } from '../fixtures/test.ts';
import { choose } from '../fixtures/row-actions.ts';

const title = 'Manage Donations';

test('deleting the last row of a page goes back one page, and the focus moves to the next row', async ({
  page,
  office,
  enterAs,
}) => {
  const { address } = await donors(office, 11);
  const list = listOn(page, title);
  await enterAs('admin', `${address}&page=2`);
  await expect(list.rows).toHaveCount(1);
  await choose(list.rows.first(), 'Delete');
  await list.button('Yes, delete it').click();
  await expect(list.range('1 to 10 of 10')).toBeVisible();
  await expect(page).not.toHaveURL(/page=/);

  const second = (await list.rows.nth(1).innerText()).slice(0, 'Donor 10'.length);
  await choose(list.rows.first(), 'Delete');
  await list.button('Yes, delete it').click();
  await expect(list.heading(9)).toBeVisible();
  const first = list.rows.first();
  await expect(first).toContainText(second);
  await expect(first.locator(':focus')).toBeVisible();
});

test('Back from a record returns to the same place in the list, with its row focused', async ({
  page,
  office,
  enterAs,
}) => {
  const { address } = await donors(office, 12);
  const list = listOn(page, title);
  await enterAs('admin', `${address}&page=2&sort=Amount`);
  const row = list.row('Donor 12');
  await choose(row, 'Edit');
  await expect(page.getByRole('heading', { level: 1, name: /^Donation DON-/ })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/page=2&sort=Amount/);
  await expect(row.locator(':focus')).toBeVisible();
});
