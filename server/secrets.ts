import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BadSettings } from './config.ts';

const secretLength = 32;

/** The key that signs session tokens: the setting, else created once and stored beside the data. */
export async function sessionKey(setting: string | null, dataDir: string): Promise<Uint8Array> {
  const secret = setting ?? (await keptSecret(sessionKeyPath(dataDir)));
  return new TextEncoder().encode(secret);
}

/** The name of the session key's file, and of the key in a backup. */
const sessionSecret = 'session-secret';

/** What cannot be used after a restore without the installation's keys. */
export const lostWithoutKeys =
  'After a restore, administrators set up two-step sign-in again, and links to prove a payment end.';

/** The same key for a command beside the application; `null` if there is none that this user may read. */
export async function findSessionKey(setting: string | null, dataDir: string) {
  const secret = setting ?? (await readSecret(sessionKeyPath(dataDir)).catch(() => ''));
  return secret.length >= secretLength ? new TextEncoder().encode(secret) : null;
}

/** The key that the application will have after this restore, and that of the backup; `null` if it is not known. */
export async function findKeysForRestore(
  setting: string | null,
  dataDir: string,
  { [sessionSecret]: restored = '' }: Record<string, string>,
): Promise<{ own: Uint8Array | null; ofBackup: Uint8Array | null }> {
  const ofBackup = restored === '' ? null : new TextEncoder().encode(restored);
  return { own: (await findSessionKey(setting, dataDir)) ?? ofBackup, ofBackup };
}

/** The installation's keys, for an encrypted backup. */
export async function readKeys(
  setting: string | null,
  dataDir: string,
): Promise<Record<string, string>> {
  const secret = setting ?? (await readSecret(sessionKeyPath(dataDir)));
  return secret === '' ? {} : { [sessionSecret]: secret };
}

/** The session key among the keys of a backup; `null` if it is not there. */
export const keyIn = ({ [sessionSecret]: key = '' }: Record<string, string>) => key || null;

/** Where the session key is without `SESSION_SECRET`. */
export const sessionKeyPath = (dataDir: string) => join(dataDir, sessionSecret);

/** Stores the keys of a backup beside the data. Answers false if there is another key already. */
export async function storeKeys(keys: Record<string, string>, dataDir: string): Promise<boolean> {
  const path = sessionKeyPath(dataDir);
  const { [sessionSecret]: secret } = keys;
  const stored = await readSecret(path);
  if (secret !== undefined && stored === '') await storeSecret(path, secret);
  return secret === undefined || stored === '' || stored === secret;
}

async function readSecret(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    if (error.code === 'EISDIR') {
      throw new BadSettings(
        `${path} is a folder, and must be the file with the session key. Remove the folder, or put the file in its place.`,
      );
    }
    throw error;
  });
}

async function keptSecret(path: string): Promise<string> {
  const stored = await readSecret(path);
  if (stored.length >= secretLength) return stored;
  const secret = randomBytes(32).toString('base64url');
  await storeSecret(path, secret);
  return secret;
}

async function storeSecret(path: string, secret: string): Promise<void> {
  // Written whole beside it and on the disk before it gets its name: no kill or power cut leaves
  // half of a secret, with which anyone could sign. The embedded database allows one process only.
  const draft = `${path}.draft`;
  await rm(draft, { force: true });
  await writeFile(draft, secret, { mode: 0o600, flush: true });
  await rename(draft, path);
}

/** Others may pass through it (the database's account must), and read nothing in it. */
export async function makeDataDir(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST' || error.code === 'ENOTDIR')
      throw new BadSettings(`DATA_DIR (${dataDir}) is a file, or below one. Name a folder.`);
    throw new BadSettings(`DATA_DIR cannot be made: ${error.message}`);
  });
}
