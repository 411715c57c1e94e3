import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Backup, type Backups, getBackupSettings } from '#contract/backups/endpoints.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  withOwnServer,
} from '../fixtures/test.ts';
import { readBackup } from '../fixtures/read-backup.ts';

// A backup of another test's server would be in the list, too.
const test = withOwnServer();

const address = '/admin/backups';
const section = (page: Page) => page.getByRole('region', { name: 'Latest backup' });
const settings = (page: Page) => page.getByRole('region', { name: 'Where and how many' });
const rows = (page: Page) =>
  section(page).getByRole('list', { name: 'Latest backups' }).getByRole('listitem');

async function backUp(page: Page): Promise<void> {
  await section(page).getByRole('button', { name: 'Back up now' }).click();
  await expect(section(page).getByText('The backup is complete.')).toBeVisible({ timeout: 20_000 });
}

test('Back up now makes a backup, and its row appears', async ({ page, enterAs }) => {
  await enterAs('admin', address);
  const before = await rows(page).count();
  await backUp(page);
  await expect(rows(page)).toHaveCount(before + 1);
  await expect(rows(page).first()).toContainText('Complete');
  await expect(rows(page).first()).toContainText('Back up now');
  await expect(section(page).getByRole('button', { name: 'Back up now' })).toBeFocused();
  await expect(section(page)).toContainText('just now');
  await expect(section(page)).toContainText('The latest backup is not encrypted.');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('the downloaded file is a whole backup', async ({ page, enterAs }) => {
  await enterAs('admin', address);
  await backUp(page);
  await section(page).getByRole('button', { name: 'Download the latest' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download the latest' });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download', exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^backup-\d{4}-\d\d-\d\d-\d{4}(-\d+)?\.tar\.gz$/);
  const folder = await mkdtemp(join(tmpdir(), 'membership-download-'));
  const from = join(folder, download.suggestedFilename());
  await download.saveAs(from);
  const tables = await readBackup(from);
  expect(tables.find(({ name }) => name === 'users')?.rows).toBeGreaterThan(0);
  await rm(folder, { recursive: true });
  await expect(page.getByText('The backup was downloaded.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(section(page).getByRole('button', { name: 'Download the latest' })).toBeFocused();
});

test('the number kept and the second folder are saved with the page @full', async ({
  page,
  office,
  enterAs,
}) => {
  await enterAs('admin', address);
  const field = (name: string) => settings(page).getByRole('textbox', { name });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect(field('Number of backups kept')).toHaveValue('14');
  await field('Number of backups kept').fill('none');
  await field('Second folder').fill('backups');
  await save.click();
  await expect(
    settings(page).getByText('Please enter a whole number from 1 to 365.'),
  ).toBeVisible();
  await expect(settings(page).getByText('Please enter the whole path,')).toBeVisible();
  await expectAccessible(page);
  const folder = await mkdtemp(join(tmpdir(), 'membership-second-'));
  await field('Number of backups kept').fill('2');
  await field('Second folder').fill(folder);
  await save.click();
  await expect(page.getByText('Backup settings saved.')).toBeVisible();
  const saved = await office.ask(getBackupSettings, {}, await office.adminToken());
  expect(saved).toMatchObject({ kept: 2, copyFolder: folder });

  for (let n = 0; n < 3; n += 1) await backUp(page);
  await expect(section(page)).toContainText(`in ${folder}`);
  await expect.poll(() => readdir(folder)).toHaveLength(2);
  await expect(rows(page).filter({ hasText: 'deleted' }).first()).toBeVisible();

  await rm(folder, { recursive: true });
  await backUp(page);
  await expect(rows(page).first()).toContainText('Not copied');
  await expect(section(page)).toContainText(
    `The folder ${folder} does not exist. Connect its drive, or create the folder.`,
  );
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);
});

/** A state that takes nights to reach. */
async function showState(page: Page, changes: Partial<Backups>): Promise<void> {
  const state: Backups = {
    nowUtc: '2027-03-20T08:00:00Z',
    recent: [],
    latest: null,
    selfTest: null,
    isOverdue: false,
    ...changes,
  };
  await page.route('**/api/backups', (route) =>
    route.fulfill({ json: { success: true, data: state } }),
  );
}

const nightly: Backup = {
  id: '0199d2a4-7c1e-4c8b-9a51-2f6d3e8b1c70',
  isNightly: true,
  requestedUtc: '2027-03-16T23:30:00Z',
  startedUtc: '2027-03-16T23:30:00Z',
  madeUtc: '2027-03-16T23:30:00Z',
  failure: null,
  fileName: 'backup-2027-03-17-0130.tar.gz.age',
  folder: '/var/lib/membership/backups',
  host: 'office-server',
  bytes: 5_000_000,
  rows: 12_345,
  isEncrypted: true,
  hasKeys: true,
  copyFolder: null,
  isCopied: false,
  copyFailure: null,
  isRemoved: false,
};

test('an old backup is named above every page, with the reason of the last failure', async ({
  page,
  enterAs,
}) => {
  const failed: Backup = {
    ...nightly,
    id: '0199d2a4-7c1e-4c8b-9a51-2f6d3e8b1c71',
    madeUtc: null,
    failure: 'The disk of /var/lib/membership/backups is full. Free some space.',
    bytes: null,
    rows: null,
  };
  await showState(page, {
    recent: [failed, nightly],
    latest: nightly,
    isOverdue: true,
    selfTest: {
      fileName: 'backup-2027-03-17-0130.tar.gz.age',
      finishedUtc: '2027-03-16T23:31:00Z',
      way: 'verified',
      whyVerified: 'The disk has too little space for a second database.',
      failure: null,
      copyFolder: 'offsite:',
      copyFailure: null,
    },
  });
  await enterAs('admin', '/admin/member');
  const notices = page.getByRole('complementary', { name: 'System notices' });
  await notices.getByRole('link', { name: 'No recent backup' }).click();
  await expect(section(page)).toContainText('17 Mar 2027, 01:30 (3 days ago)');
  await expect(section(page)).toContainText('The last backup failed. The disk of');
  await expect(section(page)).toContainText('4.8 MB, 12345 rows');
  await expect(section(page)).toContainText('The latest backup is encrypted');
  await expect(section(page)).toContainText(
    'with backup-2027-03-17-0130.tar.gz.age: the file was read, and everything in it is as it was written. The disk has too little space for a second database. Its copy in offsite: was read back and is the same.',
  );
  await expect(rows(page).first()).toContainText('Failed');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a waiting backup says that the worker is missing', async ({ page, enterAs }) => {
  await showState(page, {
    recent: [{ ...nightly, isNightly: false, startedUtc: null, madeUtc: null, bytes: null }],
  });
  await enterAs('admin', address);
  await expect(section(page).getByRole('status').first()).toContainText(
    'A backup is waiting to start.',
  );
  await expect(section(page)).toContainText('There is no backup yet.');
  await expectStillAccessible(page);
});

test('a place that is defined on the server is chosen by its name', async ({ page, enterAs }) => {
  const stored = { kept: 14, copyFolder: '', remotes: { names: ['offsite'], problem: null } };
  let sent: object = {};
  await page.route('**/api/backups/settings', (route) => {
    if (route.request().method() !== 'GET') sent = route.request().postDataJSON() as object;
    const data = { ...stored, ...sent };
    return route.fulfill({ json: { success: true, data } });
  });
  await enterAs('admin', address);
  const place = settings(page).getByRole('combobox', { name: 'Second place' });
  const folder = settings(page).getByRole('textbox', { name: 'Second folder' });
  await expect(folder).toBeVisible();
  await place.selectOption('offsite (rclone)');
  await expect(folder).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Backup settings saved.')).toBeVisible();
  expect(sent).toEqual({ kept: 14, copyFolder: 'offsite:' });
  await expect(place).toHaveValue('offsite:');
});
