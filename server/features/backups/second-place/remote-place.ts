import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { backupTexts } from '#contract/backups/endpoints.ts';
import { draftEnd } from '#server/platform/backup/write-backup.ts';
import { addToListBeside, type Entry, type ListBeside, stampOfList } from '../list-beside.ts';
import { missingFirst } from './copy-folder.ts';
import type { BackupToCopy, Place, PlaceConfig } from './place.ts';
import { rclone, type Remote } from './rclone.ts';
import { sha256Of } from './sha256-of.ts';

export function remotePlace(place: string, config: PlaceConfig): Place {
  const remote = { place, file: config.rcloneConfig };
  return {
    async tryOut(signal) {
      if (config.backupPassphrase === null) return backupTexts.remoteNeedsPassphrase;
      return problemOf(tryOut(remote, signal));
    },
    copy: (backup, signal) => problemOf(copy(remote, backup, signal)),
    async compare({ name, sha256, damaged }, signal) {
      const found = rclone(remote, ['cat', place + name], signal, { read: sha256Of });
      return problemOf(
        found.then((sum) => {
          if (sum !== sha256) throw new Error(damaged);
        }),
      );
    },
    completeList: (list, entries, signal) =>
      problemOf(completeList(remote, { list, entries }, signal)),
    sizesOf: (_, signal) => sizesIn(remote, signal),
    async delete(name, signal) {
      await rclone(remote, ['deletefile', place + name], signal);
    },
    pathOf: () => null,
  };
}

const problemOf = (work: Promise<void>): Promise<string | null> =>
  work.then(
    () => null,
    ({ message }: Error) => message,
  );

async function tryOut(remote: Remote, signal: AbortSignal): Promise<void> {
  const path = `${remote.place}membership-test.txt`;
  // A person waits.
  const once = ['--retries=1', '--low-level-retries=1'];
  await rclone(remote, ['rcat', ...once, path], signal, { input: 'A test of Membership.\n' });
  await rclone(remote, ['deletefile', ...once, path], signal);
}

async function copy(
  remote: Remote,
  { id, name, folder }: BackupToCopy,
  signal: AbortSignal,
): Promise<void> {
  const { place } = remote;
  const from = join(folder, name);
  const source = await stat(from).catch(() => {
    throw new Error(missingFirst(from));
  });
  if (!name.endsWith('.age')) throw new Error(backupTexts.remoteNeedsPassphrase);
  const draft = `${place}${name}.${id}${draftEnd}`;
  // rclone compares size and, where the remote has one, checksum.
  await rclone(remote, ['copyto', '--ignore-times', from, draft], signal);
  const present = (await sizesIn(remote, signal)).get(name);
  // It is read back only if it is there already, which is rare.
  const isOther = async () =>
    present !== source.size ||
    (await rclone(remote, ['cat', place + name], signal, { read: sha256Of })) !==
      (await sha256Of(createReadStream(from)));
  if (present !== undefined && (await isOther())) {
    await rclone(remote, ['deletefile', draft], signal);
    throw new Error(
      `${place}${name} exists already and is another file. Two installations need two second places.`,
    );
  }
  await rclone(remote, ['moveto', '--ignore-times', draft, place + name], signal);
}

const listing = z.array(z.object({ Name: z.string(), Size: z.number() }));

async function sizesIn(remote: Remote, signal: AbortSignal): Promise<Map<string, number>> {
  const args = ['lsjson', '--files-only', '--no-modtime', '--no-mimetype', remote.place];
  const files = listing.parse(JSON.parse(await rclone(remote, args, signal)));
  return new Map(files.map(({ Name, Size }) => [Name, Size]));
}

async function completeList(
  remote: Remote,
  { list, entries }: { list: ListBeside; entries: readonly Entry[] },
  signal: AbortSignal,
): Promise<void> {
  const { place } = remote;
  const folder = await mkdtemp(join(tmpdir(), 'membership-list-'));
  try {
    // Of a name that is not there, nothing is copied.
    await rclone(remote, ['copy', `--include=/${list.name}`, place, folder], signal);
    const before = await stampOfList(list, folder);
    await addToListBeside(list, folder, entries);
    if ((await stampOfList(list, folder)) === before) return;
    const input = await readFile(join(folder, list.name), 'utf8');
    await rclone(remote, ['rcat', place + list.name], signal, { input });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
