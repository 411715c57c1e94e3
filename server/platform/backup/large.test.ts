import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { draftEnd } from './write-backup.ts';
import { runArchiveCommand } from '#test/support/archive-command.ts';
import { makeEmptyDatabase, makeTestDatabase } from '#test/support/database.ts';
import { seedLarge } from '#test/support/seed-large.ts';

const members = Number(process.env['BACKUP_MEMBERS'] ?? 100_000);
const longest = (members / 100_000) * 5 * 60_000;
const mostMegabytes = 350;

type Settings = Record<string, string>;

/** Runs the command and prints how long it took, and the most memory that it had. */
async function measure(
  t: TestContext,
  command: 'backup' | 'restore',
  { file, settings }: { file: string; settings: Settings },
): Promise<void> {
  const start = performance.now();
  const running = runArchiveCommand(command, [file], settings);
  const done = running.ended.then(() => true);
  let megabytes = 0;
  while (!(await Promise.race([done, wait(50, false)]))) {
    const status = await readFile(`/proc/${running.pid}/status`, 'utf8').catch(() => '');
    const [, kilobytes = '0'] = /^VmHWM:\s+(\d+)/m.exec(status) ?? [];
    megabytes = Math.max(megabytes, Number(kilobytes) / 1000);
  }
  const { code, said } = await running.ended;
  const ms = performance.now() - start;
  assert.equal(code, 0, said);
  t.diagnostic(`${command}: ${(ms / 1000).toFixed(1)} s, ${megabytes.toFixed(0)} MB of memory`);
  t.diagnostic(said.trim().replaceAll('\n', ' '));
  assert.ok(ms < longest, `${ms} ms`);
  assert.ok(megabytes < mostMegabytes, `${megabytes} MB`);
}

test('100,000 members are backed up and restored in minutes with little memory @full', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'membership-large-'));
  const original = await makeTestDatabase();
  const target = await makeEmptyDatabase();
  t.after(async () => {
    await Promise.all([original.drop(), target.drop()]);
    await rm(folder, { recursive: true });
  });
  const db = openDb(openPool(original.url, 2));
  await seedLarge(db, members);
  await db.destroy();
  const settingsOf = (DATABASE_URL: string) => ({ DATABASE_URL, DATA_DIR: folder });

  const interrupted = runArchiveCommand('backup', [join(folder, 'no')], settingsOf(original.url));
  while (!(await readdir(folder)).some((name) => name.endsWith(draftEnd))) await wait(5);
  interrupted.kill('SIGINT');
  const { code, said } = await interrupted.ended;
  assert.equal(code, 1);
  assert.match(said, /No backup was written\.\nIt was interrupted\./);
  assert.deepEqual(await readdir(folder), []);

  const file = join(folder, 'large.tar.gz');
  await measure(t, 'backup', { file, settings: settingsOf(original.url) });
  await measure(t, 'restore', { file, settings: settingsOf(target.url) });
});
