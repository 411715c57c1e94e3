import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { BadBackup } from './bad-backup.ts';
import {
  format,
  keysFolder,
  manifest as manifestSchema,
  manifestName,
  tableOf,
  type Manifest,
} from './manifest.ts';
import { damaged, isEncryptedArchive, readArchive, type ArchiveFile } from './read-archive.ts';
import { summaryOf, type BackupSummary } from './summary.ts';
import { openDigest } from './table-digest.ts';

/**
 * Reads the whole archive and compares each table's rows and checksum. Throws `BadBackup` with one sentence
 * for people.
 */
export async function verifyBackup(archive: ArchiveFile): Promise<BackupSummary> {
  return (await openBackup(archive)).summary;
}

export interface OpenBackup {
  summary: BackupSummary;
  manifest: Manifest;
  /** Text of the installation's keys by their names. */
  keys: Record<string, string>;
}

/** The same, and what the archive says of itself. */
export async function openBackup(archive: ArchiveFile): Promise<OpenBackup> {
  const name = basename(archive.from);
  const digests = new Map<string, ReturnType<typeof openDigest>>();
  const keys: Record<string, string> = {};
  let text = '';
  for await (const entry of readArchive(archive)) {
    const table = tableOf(entry.name);
    if (table !== null) digestOf(digests, table).add(entry.body);
    if (entry.name.startsWith(keysFolder)) {
      keys[entry.name.slice(keysFolder.length)] = entry.body.toString();
    }
    text = entry.name === manifestName ? entry.body.toString() : '';
  }
  const manifest = parse(text, name);
  for (const table of manifest.tables) {
    const digest = digestOf(digests, table.name);
    const isSame = digest.rows() === table.rows && digest.checksum() === table.checksum;
    if (!isSame) throw damaged(name, table.name);
    digests.delete(table.name);
  }
  const [unlisted] = digests.keys();
  if (unlisted !== undefined) throw damaged(name, unlisted);
  const { size } = await stat(archive.from);
  const isEncrypted = await isEncryptedArchive(archive.from);
  const summary = summaryOf(manifest, { file: archive.from, bytes: size, isEncrypted });
  return { summary, manifest, keys };
}

function digestOf(digests: Map<string, ReturnType<typeof openDigest>>, table: string) {
  const digest = digests.get(table) ?? openDigest();
  digests.set(table, digest);
  return digest;
}

function parse(text: string, name: string): Manifest {
  if (text === '') throw damaged(name, null);
  const json: unknown = JSON.parse(text);
  const version = (json as { format?: unknown }).format;
  if (typeof version === 'number' && version > format) {
    throw new BadBackup(`${name} was made by a newer version of the application. Update it first.`);
  }
  const result = manifestSchema.safeParse(json);
  if (!result.success) throw damaged(name, null);
  return result.data;
}
