import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { query } from '#server/platform/embedded-postgres/owner-process.ts';
import { makeTestDatabase } from '#test/support/database.ts';
import { freePort, startProgram } from '#test/support/program.ts';
import { until } from '#test/support/outage.ts';
import {
  embeddedUrl,
  sharedSettings,
  signIn,
  startInstallation,
} from '#test/support/disasters/installation.ts';
import { startLoad } from '#test/support/disasters/load.ts';
import { assertPolite, countLosses, report } from '#test/support/disasters/losses.ts';
import { mountSmallDisk, noSmallDisk } from '#test/support/disasters/small-disk.ts';

/** Starts the application where it cannot start, and returns what it says. */
async function refusedStart(t: Parameters<typeof startProgram>[0], DATA_DIR: string) {
  const program = startProgram(t, { ...sharedSettings, DATA_DIR, PORT: await freePort() });
  assert.equal(await program.exited, 1, program.said());
  assert.doesNotMatch(program.said(), /\n {4}at /);
  return program.said();
}

test(
  'the disk of the data is full under load, and has room again',
  { skip: noSmallDisk },
  async (t) => {
    const disk = mountSmallDisk(t, 300);
    const DATA_DIR = join(disk.folder, 'data');
    const app = await startInstallation(t, { DATA_DIR });
    const databaseUrl = await embeddedUrl(DATA_DIR);
    const load = await startLoad(t, app.url, await signIn(app.url));
    await load.more(12);
    disk.fill();
    // PostgreSQL has room in its current log file. Without the next file it ends, and starts in vain.
    await until('the full disk', async () => {
      await query(
        databaseUrl,
        'SELECT pg_switch_wal(), pg_logical_emit_message(true, $$$$, $$x$$)',
      ).catch(() => {});
      return load.failures.has('503');
    });
    assert.equal((await fetch(`${app.url}/healthz`)).status, 200);
    const ready = await fetch(`${app.url}/readyz`);
    assert.deepEqual(
      [ready.status, await ready.json()],
      [503, { success: false, reason: 'The disk of DATA_DIR is full.' }],
    );
    disk.empty();
    await load.more(12);
    assert.equal((await fetch(`${app.url}/readyz`)).status, 200);
    await load.stop();
    assertPolite(load);
    const counts = await countLosses(databaseUrl, load);
    app.kill('SIGTERM');
    assert.equal(await app.exited, 0);
    report(t, { ...counts, 'longest gap in ms': load.longestGapMs() });
  },
);

test(
  'a start on a full disk says so, and the next one has everything @full',
  { skip: noSmallDisk },
  async (t) => {
    const disk = mountSmallDisk(t, 300);
    disk.fill();
    assert.match(
      await refusedStart(t, join(disk.folder, 'new')),
      /The disk is full\. Make room on it and start again\./,
    );
    disk.empty();
    const DATA_DIR = join(disk.folder, 'data');
    const first = await startInstallation(t, { DATA_DIR });
    const load = await startLoad(t, first.url, await signIn(first.url));
    await load.more(5);
    await load.stop();
    first.kill('SIGKILL');
    await first.exited;
    disk.fill();
    assert.match(
      await refusedStart(t, DATA_DIR),
      /The disk is full\. Make room on it and start again\./,
    );
    disk.empty();
    const next = await startInstallation(t, { DATA_DIR });
    report(t, await countLosses(await embeddedUrl(DATA_DIR), load));
    next.kill('SIGTERM');
    assert.equal(await next.exited, 0);
  },
);

test(
  'a start with a read-only data folder says so, and the next one has everything @full',
  { skip: noSmallDisk },
  async (t) => {
    const disk = mountSmallDisk(t, 300);
    const DATA_DIR = join(disk.folder, 'data');
    const first = await startInstallation(t, { DATA_DIR });
    const load = await startLoad(t, first.url, await signIn(first.url));
    await load.more(5);
    await load.stop();
    first.kill('SIGTERM');
    assert.equal(await first.exited, 0);
    disk.makeReadOnly();
    for (const folder of [DATA_DIR, join(disk.folder, 'new')]) {
      assert.match(
        await refusedStart(t, folder),
        /Make it writable and start again\.|DATA_DIR cannot be made/,
      );
    }
    disk.makeWritable();
    const next = await startInstallation(t, { DATA_DIR });
    report(t, await countLosses(await embeddedUrl(DATA_DIR), load));
    next.kill('SIGTERM');
    assert.equal(await next.exited, 0);
  },
);

const backup = fileURLToPath(new URL('../../scripts/backup.ts', import.meta.url));

test('the disk of a backup is full, and has room again @full', { skip: noSmallDisk }, async (t) => {
  const { url, drop } = await makeTestDatabase();
  t.after(drop);
  const disk = mountSmallDisk(t, 50);
  const file = join(disk.folder, 'all.backup');
  const { PATH } = process.env;
  const env = { PATH, DATABASE_URL: url, SESSION_SECRET: sharedSettings.SESSION_SECRET };
  const run = () => spawnSync(process.execPath, [backup, file], { env, encoding: 'utf8' });
  disk.fill();
  const full = run();
  assert.equal(full.status, 1);
  assert.match(full.stderr, /The disk of .* is full\. Make room on it\./);
  assert.deepEqual(readdirSync(disk.folder), ['ballast']);
  disk.empty();
  const whole = run();
  assert.equal(whole.status, 0, whole.stderr);
  assert.deepEqual(readdirSync(disk.folder), ['all.backup']);
  report(t, { backups: 2, refused: 1, 'half files': 0 });
});
