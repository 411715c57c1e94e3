import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { filesIn, rowsIn } from '#test/support/full-export/read-zip.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';

/** Exports everything from the page of imports, and answers the zip. */
async function exportEverything(page: Page): Promise<Buffer> {
  const section = page.getByRole('region', { name: 'Leave: export everything' });
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

test('everything is exported and opens as a zip', async ({ page, office, enterAs }) => {
  const zoe = { email: 'zoe@example.org', firstName: 'Zoë', lastName: 'Leaving' };
  await office.settle((await office.registered(zoe)).invoiceId);
  await enterAs('admin', '/admin/imports');
  await expectAccessible(page);
  const files = await filesIn(await exportEverything(page));
  const described = new Set(rowsIn(files.get('columns.csv')).map((row) => row.File));
  for (const file of described) expect([...files.keys()]).toContain(file);
  expect(rowsIn(files.get('members.csv')).map((row) => row.Email)).toContain('zoe@example.org');
});
