import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import {
  kill,
  postgresBelow,
  startOwner,
  temporaryFolder,
} from '#server/platform/embedded-postgres/owner-process.ts';
import { embeddedUrl, signIn, startInstallation } from '#test/support/disasters/installation.ts';
import { startLoad } from '#test/support/disasters/load.ts';
import { assertPolite, countLosses, report } from '#test/support/disasters/losses.ts';

/** PostgreSQL's main process, or another one: then all restart, too. */
async function killOne(dataDir: string, main: boolean): Promise<void> {
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  const postmaster = Number.parseInt(await readFile(file, 'utf8'), 10);
  const others = (await postgresBelow(dataDir)).filter((pid) => pid !== postmaster);
  kill(main ? postmaster : (others[randomInt(others.length)] ?? postmaster));
}

/** Kills PostgreSQL while clients work, and compares what they were answered with the database. */
async function killUnderLoad(
  t: TestContext,
  { url, dataDir, databaseUrl }: { url: string; dataDir: string; databaseUrl: string },
  kills: number,
): Promise<void> {
  const load = await startLoad(t, url, await signIn(url));
  for (let n = 1; n <= kills; n += 1) {
    await load.more(12);
    await killOne(dataDir, n % 2 === 1);
  }
  await load.more(12);
  await load.stop();
  assertPolite(load);
  const counts = await countLosses(databaseUrl, load);
  assert.ok(counts['not answered at first'] > 0, 'the kills were not noticed');
  report(t, { kills, ...counts, 'longest gap in ms': load.longestGapMs() });
}

for (const [kills, run] of [
  [2, ''],
  [20, ' @full'],
] as const) {
  test(`the embedded PostgreSQL is killed ${kills} times under load${run}`, async (t) => {
    const dataDir = join(await temporaryFolder(t), 'data');
    const { url } = await startInstallation(t, { DATA_DIR: dataDir });
    await killUnderLoad(t, { url, dataDir, databaseUrl: await embeddedUrl(dataDir) }, kills);
  });
}

test('a PostgreSQL server is killed 20 times under load @full', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'server');
  // A process of its own starts the server again, as a service manager does.
  const server = await startOwner(t, dataDir);
  const { url } = await startInstallation(t, { DATABASE_URL: server.url });
  await killUnderLoad(t, { url, dataDir, databaseUrl: server.url }, 20);
});
