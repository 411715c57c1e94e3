import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { countTables, emptyDatabase } from '#test/support/empty-database.ts';
import { openTestApp } from '#test/support/app.ts';
import { seedLarge } from '#test/support/seed-large.ts';
import { BadBackup } from './bad-backup.ts';
import { manifestName } from './manifest.ts';
import { readArchive } from './read-archive.ts';
import { restoreBackup, RestoreRefused } from './restore-backup.ts';
import { tarEnd, tarEntry, type TarEntry } from './tar.ts';
import { verifyBackup } from './verify-backup.ts';
import { writeBackup } from './write-backup.ts';

const app = await openTestApp();
await seedLarge(app.db, 60);
const folder = await mkdtemp(join(tmpdir(), 'membership-damage-'));
after(() => rm(folder, { recursive: true }));
const at = new Date('2027-03-10T08:00:00Z');
const passphrase = 'a passphrase of the tests';
const write = (name: string, secret: string | null) =>
  writeBackup({ url: app.url, to: join(folder, name), passphrase: secret, at });
const plain = await write('plain', null);
const encrypted = await write('encrypted', passphrase);
const target = await emptyDatabase();
const isFull = process.env['TEST_FULL'] === 'yes';

let files = 0;

/** A file with these bytes. */
async function fileOf(bytes: Uint8Array): Promise<string> {
  const path = join(folder, `file-${(files += 1)}`);
  await writeFile(path, bytes);
  return path;
}

async function assertRefused(from: string, words: RegExp, secret: string | null = null) {
  const isRefused = (error: unknown) => {
    assert.ok(error instanceof BadBackup || error instanceof RestoreRefused, String(error));
    assert.match(error.message, words);
    return true;
  };
  await assert.rejects(restoreBackup({ url: target, from, passphrase: secret }), isRefused);
  assert.equal(await countTables(target), 0);
}

/** Places spread over the file, its first and last bytes among them. */
function placesIn(size: number, count: number): number[] {
  const spread = Array.from({ length: count }, (_, n) => Math.floor((n * size) / count));
  return [...new Set([...spread, 1, 2, 20, size - 1, size - 8, size - 9])];
}

test('an archive that was cut anywhere is refused', async () => {
  for (const { file, isEncrypted, bytes } of [plain, encrypted]) {
    const whole = await readFile(file);
    const most = isEncrypted ? 6 : 60;
    for (const place of placesIn(bytes, isFull ? most * 8 : most)) {
      const from = await fileOf(whole.subarray(0, place));
      const secret = isEncrypted ? passphrase : null;
      await assert.rejects(verifyBackup({ from, passphrase: secret }), BadBackup, `${place}`);
    }
  }
  const half = await fileOf((await readFile(plain.file)).subarray(0, plain.bytes / 2));
  await assertRefused(half, /^file-\d+ is cut short at the table \w+\. Use another copy/);
});

test('no flipped bit changes what is restored: it is refused, or nobody reads it', async (t) => {
  const whole = await readFile(plain.file);
  let [refused, unread] = [0, 0];
  for (const place of placesIn(plain.bytes, isFull ? 3000 : 300)) {
    const changed = Buffer.from(whole);
    changed[place] = (changed[place] ?? 0) ^ (1 << (place % 8));
    const from = await fileOf(changed);
    const outcome = await verifyBackup({ from, passphrase: null }).catch((error: unknown) => error);
    await rm(from);
    if (outcome instanceof BadBackup) refused += 1;
    else {
      // A bit that a decompressor skips, such as the name of the system that packed it.
      assert.deepEqual(outcome, { ...plain, file: from }, `byte ${place}`);
      unread += 1;
    }
  }
  t.diagnostic(`${refused} flipped bits refused, ${unread} without any effect`);
  assert.ok(refused > 290 && unread < refused / 50);
});

