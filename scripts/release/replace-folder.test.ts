import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { replaceFolder } from './replace-folder.ts';

test('a release that fails leaves the packages of before, and one that works replaces all of them', async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'membership-replace-'));
  t.after(() => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, 'dist/release');
  const write = (name: string) => (draft: string) => writeFile(join(draft, name), '');
  await replaceFolder(folder, write('first.deb'));
  const failing = replaceFolder(folder, async (draft) => {
    await write('half.deb')(draft);
    throw new Error('no network');
  });
  await assert.rejects(failing, /no network/);
  assert.deepEqual(await readdir(folder), ['first.deb']);
  await replaceFolder(folder, write('second.deb'));
  assert.deepEqual(await readdir(folder), ['second.deb']);
  assert.deepEqual(await readdir(join(parent, 'dist')), ['release']);
});
