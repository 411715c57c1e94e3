import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '#server/platform/embedded-postgres/owner-process.ts';
import { makeEmptyDatabase } from '#test/support/database.ts';
import { signIn, sharedSettings, startInstallation } from '#test/support/disasters/installation.ts';
import { startLoad } from '#test/support/disasters/load.ts';
import { countLosses, report } from '#test/support/disasters/losses.ts';
import { noHistory, previousVersion } from '#test/support/disasters/previous-version.ts';
import { freePort, startProgram } from '#test/support/program.ts';

test(
  'while a new version migrates and starts, every request to the previous version succeeds',
  { skip: noHistory },
  async (t) => {
    const { main, commit } = await previousVersion(t);
    const { url, drop } = await makeEmptyDatabase();
    const previous = await startInstallation(t, { DATABASE_URL: url }, main);
    const old = await startLoad(t, previous.url, await signIn(previous.url));
    await old.more(15);
    const next = await startInstallation(t, { DATABASE_URL: url });
    const fresh = await startLoad(t, next.url, await signIn(next.url));
    await Promise.all([old.more(15), fresh.more(15)]);
    await old.stop();
    assert.deepEqual([...old.failures], []);
    previous.kill('SIGTERM');
    assert.equal(await previous.exited, 0);

    const DATA_DIR = join(await temporaryFolder(t), 'data');
    const settings = { ...sharedSettings, DATABASE_URL: url, DATA_DIR, PORT: await freePort() };
    const again = startProgram(t, settings, main);
    assert.equal(await again.exited, 1);
    assert.match(again.said(), /made by a newer version of the application .*Please update/);
    await fresh.more(5);
    await fresh.stop();
    assert.deepEqual([...fresh.failures], []);
    await countLosses(url, old);
    const counts = await countLosses(url, fresh);
    report(t, {
      'previous version': commit,
      ...counts,
      answered: old.count() + fresh.count(),
      'not answered at first': 0,
      'longest gap in ms': old.longestGapMs(),
    });
    next.kill('SIGTERM');
    assert.equal(await next.exited, 0);
    await drop();
  },
);
