import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { query, startOwner, temporaryFolder } from './owner-process.ts';
import { connectEmbeddedPostgres, hasEmbeddedPostgres } from './running.ts';

test('another process reaches the database while its owner runs, however long the path is', async (t) => {
  for (const name of ['short', 'long'.repeat(30)]) {
    const dataDir = join(await temporaryFolder(t), name);
    assert.equal(await hasEmbeddedPostgres(dataDir), false);
    const owner = await startOwner(t, dataDir);
    await query(owner.url, 'CREATE TABLE note (n int); INSERT INTO note VALUES (7)');
    const second = await connectEmbeddedPostgres(dataDir);
    assert.deepEqual(await query(second.url, 'SELECT * FROM note'), [{ n: 7 }]);
    await second.close();
    assert.deepEqual(await query(owner.url, 'SELECT * FROM note'), [{ n: 7 }], 'the owner goes on');
    await owner.end('SIGTERM');

    const alone = await connectEmbeddedPostgres(dataDir);
    assert.deepEqual(await query(alone.url, 'SELECT * FROM note'), [{ n: 7 }]);
    await alone.close();
    assert.ok(await hasEmbeddedPostgres(dataDir));
  }
});
