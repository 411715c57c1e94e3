import type { Locator } from '@playwright/test';
import { donors, listOn } from '../fixtures/donors.ts';
import { addressOf, memberForm, openMembers } from '../fixtures/member-form.ts';
import { expect, expectNoSidewaysScroll, test } from '../fixtures/test.ts';

async function edges(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error('not in sight');
  return { left: Math.round(box.x), right: Math.round(box.x + box.width), ...box };
}

test('on a wide screen breadcrumb, user menu, heading and rows share their edges', async ({
  page,
  office,
  enterAs,
}) => {
  await donors(office, 1);
  await page.setViewportSize({ width: 1920, height: 970 });
  await enterAs('admin', '/admin/donations');
  const list = listOn(page, 'Manage Donations');
  await expect(list.rows.first().getByRole('cell').first()).toBeVisible();
  const frame = page.getByRole('table').locator('..');
  const crumb = await edges(page.getByRole('navigation', { name: 'Breadcrumb' }).locator('ol'));
  const heading = await edges(page.getByRole('heading', { level: 1 }));
  const rows = await edges(frame);
  const addNew = await edges(page.getByRole('link', { name: 'Add New' }).first());
  const arrow = await edges(page.getByRole('button', { name: /^User menu/ }).locator('svg'));
  expect(heading.left).toBe(rows.left);
  expect(crumb.left).toBe(rows.left);
  expect(addNew.right).toBe(rows.right);
  expect(Math.abs(arrow.right - rows.right)).toBeLessThanOrEqual(4);
  await list.button('Summary').click();
  const summary = await edges(page.getByRole('region', { name: 'Summary' }));
  expect([summary.left, summary.right]).toEqual([rows.left, rows.right]);
  await expectNoSidewaysScroll(page);
});

/** The controls that the notice lies on. What is behind the buttons of a record is covered by these. */
async function coveredBy(notice: Locator): Promise<string[]> {
  return notice.locator('..').evaluate((card) => {
    const shown = card.getBoundingClientRect();
    const controls = document.querySelectorAll(
      'header button, header a, main button, main a, main input, main select, main textarea',
    );
    const bars = [...controls]
      .map((control) => control.closest('[data-print="no"]'))
      .filter((bar) => bar !== null && getComputedStyle(bar).position === 'sticky');
    const barTop = Math.min(...bars.map((bar) => bar?.getBoundingClientRect().top ?? Infinity));
    return [...controls]
      .filter((control) => control.checkVisibility())
      .filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        const seen = bars.some((bar) => bar?.contains(control)) ? bottom : Math.min(bottom, barTop);
        return right > shown.left && left < shown.right && seen > shown.top && top < shown.bottom;
      })
      .map((control) => control.outerHTML);
  });
}

test('after a record is saved the notice covers neither a field nor a button @desktop-only', async ({
  page,
  office,
  enterAs,
}) => {
  const member = await openMembers(office).entered();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await enterAs('admin', addressOf(member));
  for (const [width, height] of [
    [1366, 650],
    [1024, 768],
    [720, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.reload();
    const form = memberForm(page);
    await form.contact('Phone').fill(`+27 82 123 4${String(width).slice(0, 3)}`);
    await form.save.click();
    const notice = page.getByText('Member saved.');
    await expect(notice).toBeVisible();
    expect(await coveredBy(notice), `${width} px`).toEqual([]);
  }
});

test('the bar of a changed record covers no field that has the focus @desktop-only', async ({
  page,
  office,
  enterAs,
}) => {
  const member = await openMembers(office).entered();
  await enterAs('admin', addressOf(member));
  for (const width of [1024, 650, 375]) {
    await page.setViewportSize({ width, height: 650 });
    await page.reload();
    await memberForm(page).contact('Phone').fill(`+27 82 123 4${width}`);
    await expect(page.getByText('Unsaved changes')).toBeVisible();
    const covered = await memberForm(page).save.evaluate((save) => {
      const bar = save.closest('[data-print="no"]');
      const fields = document.querySelectorAll<HTMLElement>(
        'main input, main select, main textarea',
      );
      return [...fields].flatMap((field) => {
        if (!field.checkVisibility() || field.matches(':disabled')) return [];
        field.focus();
        const { bottom } = field.getBoundingClientRect();
        const top = bar?.getBoundingClientRect().top ?? 0;
        return bottom > top ? `${field.outerHTML}: ${bottom} > ${top}` : [];
      });
    });
    expect(covered, `${width} px`).toEqual([]);
  }
});

test('a notice covers no control of the page, and leaves with its page @desktop-only', async ({
  page,
  office,
  enterAs,
}) => {
  const { address, lastName } = await donors(office, 1);
  // A notice that arrives stands a little lower at first.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await enterAs('admin', address);
  const row = listOn(page, 'Manage Donations').row(lastName);
  await row.getByRole('button', { name: /^Process Payment/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Process Payment' }).click();
  const notice = page.getByText('Donation marked as received successfully.');
  await expect(notice).toBeVisible();
  await expect(row.getByRole('link', { name: /^View/ })).toBeVisible();
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  expect(await coveredBy(notice)).toEqual([]);
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Manage Users/ })).toBeVisible();
  await expect(notice).toHaveCount(0, { timeout: 1000 });
});
