import { execFileSync } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Puts the package of this version into the folder, and one of the next version. Returns both versions. */
export async function buildTwoVersions(folder: string): Promise<[string, string]> {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  const next = version.replace(/\d+$/, (last) => String(Number(last) + 1));
  execFileSync('node', ['scripts/release.ts', 'amd64'], {
    stdio: 'ignore',
    env: { ...process.env, RELEASE_COMPRESSION: '1' },
  });
  await cp('dist/release', folder, { recursive: true });
  await packNext(folder, version, next);
  return [version, next];
}

/** The same program, one migration more. */
async function packNext(folder: string, version: string, next: string): Promise<void> {
  const root = join(folder, 'next');
  const file = join(folder, `membership_${version}_amd64.deb`);
  execFileSync('dpkg-deb', ['--raw-extract', file, root]);
  const replace = async (path: string) => {
    const text = await readFile(join(root, path), 'utf8');
    await writeFile(join(root, path), text.replaceAll(version, next));
  };
  for (const path of ['DEBIAN/control', 'DEBIAN/preinst', 'usr/lib/membership/package.json']) {
    await replace(path);
  }
  const migration = 'usr/lib/membership/server/platform/db/migrations/9990_of_the_test.sql';
  await writeFile(join(root, migration), 'CREATE TABLE of_the_test (id int);\n');
  const to = join(folder, `membership_${next}_amd64.deb`);
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z1', '--build', root, to]);
}
