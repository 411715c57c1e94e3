import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BadSettings } from './config.ts';

const secretLength = 32;
const fileName = 'session-secret';

/** The key that signs session tokens: the setting, else created once and stored beside the data. */
export async function sessionKey(setting: string | null, dataDir: string): Promise<Uint8Array> {
  const secret = setting ?? (await keptSecret(join(dataDir, fileName)));
  return new TextEncoder().encode(secret);
}

/** The same key for a command beside the application; `null` if there is none that this user may read. */
export async function findSessionKey(setting: string | null, dataDir: string) {
  const secret = setting ?? (await readFile(join(dataDir, fileName), 'utf8').catch(() => ''));
  return secret.length >= secretLength ? new TextEncoder().encode(secret) : null;
}

async function keptSecret(path: string): Promise<string> {
  const stored = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (stored.length >= secretLength) return stored;
  // Written whole beside it and on the disk before it gets its name: no kill or power cut leaves
  // half of a secret, with which anyone could sign. The embedded database allows one process only.
  const secret = randomBytes(32).toString('base64url');
  const draft = `${path}.draft`;
  await rm(draft, { force: true });
  await writeFile(draft, secret, { mode: 0o600, flush: true });
  await rename(draft, path);
  return secret;
}

/** Others may pass through it (the database's account must), and read nothing in it. */
export async function makeDataDir(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 }).catch((error: Error) => {
    throw new BadSettings(`DATA_DIR cannot be made: ${error.message}`);
  });
}
