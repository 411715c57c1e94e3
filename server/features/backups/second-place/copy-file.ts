import { copyFile, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { workApart } from '#server/platform/concurrency/run-apart.ts';
import { missingFirst, problemOfCopyFolder } from './copy-folder.ts';

/** The task of this program, which runs apart: one backup in its first folder, and the second folder. */
export interface BackupCopy {
  id: string;
  name: string;
  folder: string;
  copyFolder: string;
  /** The draft has this end until it is whole. */
  draftEnd: string;
  dataDir: string;
}

/** Under its name it is whole, and on the disk. An interrupted one is written again. */
async function copy({
  id,
  name,
  folder,
  copyFolder,
  draftEnd,
  dataDir,
}: BackupCopy): Promise<void> {
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
  if (present !== null && present.size !== size) {
    await rm(draft);
    throw new Error(
      `${to} exists already and is another file. Two installations need two second folders.`,
    );
  }
  await rename(draft, to);
}

await workApart(copy);
