import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { filesIn, rowsIn } from '#test/support/full-export/read-zip.ts';
import { openAdmin } from '../fixtures/administrator.ts';
import { startServer } from '../fixtures/running-server.ts';
import {
  administrator,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  withOwnServer,
} from '../fixtures/test.ts';

// The installation that reads the export back must be empty.
const test = withOwnServer();

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const main = (page: Page) => page.getByRole('main');

/** Exports everything from the page of imports, and answers the zip. */
async function exportEverything(page: Page): Promise<Buffer> {
  const section = page.getByRole('region', { name: 'Leave or move: export everything' });
  await section.getByRole('button', { name: 'Export everything' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export everything' });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download', exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^export-\d{4}-\d\d-\d\d\.zip$/);
  const folder = await mkdtemp(join(tmpdir(), 'membership-export-'));
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  const zip = await readFile(path);
  await rm(folder, { recursive: true });
  await expect(page.getByText('Everything was exported.')).toBeVisible();
  await expect(section.getByRole('button', { name: 'Export everything' })).toBeFocused();
  return zip;
}

/** Checks and imports the file of the page. */
async function importFile(page: Page): Promise<void> {
  await button(page, 'Check the rows').click();
  await expect(page.getByRole('heading', { name: 'Check', exact: true })).toBeVisible();
  const start = button(page, /^Import \d+ rows?$/);
  if ((await start.count()) === 0) return;
  await start.click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Import \d+ rows?$/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Result', exact: true })).toBeVisible();
  await expect(main(page)).toContainText('Problem0');
}

test('everything is exported, opens as a zip, and a new installation reads it back', async ({
  page,
  enterAs,
}) => {
  // Two servers, and ten files one after the other.
  test.setTimeout(120_000);
  const old = await startServer();
  const oldOffice = openAdmin(old);
  const zoe = { email: 'zoe@example.org', firstName: 'Zoë', lastName: 'Leaving' };
  await oldOffice.settle((await oldOffice.registered(zoe)).invoiceId);
  await oldOffice.registered({ email: 'late@example.org', firstName: 'Late' });
  const token = await oldOffice.tokenOf(administrator.email);
  await page.goto(`${old.url}/favicon.svg`);
  await page.evaluate((value) => localStorage.setItem('token', value), token);
  await page.goto(`${old.url}/admin/imports`);
  await expectAccessible(page);
  const zip = await exportEverything(page);
  await old.stop();

  const files = await filesIn(zip);
  const described = new Set(rowsIn(files.get('columns.csv')).map((row) => row.File));
  for (const file of described) expect([...files.keys()]).toContain(file);
  expect(rowsIn(files.get('members.csv')).map((row) => row.Email)).toContain('zoe@example.org');

  await enterAs('admin', '/admin/imports/new');
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'export.zip', buffer: zip, mimeType: 'application/zip' });
  await button(page, 'Upload the file').click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'member-types.csv of export.zip' }),
  ).toBeVisible();
  const next = page.getByRole('link', { name: /^Next: / });
  await importFile(page);
  await expectStillAccessible(page);
  while ((await next.count()) > 0) {
    const name = ((await next.textContent()) ?? '').replace('Next: ', '');
    await next.click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await importFile(page);
  }
  await page.goto('/admin/member?lastName=Leaving');
  const row = page.getByRole('row').filter({ hasText: 'zoe@example.org' });
  await expect(row).toContainText('00001');
  await expect(row).toContainText('Active');
  await page.goto('/admin/invoice');
  await expect(main(page)).toContainText('INV-00001');
  await expect(main(page)).toContainText('INV-00002');
});