test('a flipped bit in an encrypted archive is refused, wherever it is', async () => {
  const whole = await readFile(encrypted.file);
  for (const place of [30, 60, 100, 150, 200, 300, whole.length >> 1, whole.length - 1]) {
    const changed = Buffer.from(whole);
    changed[place] = (changed[place] ?? 0) ^ 1;
    const from = await fileOf(changed);
    await assert.rejects(verifyBackup({ from, passphrase }), BadBackup, `${place}`);
  }
});

test('a passphrase that is missing or wrong is named', async () => {
  await assertRefused(encrypted.file, /^encrypted is encrypted\. Set BACKUP_PASSPHRASE/);
  const wrong = 'another passphrase of the tests';
  await assertRefused(encrypted.file, /^BACKUP_PASSPHRASE is not the passphrase/, wrong);
});

test('files that are no archive are refused in words that say so', async () => {
  const foreign = /is not a backup of this application\.$/;
  await assertRefused(await fileOf(Buffer.alloc(0)), /is empty\. Use another backup\.$/);
  await assertRefused(await fileOf(Buffer.from('PK\x03\x04 a zip file')), foreign);
  await assertRefused(await fileOf(Buffer.alloc(5000, 7)), foreign);
  const otherTar = Buffer.concat([...tarEntry('notes.txt', Buffer.from('Hello'), at), tarEnd]);
  await assertRefused(await fileOf(gzipSync(otherTar)), foreign);
  await assertRefused(await fileOf(gzipSync('Hello')), /is cut short|is not a backup|is damaged/);
  await assertRefused(join(folder, 'nothing-here'), /^There is no file /);
  await assertRefused(folder, /is not a file\.$/);
});

/** The plain archive with changed files. */
async function rewritten(change: (entry: TarEntry) => TarEntry | null): Promise<string> {
  const parts: Buffer[] = [];
  for await (const entry of readArchive({ from: plain.file, passphrase: null })) {
    const changed = change(entry);
    if (changed !== null) parts.push(...tarEntry(changed.name, changed.body, at));
  }
  return fileOf(gzipSync(Buffer.concat([...parts, tarEnd])));
}

test('a changed or missing table is named, although the file can be read', async () => {
  const isMembers = ({ name }: TarEntry) => name.includes('/tables/members/');
  const flip = (entry: TarEntry) => {
    if (!isMembers(entry)) return entry;
    const body = Buffer.from(entry.body);
    body[0] = (body[0] ?? 0) ^ 1;
    return { ...entry, body };
  };
  await assertRefused(await rewritten(flip), /is damaged at the table members\./);
  const leaveOut = (entry: TarEntry) => (isMembers(entry) ? null : entry);
  await assertRefused(await rewritten(leaveOut), /is damaged at the table members\./);
  const other = (entry: TarEntry) => ({
    ...entry,
    name: entry.name.replace('/members/', '/others/'),
  });
  await assertRefused(await rewritten(other), /is damaged at the table (members|others)\./);
});

test('an archive without its last file is refused', async () => {
  const from = await rewritten((entry) => (entry.name === manifestName ? null : entry));
  await assertRefused(from, /is damaged\. Use another copy/);
});

function withManifest(change: (manifest: Record<string, unknown>) => object): Promise<string> {
  return rewritten((entry) => {
    if (entry.name !== manifestName) return entry;
    const manifest = JSON.parse(entry.body.toString()) as Record<string, unknown>;
    return { ...entry, body: Buffer.from(JSON.stringify({ ...manifest, ...change(manifest) })) };
  });
}

test('an archive of a newer version is refused', async () => {
  const newer = (manifest: Record<string, unknown>) => ({
    migrations: [...(manifest['migrations'] as string[]), '9999_from_the_future.sql'],
  });
  const words = /^This backup was made by a newer version .*9999_from_the_future.*Update/;
  await assertRefused(await withManifest(newer), words);
  const nextFormat = await withManifest(() => ({ format: 2 }));
  await assertRefused(nextFormat, /was made by a newer version of the application\. Update/);
});
