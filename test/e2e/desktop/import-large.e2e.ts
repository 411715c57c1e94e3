import { rowsOf, workbookOf } from '#test/support/imports/spreadsheets.ts';
import { importAndUndo } from '../fixtures/imports/steps.ts';
import { expect, withOwnServer } from '../fixtures/test.ts';

const test = withOwnServer();

const rows = 10_000;

/** A workbook of donations of as many people. */
function workbook(): Buffer {
  const people = Array.from({ length: rows }, (_, n) => [
    `Nr${n}`,
    'Skenker',
    `skenker${n}@example.org`,
    50.5,
    '2019-03-05',
  ]);
  return workbookOf({
    rows: rowsOf([['Voornaam', 'Van', 'E-pos', 'Bedrag', 'Wanneer'], ...people]),
  });
}

test('a workbook of 10,000 donations is dropped in, imported during a reload and undone @desktop-only @full', async ({
  page,
  enterAs,
}) => {
  test.setTimeout(400_000);
  const unknown = { heading: 'Wanneer', column: 'receivedOn' };
  const list = `/admin/donations?${new URLSearchParams({ lastName: 'Skenker' })}`;
  const title = (count: number) =>
    page.getByRole('heading', { level: 1, name: `Manage Donations (${count})` });
  await enterAs('admin', '/admin/imports/new');
  await page.getByRole('radio', { name: 'Past donations' }).check();
  const file = { name: 'skenkings.xlsx', bytes: workbook(), rows, unknown };
  await importAndUndo(page, file, async () => {
    await page.goto(list);
    await expect(title(rows)).toBeVisible();
  });
  await page.goto(list);
  await expect(title(0)).toBeVisible();
});
