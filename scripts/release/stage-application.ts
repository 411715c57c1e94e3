import { cp, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Architecture, Release } from './release.ts';
import { run } from './run.ts';

/** What runs on a server. Tests, benches and the sources of the pages stay at home. */
const parts = ['contract', 'server', 'scripts', 'deploy', 'dist', 'package.json'];
const scriptsForDevelopers = [
  'check-sizes.ts',
  'cluster',
  'disasters.ts',
  'draw-banner.mjs',
  'dump-schema.ts',
  'guide',
  'mail-layout',
  'release',
  'release.ts',
  'setup',
  'setup.mjs',
  'take-screenshots.ts',
  'test.ts',
  'testing',
];

/** Returns the folder of the application for one architecture, with its packages and Node. */
export async function stageApplication(
  { source, work, commit }: Release,
  { debian, cpu }: Architecture,
): Promise<string> {
  const folder = join(work, debian, 'application');
  await mkdir(folder, { recursive: true });
  for (const part of parts) {
    await cp(join(source, part), join(folder, part), { recursive: true, filter: isNoTest });
  }
  for (const script of scriptsForDevelopers) {
    await rm(join(folder, 'scripts', script), { recursive: true });
  }
  // The package's installer has these.
  await rm(join(folder, 'deploy/debian'), { recursive: true });
  await writeFile(join(folder, 'release.json'), `${JSON.stringify({ commit })}\n`);
  await installPackages(source, folder, cpu);
  return folder;
}

const isNoTest = (path: string) => !path.endsWith('.test.ts');

async function installPackages(source: string, folder: string, cpu: string): Promise<void> {
  const forNpm = ['package-lock.json', '.npmrc'];
  for (const file of forNpm) await cp(join(source, file), join(folder, file));
  const platform = ['--os=linux', `--cpu=${cpu}`, '--libc=glibc'];
  const options = ['ci', '--omit=dev', '--include=optional', ...platform, '--loglevel=error'];
  await run('npm', options, { cwd: folder });
  // `scripts/start.sh` takes an application with a lockfile for a clone.
  for (const file of forNpm) await rm(join(folder, file));
  const node = join(folder, 'node_modules', `node-linux-${cpu}`);
  // npm leaves out what it could not get for another platform, without an error.
  await stat(join(node, 'bin/node'));
  // For those who build programs with Node: a third of its package.
  await rm(join(node, 'include'), { recursive: true });
  // For those who read and debug packages: half of all files.
  const forReaders = ['*.map', '*.d.ts', '*.d.mts', '*.d.cts', '*.md', '*.ts.snap'];
  const names = forReaders.flatMap((name) => ['-o', '-name', name]).slice(1);
  await run('find', [join(folder, 'node_modules'), '-type', 'f', '(', ...names, ')', '-delete']);
}
