import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BadBackup } from './bad-backup.ts';
import { decrypt, encryptedStart, WrongPassphrase } from './encryption.ts';
import { folder, tableOf } from './manifest.ts';
import { readTar, TarCut, type TarEntry } from './tar.ts';

export interface ArchiveFile {
  from: string;
  passphrase: string | null;
}

/** The files of an archive in their order. Throws `BadBackup` if they cannot all be read. */
export async function* readArchive({ from, passphrase }: ArchiveFile): AsyncGenerator<TarEntry> {
  const name = basename(from);
  const isEncrypted = await isEncryptedArchive(from);
  if (isEncrypted && passphrase === null) {
    throw new BadBackup(
      `${name} is encrypted. Set BACKUP_PASSPHRASE to the passphrase that it was made with.`,
    );
  }
  const file = createReadStream(from);
  const source = isEncrypted ? Readable.from(decrypt(file, passphrase ?? '')) : file;
  // The loop below gets the error of any of them.
  const unpacked: AsyncIterable<Buffer> = pipeline(source, createGunzip(), () => {});
  let place: string | null = null;
  try {
    for await (const entry of readTar(unpacked)) {
      if (!entry.name.startsWith(`${folder}/`)) throw foreign(name);
      place = tableOf(entry.name);
      yield entry;
    }
  } catch (error) {
    throw reasonOf(error, name, place);
  }
}

/** Throws `BadBackup` for a file that cannot be an archive. */
export async function isEncryptedArchive(from: string): Promise<boolean> {
  const name = basename(from);
  const file = await stat(from).catch((error: NodeJS.ErrnoException) => {
    throw new BadBackup(
      error.code === 'ENOENT'
        ? `There is no file ${from}.`
        : `${from} cannot be read: ${error.message}`,
    );
  });
  if (!file.isFile()) throw new BadBackup(`${from} is not a file.`);
  if (file.size === 0) throw new BadBackup(`${name} is empty. Use another backup.`);
  const start = await startOf(from);
  if (start.equals(encryptedStart)) return true;
  if (start.subarray(0, gzipStart.length).equals(gzipStart)) return false;
  const isCut = encryptedStart.subarray(0, file.size).equals(start.subarray(0, file.size));
  throw isCut ? cut(name, null) : foreign(name);
}

/** The format gzip, without a file name or a time, as it is written. */
const gzipStart = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);

async function startOf(from: string): Promise<Buffer> {
  const start = Buffer.alloc(encryptedStart.length);
  await using file = await open(from);
  await file.read(start, 0, start.length, 0);
  return start;
}

const foreign = (name: string) => new BadBackup(`${name} is not a backup of this application.`);
const at = (table: string | null) => (table === null ? '' : ` at the table ${table}`);
const cut = (name: string, table: string | null) =>
  new BadBackup(`${name} is cut short${at(table)}. Use another copy of it, or another backup.`);

export function damaged(name: string, table: string | null): BadBackup {
  return new BadBackup(
    `${name} is damaged${at(table)}. Use another copy of it, or another backup.`,
  );
}

function reasonOf(error: unknown, name: string, place: string | null): unknown {
  if (error instanceof BadBackup) return error;
  if (error instanceof WrongPassphrase) {
    return new BadBackup(`BACKUP_PASSPHRASE is not the passphrase that ${name} was made with.`);
  }
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof TarCut || code === 'Z_BUF_ERROR') return cut(name, place);
  // An error of the disk is not an error of the file.
  if (code?.startsWith('E') === true && !code.startsWith('ERR_')) {
    return new BadBackup(`${name} cannot be read: ${message}.`);
  }
  return damaged(name, place);
}
