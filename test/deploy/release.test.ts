import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { noBox } from '#test/support/deploy/box.ts';

const run = promisify(execFile);

/** Builds the release from a clone of its own, on a machine with other habits. */
async function buildIn(folder: string, habits: { umask: string; zone: string }): Promise<string> {
  await run('git', ['clone', '--quiet', process.cwd(), folder]);
  const script = `umask ${habits.umask}; node scripts/release.ts`;
  const env = { ...process.env, TZ: habits.zone, RELEASE_COMPRESSION: '1' };
  await run('sh', ['-c', script], { cwd: folder, env, maxBuffer: 2 ** 26 });
  return join(folder, 'dist/release');
}

/** Field e_machine of the ELF header. */
const machines = { amd64: 62, arm64: 183 };

/** The processor for which a program or module is made, or `null`. */
async function machineOf(path: string): Promise<number | null> {
  const file = await open(path);
  const { buffer } = await file.read({ buffer: Buffer.alloc(20), position: 0 });
  await file.close();
  return buffer.toString('latin1', 0, 4) === '\x7FELF' ? buffer.readUInt16LE(18) : null;
}

async function machinesBelow(folder: string): Promise<Set<number | null>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = new Set<number | null>();
  for (const entry of entries) {
    if (entry.isFile()) found.add(await machineOf(join(entry.parentPath, entry.name)));
  }
  return found;
}

test(
  'two clones of a commit give the same packages, each with programs of its architecture @full',
  { skip: noBox },
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'membership-release-test-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const builds = await Promise.all([
      buildIn(join(folder, 'a'), { umask: '022', zone: 'UTC' }),
      buildIn(join(folder, 'another/place'), { umask: '077', zone: 'Africa/Johannesburg' }),
    ]);
    const [one = '', other] = await Promise.all(
      builds.map((build) => readFile(join(build, 'SHA256SUMS'), 'utf8')),
    );
    assert.equal(one, other);
    assert.equal(one.match(/\.deb$/gm)?.length, 2, one);

    for (const debian of ['amd64', 'arm64'] as const) {
      const [, name = ''] = new RegExp(`  (.*_${debian}\\.deb)$`, 'm').exec(one) ?? [];
      const file = join(builds[0] ?? '', name);
      const { stdout } = await run('dpkg-deb', ['--field', file, 'Architecture']);
      assert.equal(stdout.trim(), debian);
      const root = join(folder, debian);
      await run('dpkg-deb', ['--extract', file, root]);
      assert.deepEqual(await machinesBelow(root), new Set([null, machines[debian]]));
      const node = join(root, 'usr/lib/membership/node_modules/.bin/node');
      assert.equal(await machineOf(node), machines[debian]);
    }
  },
);
