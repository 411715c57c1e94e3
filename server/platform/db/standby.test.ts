import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { openLog } from '#server/log.ts';
import { openToAll } from '#server/platform/embedded-postgres/open-to-all.ts';
import { query, temporaryFolder } from '#server/platform/embedded-postgres/owner-process.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts';
import { startQueue } from '#server/platform/jobs/queue.ts';
import { freePort, startProgram } from '#test/support/program.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { openPool } from './pool.ts';
import { StandbyDatabase } from './session-settings.ts';

/** A server that takes no changes, as a demoted leader does, and what makes it the primary. */
async function startStandby(t: TestContext) {
  const dataDir = await temporaryFolder(t);
  const settings = await openToAll(dataDir);
  const first = await startEmbeddedPostgres({ dataDir, settings });
  await first.stop();
  await writeFile(join(dataDir, 'postgres', 'cluster', 'standby.signal'), '');
  const { url, stop } = await startEmbeddedPostgres({ dataDir, settings });
  t.after(stop);
  return url;
}

test('a connection to a standby is refused as unavailable, and works after the promotion', async (t) => {
  const url = await startStandby(t);
  const pool = openPool(url, 2);
  t.after(() => pool.end());
  const error = await pool.query('SELECT 1').then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof StandbyDatabase);
  assert.ok(isDatabaseUnavailable(error));
  await assert.rejects(startQueue(url, openLog('silent')), isDatabaseUnavailable);
  const program = startProgram(t, {
    DATABASE_URL: url,
    SESSION_SECRET: 'a secret of the tests, of more than 32 bytes',
    PORT: await freePort(),
    DATA_DIR: await temporaryFolder(t),
  });
  assert.equal(await program.exited, 1);
  assert.match(program.said(), /DATABASE_URL leads to a standby, which takes no changes/);
  assert.doesNotMatch(program.said(), /\n {4}at /);

  await query(url, 'SELECT pg_promote()');
  assert.equal((await pool.query('SELECT 1')).rowCount, 1);
});
