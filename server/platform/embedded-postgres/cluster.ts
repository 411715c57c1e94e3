import { execFile } from 'node:child_process';
import { chown, mkdtemp, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Account } from './account.ts';
import { adviceOn, CannotStart } from './cannot-start.ts';
import type { Software } from './software.ts';

const unfinished = 'cluster.new-';

/** PostgreSQL's own folder, made when missing. The caller holds the owner's lock. */
export async function openCluster(home: string, software: Software, account: Account) {
  await removeUnfinished(home);
  const cluster = join(home, 'cluster');
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(noVersion);
  if (version === undefined) await initialise(home, cluster, software, account);
  else refuseOtherVersion(home, version.trim(), software.version.split('.')[0]);
  return cluster;
}

function noVersion(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw new CannotStart(
    `The database's folder can't be read (${error.message}). ` +
      'Start as the user that it belongs to.',
    { cause: error },
  );
}

function refuseOtherVersion(home: string, found: string, ours: string | undefined): void {
  if (found === ours) return;
  throw new CannotStart(
    `The database in ${home} was made by PostgreSQL ${found}, and this version of the ` +
      `application brings PostgreSQL ${ours}. Make a backup with the version of the application ` +
      'that was used before, and restore it into an empty DATA_DIR with this one.',
  );
}

/** An initdb that outlived its killed owner may still be writing there: next time, then. */
async function removeUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(unfinished)) continue;
    await rm(join(home, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Made under another name, so that `cluster` is whole or not there, whenever we are killed. */
async function initialise(home: string, cluster: string, software: Software, account: Account) {
  const fresh = await mkdtemp(join(home, unfinished));
  try {
    if (account) await chown(fresh, account.uid, account.gid);
    const options = { ...account, env: { LC_ALL: 'C' }, cwd: '/' };
    await promisify(execFile)(join(software.bin, 'initdb'), [...initOptions, fresh], options);
  } catch (error) {
    throw new CannotStart(cantMake(home, account, error), { cause: error });
  }
  await rename(fresh, cluster);
  await using folder = await open(home);
  await folder.sync();
}

const initOptions = [
  '--username=postgres',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
  // The socket is in the cluster's own folder, which only its owner can enter. For root, see `authentication.ts`.
  '--auth=trust',
  '--pgdata',
];

function cantMake(home: string, account: Account, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  const advice =
    account && /EPERM|EINVAL/.test(reason)
      ? 'Here root may not hand files and processes to another user: start as an ordinary user.'
      : (adviceOn(reason) ?? 'Is the disk full or read-only?');
  return `The database could not be made in ${home}. ${advice} (${reason})`;
}
