import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The user that runs PostgreSQL; `undefined` means the current user. */
export type Account = { uid: number; gid: number } | undefined;

/** PostgreSQL refuses to run as root: root hands it to the data's owner. */
export async function accountFor(cluster: string): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return firstOwner(await readFile('/etc/passwd', 'utf8').catch(() => ''));
}

/**
 * The application's own account, if the machine has it (docs/install.md). Other services may run as `nobody`,
 * and could change its files. A program that is started should not make accounts.
 */
export function firstOwner(users: string): { uid: number; gid: number } {
  const own = /^membership:[^:]*:([1-9]\d*):(\d+):/m.exec(users);
  const [, uid, gid] = own ?? /^nobody:[^:]*:(\d+):(\d+):/m.exec(users) ?? [];
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) };
}

/** The innermost of a path and its parents that the account can't enter (or execute). */
export async function firstClosed(path: string, account: Account): Promise<string | undefined> {
  if (!account) return undefined;
  if (!mayEnter(await stat(path), account)) return path;
  return path === dirname(path) ? undefined : firstClosed(dirname(path), account);
}

function mayEnter({ mode, uid, gid }: Stats, account: { uid: number; gid: number }): boolean {
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}
