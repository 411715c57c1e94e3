import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { deleteMember, searchMembers } from '#contract/members/endpoints.ts';
import { listWith, newSubject, written } from '../fixtures/bulk-emails.ts';
import type { Admin } from '../fixtures/administrator.ts';
import { donors, listOn, saved } from '../fixtures/donors.ts';
import { openRowMenu } from '../fixtures/row-actions.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectRowsWhole,
  test,
} from '../fixtures/test.ts';

/** `count` members under a last name that no other test has. Each has an unpaid invoice. */
async function family(office: Admin, count: number) {
  const lastName = `Fourie${Date.now().toString(36)}`;
  for (let n = 0; n < count; n += 1) {
    const typeName = n % 2 === 0 ? 'FAMILY' : 'Individual';
    const { invoiceId } = await office.registered({ firstName: 'Bongani', lastName, typeName });
    if (n % 3 === 0) await office.settle(invoiceId);
  }
  return lastName;
}

/** The rows that are on the screen from edge to edge, without scrolling. */
async function wholeRows(page: Page): Promise<number> {
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  const rows = page.getByRole('rowgroup').last().getByRole('row');
  await expect(rows.first().getByRole('cell').first()).toBeVisible();
  return rows.evaluateAll(
    (all) => all.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length,
  );
}

const setFont = (page: Page, font: string) =>
  page.evaluate((name) => document.documentElement.style.setProperty('--font', name), font);

test('the first rows of members, invoices and donations fit on the screen of an office laptop', async ({
  page,
  office,
  enterAs,
}) => {
  test.slow();
  await family(office, 12);
  await donors(office, 12);
  await enterAs('admin', '/admin/dashboard');
  for (const [address, atLeast] of [
    ['/admin/member', 9],
    ['/admin/invoice', 9],
    ['/admin/donations', 10],
  ] as const) {
    for (const [width, height, rows] of [
      [1280, 800, atLeast],
      [1366, 650, 6],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(address);
      for (const font of ['', 'Arial, "Liberation Sans"']) {
        await setFont(page, font);
        const count = await wholeRows(page);
        expect(
          count,
          `${address} at ${width}×${height} in ${font || 'the usual font'}`,
        ).toBeGreaterThanOrEqual(rows);
      }
      await expectNoSidewaysScroll(page);
    }
  }
});

test('the row of a bulk email stays low, also with placeholders @desktop-only', async ({
  page,
  office,
  enterAs,
}) => {
  const subject = `${newSubject('Walk with us')}, {{FirstName}}`;
  const content = '<p>Dear {{FirstName}} {{LastName}}, the river is full again.</p>';
  await written(office, { subject, content });
  await page.setViewportSize({ width: 1280, height: 800 });
  await enterAs('admin', listWith(subject));
  const row = listOn(page, 'Manage Bulk Emails').row(subject);
  for (const font of ['', 'Arial, "Liberation Sans"']) {
    await setFont(page, font);
    expect((await row.boundingBox())?.height, font).toBeLessThanOrEqual(96);
  }
  await expectNoSidewaysScroll(page);
  await expectRowsWhole(page);
});

test('title, search, filters, summary, Download and Add New are on one line @desktop-only', async ({
  page,
  enterAs,
}) => {
  await enterAs('admin', '/admin/member');
  const list = listOn(page, 'Manage Members');
  const parts = [
    list.searchBox,
    page.getByRole('button', { name: /^Filters/ }),
    list.button('Summary'),
    page.getByRole('link', { name: 'Import', exact: true }),
    page.getByRole('button', { name: /^Download/ }),
    page.getByRole('link', { name: 'Add New' }).first(),
  ];
  const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.y));
  expect(new Set(tops).size, tops.join()).toBe(1);
  const title = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect(Math.abs((title?.y ?? 0) - (tops[0] ?? 0))).toBeLessThan(20);
});

