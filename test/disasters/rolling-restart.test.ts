import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeEmptyDatabase } from '#test/support/database.ts';
import { signIn, startInstallation } from '#test/support/disasters/installation.ts';
import { startLoad } from '#test/support/disasters/load.ts';
import { countLosses, report } from '#test/support/disasters/losses.ts';
import { noHistory, previousVersion } from '#test/support/disasters/previous-version.ts';

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
    assert.deepEqual([...old.failures], [], previous.said());
    previous.kill('SIGTERM');
    assert.equal(await previous.exited, 0);

    await fresh.stop();
    assert.deepEqual([...fresh.failures], [], next.said());
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
