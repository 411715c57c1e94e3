import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { backupTexts } from '#contract/backups/endpoints.ts';
import type { BackupCopy } from './copy-file.ts';
import { missingFirst } from './copy-folder.ts';
import { addToListBeside, type ListToComplete, stampOfList } from '../list-beside.ts';
import { rclone, type Remote } from './rclone.ts';
import { sha256Of } from './sha256-of.ts';

/** Writes a file there and deletes it. Throws a sentence that says why it cannot. */
export async function tryRemote(remote: Remote, signal: AbortSignal): Promise<void> {
  const path = `${remote.place}membership-test.txt`;
  // A person waits.
  const once = ['--retries=1', '--low-level-retries=1'];
  await rclone(remote, ['rcat', ...once, path], signal, { input: 'A test of Membership.\n' });
  await rclone(remote, ['deletefile', ...once, path], signal);
}

/** As in a folder: under its name it is whole, and a file of another installation is not replaced. */
export async function copyToRemote(
  { id, name, folder, copyFolder, draftEnd }: BackupCopy,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const remote = { place: copyFolder, file };
  const from = join(folder, name);
  const source = await stat(from).catch(() => {
    throw new Error(missingFirst(from));
  });
  if (!name.endsWith('.age')) throw new Error(backupTexts.remoteNeedsPassphrase);
  const draft = `${copyFolder}${name}.${id}${draftEnd}`;
  // rclone compares size and, where the remote has one, checksum.
  await rclone(remote, ['copyto', '--ignore-times', from, draft], signal);
  const present = (await sizesIn(remote, signal)).get(name);
  if (present !== undefined && present !== source.size) {
    await rclone(remote, ['deletefile', draft], signal);
    throw new Error(
      `${copyFolder}${name} exists already and is another file. Two installations need two second places.`,
    );
  }
  await rclone(remote, ['moveto', '--ignore-times', draft, copyFolder + name], signal);
}

const listing = z.array(z.object({ Name: z.string(), Size: z.number() }));

/** The files there, with their sizes in bytes. */
export async function sizesIn(remote: Remote, signal: AbortSignal): Promise<Map<string, number>> {
  const args = ['lsjson', '--files-only', '--no-modtime', '--no-mimetype', remote.place];
  const files = listing.parse(JSON.parse(await rclone(remote, args, signal)));
  return new Map(files.map(({ Name, Size }) => [Name, Size]));
}

export function sha256InRemote(remote: Remote, name: string, signal: AbortSignal): Promise<string> {
  return rclone(remote, ['cat', remote.place + name], signal, { read: sha256Of });
}

/** Adds to the list there what it lacks. */
export async function completeRemoteList(
  { list, folder: place, entries }: ListToComplete,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const remote = { place, file };
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
