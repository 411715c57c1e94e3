import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '#server/platform/embedded-postgres/owner-process.ts';
import { DataFolderInUse } from '#server/platform/embedded-postgres/owner-lock.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts';
import { markDemo, resetDemo } from './reset.ts';

test('only the folder of a demo is deleted, and not while it runs', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  await mkdir(dataDir);
  const running = await startEmbeddedPostgres({ dataDir });
  t.after(running.stop);
  await assert.rejects(resetDemo(dataDir), /was not made by the demo/);
  await markDemo(dataDir);
  await assert.rejects(resetDemo(dataDir), DataFolderInUse);
  assert.ok(existsSync(join(dataDir, 'postgres')));
  await running.stop();
  await resetDemo(dataDir);
  assert.ok(!existsSync(dataDir));
  await resetDemo(dataDir);
});
