import { chmod, mkdir, mkdtemp, realpath, rmdir, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import { accountFor, firstClosed } from './account.ts';
import type { Account } from './account.ts';
import { CannotStart } from './cannot-start.ts';

const elsewhere = '/var/lib/conservation-membership';

/**
 * The folder of everything that is the database's: `DATA_DIR/postgres`, or a link by that name.
 * The link is for root's `DATA_DIR` below a folder that `nobody` can't enter, which isn't ours to
 * open; a link moves and is deleted together with the folder that it belongs to.
 */
export async function openHome(dataDir: string, log: (line: string) => void) {
  const folder = await makeDataDir(resolve(dataDir));
  const entry = join(folder, 'postgres');
  const account = await accountFor(join(entry, 'cluster'));
  const closed = await firstClosed(folder, account);
  const found = await realpath(entry).catch(() => undefined);
  const home = found ?? (await makeHome(entry, closed !== undefined));
  if (home !== entry) log(`The database of ${folder} lives in ${home}.`);
  await refuseClosed(home, account);
  return { home, account };
}

async function makeDataDir(dataDir: string): Promise<string> {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  const first = await mkdir(dataDir, { recursive: true, mode });
  // Under a strict umask the parents that we made would shut PostgreSQL out too.
  const outermost = first?.length ?? Infinity;
  for (let at = dataDir; at.length >= outermost; at = dirname(at)) await chmod(at, mode);
  return realpath(dataDir);
}

async function makeHome(entry: string, outside: boolean): Promise<string> {
  if (outside) {
    await mkdir(elsewhere, { recursive: true, mode: 0o755 });
    const made = await mkdtemp(join(elsewhere, `${basename(dirname(entry))}-`));
    // Of two starts at once one makes the link and the other follows it.
    await symlink(made, entry).catch(() => rmdir(made));
  } else {
    await mkdir(entry, { recursive: true });
  }
  const home = await realpath(entry);
  await chmod(home, process.getuid?.() === 0 ? 0o711 : 0o700);
  return home;
}

async function refuseClosed(home: string, account: Account): Promise<void> {
  const closed = await firstClosed(home, account);
  if (!closed) return;
  throw new CannotStart(
    `Started by root, the database runs as user ${account?.uid}, who can't enter ${closed}. ` +
      `Allow it with "chmod o+x ${closed}", or set DATA_DIR to another folder.`,
  );
}
