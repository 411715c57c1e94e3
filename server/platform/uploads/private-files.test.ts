import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openPrivateFiles } from './private-files.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'private-'));
after(() => rm(dataDir, { recursive: true }));

test('a start deletes the files of dead processes, and none of a living one', async () => {
  const folder = join(dataDir, 'uploads');
  await mkdir(folder);
  const names = {
    // Its own number was that of a process before it.
    own: `${hostname()}~${process.pid}~a`,
    dead: `${hostname()}~${2 ** 22 + 1}~a`,
    living: `${hostname()}~${process.ppid}~a`,
    elsewhere: 'other~1~a',
    oldElsewhere: 'other~1~b',
  };
  for (const name of Object.values(names)) await writeFile(join(folder, name), 'x');
  const old = new Date(Date.now() - 2 * 3_600_000);
  await utimes(join(folder, names.oldElsewhere), old, old);
  await openPrivateFiles(dataDir);
  assert.deepEqual((await readdir(folder)).toSorted(), [names.living, names.elsewhere].toSorted());
});