test('the menu of a row works by keyboard, and Escape returns the focus to its button', async ({
  page,
  office,
  enterAs,
}) => {
  const { donations, address } = await donors(office, 1);
  await enterAs('admin', address);
  const list = listOn(page, 'Manage Donations');
  const row = list.row(donations[0]!.reference);
  const button = row.getByRole('button', { name: /^More actions for DON-/ });
  const item = (name: string) => row.getByRole('menuitem', { name: new RegExp(`^${name}`) });
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.press('Enter');
  await expect(item('Edit')).toBeFocused();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(item('Delete')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(item('Edit')).toBeFocused();
  await page.keyboard.press('End');
  await expect(item('Delete')).toBeFocused();
  await page.keyboard.press('e');
  await expect(item('Edit')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(row.getByRole('menu')).toHaveCount(0);
  await expect(button).toBeFocused();

  await button.press('ArrowUp');
  await expect(item('Delete')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(list.button('No, cancel')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();

  await openRowMenu(row);
  await page.getByRole('heading', { level: 1 }).click();
  await expect(row.getByRole('menu')).toHaveCount(0);
  await openRowMenu(row);
  await item('Edit').click();
  await expect(page.getByRole('heading', { level: 1, name: /^Donation DON-/ })).toBeVisible();
});

test('while members are selected, a bar with the bulk actions replaces the tools @desktop-only', async ({
  page,
  office,
  enterAs,
}) => {
  const lastName = await family(office, 2);
  await enterAs('admin', `/admin/member?${new URLSearchParams({ text: lastName })}`);
  const list = listOn(page, 'Manage Members');
  await expect(list.heading(2)).toBeVisible();
  const place = await list.rows.first().boundingBox();
  await expect(list.button('Send renewals')).toHaveCount(0);
  await page
    .getByRole('checkbox', { name: /^Select Bongani/ })
    .first()
    .check();
  await expect(page.getByRole('status').filter({ hasText: '1 selected.' })).toBeVisible();
  await expect(list.button('Send renewals')).toBeVisible();
  await expect(list.searchBox).toBeHidden();
  expect((await list.rows.first().boundingBox())?.y, 'no jump').toBeCloseTo(place?.y ?? 0, 0);
  await expectAccessible(page);
  await list.button('Select all 2 that match').click();
  await expect(list.button('Clear selection')).toBeFocused();
  await list.button('Clear selection').click();
  await expect(list.searchBox).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('members are sorted by the end of their membership, and bulk emails have a CSV file @desktop-only @full', async ({
  page,
  office,
  enterAs,
}) => {
  const lastName = await family(office, 3);
  await enterAs('admin', `/admin/member?${new URLSearchParams({ text: lastName })}`);
  const list = listOn(page, 'Manage Members');
  await expect(list.heading(3)).toBeVisible();
  const header = page.getByRole('columnheader', { name: 'Paid until' });
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await expect(list.rows.first()).toContainText('Active');
  const token = await office.adminToken();
  const { results } = await office.ask(
    searchMembers,
    { body: { text: lastName, sortBy: 'PaidUntil' } },
    token,
  );
  expect(results[0]?.paidUntil).not.toBeNull();
  expect(results.at(-1)?.paidUntil).toBeNull();

  const { subject } = await written(office);
  await written(office);
  await page.goto(listWith(subject));
  await expect(listOn(page, 'Manage Bulk Emails').heading(1)).toBeVisible();
  const download = await saved(page, 'CSV', 'Download (1 row)');
  expect(download.suggestedFilename()).toMatch(/^bulk-emails-.*\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('Subject');
  expect(lines[1]).toContain(subject);
});

test('the list of archived members offers no renewals', async ({ page, office, enterAs }) => {
  const lastName = await family(office, 1);
  const token = await office.adminToken();
  const { results } = await office.ask(searchMembers, { body: { text: lastName } }, token);
  await office.ask(deleteMember, { params: { id: results[0]?.id ?? '' } }, token);
  const words = new URLSearchParams({ text: lastName });
  await enterAs('admin', `/admin/member?${words}&isArchived=archived`);
  const list = listOn(page, 'Manage Members');
  await expect(list.rows).toContainText([lastName]);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
});
