import { manyRows } from '#test/support/imports/many-rows.ts';
import { importAndUndo } from '../fixtures/imports/steps.ts';
import { expect, withOwnServer } from '../fixtures/test.ts';

const test = withOwnServer();

const rows = 10_000;

test('a file of 10,000 members is dropped in, imported during a reload and undone @phone-only @full', async ({
  page,
  enterAs,
}) => {
  test.setTimeout(400_000);
  const bytes = Buffer.from(manyRows('members', 'Lang', rows).replace('Paid until', 'Tot wanneer'));
  const unknown = { heading: 'Tot wanneer', column: 'paidUntil' };
  const list = `/admin/member?${new URLSearchParams({ lastName: 'Lang' })}`;
  const title = (count: number) => page.getByRole('heading', { name: `Manage Members (${count})` });
  await enterAs('admin', '/admin/imports/new');
  await importAndUndo(page, { name: 'lede.csv', bytes, rows, unknown }, async () => {
    await page.goto(list);
    await expect(title(rows)).toBeVisible();
  });
  await page.goto(list);
  await expect(title(0)).toBeVisible();
});
