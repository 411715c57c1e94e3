import { createWriteStream } from 'node:fs';
import { access, open, rename, rm, stat } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { versionText } from '#server/version.ts';
import { describeSchema } from '#server/platform/db/describe-schema.ts';
import {
  begin,
  closeConnection,
  copyTarget,
  nameOf,
  openConnection,
  readSequences,
  readTables,
  type Table,
} from './catalogue.ts';
import { encrypt } from './encryption.ts';
import {
  folder,
  format,
  keysFolder,
  manifestName,
  partName,
  partSize,
  readme,
  readmeName,
  type Manifest,
} from './manifest.ts';
import { summaryOf, type BackupSummary } from './summary.ts';
import { openDigest } from './table-digest.ts';
import { tarEnd, tarEntry } from './tar.ts';

export interface Progress {
  table: string;
  rows: number;
  /** An estimate. */
  ofRows: number;
}

export interface WriteBackup {
  url: string;
  /** The new file. It gets this name only when it is whole. */
  to: string;
  /** `null`: the archive is not encrypted, and has no keys. */
  passphrase: string | null;
  /** Text of the installation's keys by their names. They are written into encrypted archives only. */
  keys?: Record<string, string>;
  at: Date;
  onProgress?: (progress: Progress) => void;
  /** When it is aborted, nothing remains. */
  signal?: AbortSignal;
}

/** The name of a file that is not whole yet ends in this. A killed process leaves it behind. */
export const draftEnd = '.draft';

/** How the name of an archive should end, so that the usual programs open it. */
export function archiveEnd(passphrase: string | null): string {
  return passphrase === null ? '.tar.gz' : '.tar.gz.age';
}

/** Little is saved by more effort: the text repeats itself nearby. */
const compression = { level: 3 };

/**
 * Writes all tables as they are at one instant into one file. The application goes on working, except that
 * a migration waits. The file is on the disk when this returns. product-rules 2.19.
 */
export async function writeBackup(options: WriteBackup): Promise<BackupSummary> {
  const { url, to, passphrase, signal } = options;
  await assertAbsent(to);
  const draft = `${to}.${randomBytes(4).toString('hex')}${draftEnd}`;
  const client = await openConnection(url);
  try {
    const writing = { manifest: null as Manifest | null };
    const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
    const source = archiveOf(client, options, (manifest) => (writing.manifest = manifest));
    const seal = (packed: AsyncIterable<Buffer>) =>
      passphrase === null ? packed : encrypt(packed, passphrase);
    await pipeline(source, createGzip(compression), seal, file, signal ? { signal } : {});
    if (writing.manifest === null) throw new Error('The archive has no manifest.');
    const { size } = await stat(draft);
    await assertAbsent(to);
    await rename(draft, to);
    await flushFolder(dirname(to));
    return summaryOf(writing.manifest, { file: to, bytes: size, isEncrypted: passphrase !== null });
  } finally {
    // First: an open connection would keep the process alive if the folder cannot be read.
    await closeConnection(client);
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** The file exists already. The message is a sentence for people. */
export class BackupExists extends Error {}

async function assertAbsent(path: string): Promise<void> {
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (exists) throw new BackupExists(`${path} exists already. Choose another name.`);
}

/** Otherwise the new name may be lost with the power. */
async function flushFolder(path: string): Promise<void> {
  await using handle = await open(path);
  // Some network drives cannot flush a folder.
  await handle.sync().catch(() => {});
}

async function* archiveOf(
  client: pg.Client,
  { at, passphrase, keys = {}, onProgress = () => {} }: WriteBackup,
  finish: (manifest: Manifest) => void,
): AsyncGenerator<Buffer> {
  const tables = await openSnapshot(client);
  const ofRows = tables.reduce((sum, { aboutRows }) => sum + aboutRows, 0);
  const file = (name: string, text: string) => tarEntry(name, Buffer.from(text), at);
  yield* file(readmeName, readme);
  yield* file(`${folder}/schema.sql`, await describeSchema(client));
  const written: Manifest['tables'] = [];
  let rows = 0;
  for (const table of tables) {
    const digest = openDigest();
    let part = 0;
    for await (const chunk of partsOf(client, table)) {
      digest.add(chunk);
      yield* tarEntry(partName(table.name, (part += 1)), chunk, at);
      onProgress({ table: table.name, rows: rows + digest.rows(), ofRows });
    }
    rows += digest.rows();
    const { name, columns } = table;
    written.push({ name, columns, rows: digest.rows(), checksum: digest.checksum() });
  }
  const keyNames = passphrase === null ? [] : Object.keys(keys);
  for (const name of keyNames) yield* file(keysFolder + name, keys[name] ?? '');
  const manifest: Manifest = {
    format,
    madeAt: at.toISOString(),
    version: versionText(),
    migrations: await readMigrations(client),
    tables: written,
    // Read last: sequences are not part of the snapshot, and must not be behind the tables.
    sequences: await readSequences(client),
    keys: keyNames,
  };
  await client.query('COMMIT');
  yield* file(manifestName, JSON.stringify(manifest, null, 2));
  yield tarEnd;
  finish(manifest);
}

/**
 * Begins a transaction in which every table stays as it is. The locks come before the first query, which
 * fixes the instant: a table that a migration has rewritten after that instant would look empty.
 */
async function openSnapshot(client: pg.Client): Promise<Table[]> {
  for (;;) {
    const expected = (await readTables(client)).map(({ name }) => name);
    if (!expected.includes('migrations')) {
      throw new Error('The database has no table of the application');
    }
    await begin(client, 'ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(`LOCK TABLE ${expected.map(nameOf).join(', ')} IN ACCESS SHARE MODE`);
    const tables = await readTables(client);
    if (
      isDeepStrictEqual(
        tables.map(({ name }) => name),
        expected,
      )
    )
      return tables;
    // A migration has just added a table.
    await client.query('ROLLBACK');
  }
}

async function readMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM migrations ORDER BY name',
  );
  return rows.map(({ name }) => name);
}

/** The table's text in pieces of about one size, which may end within a row. */
async function* partsOf(client: pg.Client, table: Table): AsyncGenerator<Buffer> {
  let collected: Buffer[] = [];
  let size = 0;
  for await (const chunk of copyOut(client, table)) {
    collected.push(chunk);
    size += chunk.length;
    if (size < partSize) continue;
    yield Buffer.concat(collected);
    collected = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(collected);
}

/** The table's rows as text. */
export function copyOut(client: pg.ClientBase, table: Pick<Table, 'name' | 'columns'>) {
  const stream = client.query(copyTo(`COPY ${copyTarget(table)} TO STDOUT`));
  // When nobody reads it any more, the end of the connection is an error of it, too.
  stream.on('error', () => {});
  return stream as AsyncIterable<Buffer>;
}
