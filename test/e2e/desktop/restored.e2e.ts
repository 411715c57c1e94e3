import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runArchiveCommand } from '#test/support/archive-command.ts';
import { makeEmptyDatabase, makeTestDatabase } from '#test/support/database.ts';
import { openAdmin } from '../fixtures/administrator.ts';
import { listOn } from '../fixtures/donors.ts';
import { startServerOn, type RunningServer } from '../fixtures/running-server.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test as base,
} from '../fixtures/test.ts';

/** No mail server listens there, so all mail waits. */
const withoutMail = { SMTP_URL: 'smtp://127.0.0.1:1' };

/** A server whose database was restored from a backup with two mails that were not sent. */
const test = base.extend<object, { server: RunningServer }>({
  server: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'membership-restored-'));
      const file = join(folder, 'backup.tar.gz');
      const original = await makeTestDatabase();
      const before = await startServerOn(original.url, withoutMail);
      const people = openAdmin(before);
      await people.registered({ email: 'first@example.org' });
      await people.registered({ email: 'second@example.org' });
      await run('backup', file, { DATABASE_URL: original.url, DATA_DIR: folder });
      await before.stop();
      await original.drop();
      const restored = await makeEmptyDatabase();
      const said = await run('restore', file, { DATABASE_URL: restored.url, DATA_DIR: folder });
      expect(said).toContain('2 emails and 0 bulk emails that were not sent yet are held.');
      const server = await startServerOn(restored.url, {});
      await use(server);
      await server.stop();
      await restored.drop();
      await rm(folder, { recursive: true });
    },
    // Each test decides, so each needs its own.
    { scope: 'worker', timeout: 120_000 },
  ],
});

async function run(
  command: 'backup' | 'restore',
  file: string,
  settings: Record<string, string>,
): Promise<string> {
  const { code, said } = await runArchiveCommand(command, [file], settings).ended;
  expect(code, said).toBe(0);
  return said;
}

test('after a restore, an administrator sees that mail is held, and sends it @full', async ({
  page,
  office,
  enterAs,
}) => {
  await enterAs('admin', '/admin/dashboard');
  const strip = page.getByRole('complementary', { name: 'System notices' });
  const notice = strip.getByRole('link', {
    name: /^Database restored\s?: 2 emails are held, because of the backup of .*\.$/,
  });
  await expect(notice).toBeVisible();
  await notice.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Restored Database');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('link', { name: 'Show held emails' }).click();
  const log = listOn(page, 'Sent Mail');
  await expect(log.row('first@example.org')).toContainText('Held');
  await expectNoSidewaysScroll(page);
  await page.goBack();

  await page.getByRole('button', { name: 'Cancel held emails' }).click();
  const askCancel = page.getByRole('alertdialog', { name: 'Cancel held emails' });
  await askCancel.getByRole('button', { name: 'No, go back' }).click();
  await page.getByRole('button', { name: 'Send held emails' }).click();
  const askRelease = page.getByRole('alertdialog', { name: 'Send held emails' });
  await askRelease.getByRole('button', { name: 'Send held emails' }).click();
  await expect(page.getByText('The held emails are on their way.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(strip.getByText('Database restored')).toHaveCount(0);
  for (const email of ['first@example.org', 'second@example.org']) {
    await expect(log.row(email)).toContainText('Kept here', { timeout: 15_000 });
    await office.mailsTo(email, 'INV-');
  }
  await page.goto('/admin/restored');
  await expect(page.getByText('There is nothing to decide about a restored')).toBeVisible();
});
