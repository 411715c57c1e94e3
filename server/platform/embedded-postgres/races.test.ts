import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import { makeOwner, query, startOwner, temporaryFolder } from './owner-process.ts';
import { DataFolderInUse, startEmbeddedPostgres } from './start.ts';

test('a second start is refused, and the first one continues', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  const first = await startOwner(t, dataDir);
  await query(first.url, 'create table note ()');
  await assert.rejects(startEmbeddedPostgres({ dataDir }), (error: unknown) => {
    assert.ok(error instanceof DataFolderInUse);
    assert.match(error.message, /is in use by an application that is still running\. Stop/);
    assert.ok(error.message.includes(dataDir));
    return true;
  });
  assert.deepEqual(await query(first.url, 'select * from note'), []);
  await first.end('SIGTERM');
  const next = await startEmbeddedPostgres({ dataDir });
  await next.stop();
});

test('a process can open a folder once, and again after stopping', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  const first = await startEmbeddedPostgres({ dataDir });
  t.after(first.stop);
  await assert.rejects(startEmbeddedPostgres({ dataDir }), DataFolderInUse);
  await query(first.url, 'select 1');
  await Promise.all([first.stop(), first.stop()]);
  const second = await startEmbeddedPostgres({ dataDir });
  await second.stop();
});

test('of eight concurrent starts, one wins: in a new folder and with an orphan to replace @full', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  for (const round of ['in a new folder', 'after a kill']) {
    const owners = await Promise.all(Array.from({ length: 8 }, () => makeOwner(t, dataDir)));
    const outcomes = await Promise.all(owners.map((owner) => owner.start()));
    const winners = outcomes.filter(({ url }) => url);
    assert.equal(winners.length, 1, `${round}: ${JSON.stringify(outcomes)}`);
    const losers = outcomes.filter(({ refused }) => refused === 'DataFolderInUse');
    assert.equal(losers.length, 7, `${round}: ${JSON.stringify(outcomes)}`);
    await query(winners[0]?.url ?? '', 'select 1');
    await Promise.all(owners.map((owner) => owner.end('SIGKILL')));
  }
});
