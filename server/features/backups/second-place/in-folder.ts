import { createReadStream } from 'node:fs';
import { copyFile, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workApart } from '#server/platform/concurrency/run-apart.ts';
import { addToListBeside, type Entry, type ListBeside } from '../list-beside.ts';
import { missingFirst, problemOfCopyFolder } from './copy-folder.ts';
import type { BackupToCopy, CopyToCompare } from './place.ts';
import { sha256Of } from './sha256-of.ts';

/** The task of this program, which runs apart on one folder. */
export type FolderTask = { folder: string } & (
  | { work: 'tryOut' }
  // The draft has this end until it is whole.
  | { work: 'copy'; backup: BackupToCopy; draftEnd: string; dataDir: string }
  | { work: 'compare'; copy: CopyToCompare }
  | { work: 'completeList'; list: ListBeside; entries: readonly Entry[] }
);

async function tryOut(folder: string): Promise<void> {
  const path = join(folder, 'membership-test.txt');
  await writeFile(path, '');
  await rm(path);
}

/** Under its name it is whole, and on the disk. An interrupted one is written again. */
async function copy({
  folder: copyFolder,
  backup: { id, name, folder },
  draftEnd,
  dataDir,
}: FolderTask & { work: 'copy' }): Promise<void> {
  const from = join(folder, name);
  const source = await stat(from).catch(() => {
    throw new Error(missingFirst(from));
  });
  // The folder must be there: made by us, it would be on the wrong disk while the drive is away.
  const problem = problemOfCopyFolder(await realpath(copyFolder), dataDir);
  if (problem !== null) throw new Error(problem);
  const to = join(copyFolder, name);
  const draft = `${to}.${id}${draftEnd}`;
  await copyFile(from, draft);
  await using handle = await open(draft, 'r+');
  await handle.sync();
  const { size } = await handle.stat();
  if (size !== source.size) {
    throw new Error(`The copy in ${copyFolder} has another size. Check the disk.`);
  }
  const present = await stat(to).catch(() => null);
  // Encrypted backups of two installations often have the same name and size.
  if (present !== null && (present.size !== size || !(await isSame(to, from)))) {
    await rm(draft);
    throw new Error(
      `${to} exists already and is another file. Two installations need two second folders.`,
    );
  }
  await rename(draft, to);
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all(
    [one, other].map((path) => sha256Of(createReadStream(path))),
  );
  return first === second;
}

async function compare(folder: string, { name, sha256, damaged }: CopyToCompare): Promise<void> {
  const stream = createReadStream(join(folder, name));
  const found = await sha256Of(stream).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new Error(`The copy of ${name} is not in ${folder} any more. Press Back up now.`);
  });
  if (found !== sha256) throw new Error(damaged);
}

await workApart(async (task: FolderTask) => {
  const { work, folder } = task;
  if (work === 'tryOut') await tryOut(folder);
  else if (work === 'copy') await copy(task);
  else if (work === 'compare') await compare(folder, task.copy);
  else await addToListBeside(task.list, folder, task.entries);
});
