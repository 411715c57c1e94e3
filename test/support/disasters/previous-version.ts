import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { TestContext } from 'node:test';
import { migrationNames } from '#server/platform/db/migrate.ts';
import { temporaryFolder } from '#server/platform/embedded-postgres/owner-process.ts';

const migrations = 'server/platform/db/migrations';
const names = await migrationNames();
const commit = previousCommit();

/** The reason to skip a test where the history is not there, such as in an archive of the sources. */
export const noHistory =
  commit === null && 'not run: the history of git has no version before the newest migration';

/** The program of the last commit before the newest migration, which runs with today's packages. */
export async function previousVersion(t: TestContext): Promise<{ main: string; commit: string }> {
  const folder = join(await temporaryFolder(t), 'previous');
  mkdirSync(folder);
  const archive = spawnSync(
    'git',
    ['archive', commit ?? '', 'package.json', 'contract', 'server'],
    { maxBuffer: 200 << 20 },
  );
  const unpacked = spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout });
  if (unpacked.status !== 0) throw new Error(String(archive.stderr) + String(unpacked.stderr));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return {
    main: join(folder, 'server/main.ts'),
    commit: git('rev-parse', '--short', commit ?? ''),
  };
}

/** On the main line: the last commit with some of today's migrations, unchanged, and no others. */
function previousCommit(): string | null {
  const today = new Set(
    git('hash-object', ...names.map((name) => `${migrations}/${name}`))
      .split('\n')
      .map((hash, place) => `${hash} ${names[place]}`),
  );
  const isBefore = (commit: string) => {
    const files = git('ls-tree', '--format=%(objectname) %(path)', commit, `${migrations}/`)
      .split('\n')
      .map((line) => line.replace(`${migrations}/`, ''));
    return files.length > 1 && files.length < today.size && files.every((file) => today.has(file));
  };
  // Each that changed the migrations, and what was there before it.
  const log = git(
    'log',
    '--first-parent',
    '--diff-merges=first-parent',
    '--format=%H %P',
    '--no-patch',
    '--',
    migrations,
  );
  const commits = ['HEAD', ...log.split('\n').map((line) => line.split(' ')[1] ?? '')];
  return commits.find((each) => each !== '' && isBefore(each)) ?? null;
}

function git(...args: string[]): string {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}
