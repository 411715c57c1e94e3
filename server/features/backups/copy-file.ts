import { copyFile, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { problemOfCopyFolder } from './copy-folder.ts';

/** One backup in its first folder, and the second folder. */
export interface BackupCopy {
  id: string;
  name: string;
  folder: string;
  copyFolder: string;
  /** The draft has this end until it is whole. */
  draftEnd: string;
  dataDir: string;
}

/** An error of the file system has a code. A message without one is a sentence for people. */
export interface CopyFailure {
  code?: string;
  message: string;
}

class CopyFailed extends Error {}

/** Under its name it is whole, and on the disk. An interrupted one is written again. */
async function copy({ id, name, folder, copyFolder, draftEnd, dataDir }: BackupCopy) {
  const from = join(folder, name);
  const source = await stat(from).catch(() => {
    throw new CopyFailed(
      `The first copy, ${from}, is not on ${hostname()}. The next backup is copied again.`,
    );
  });
  // The folder must be there: made by us, it would be on the wrong disk while the drive is away.
  const problem = problemOfCopyFolder(await realpath(copyFolder), dataDir);
  if (problem !== null) throw new CopyFailed(problem);
  const to = join(copyFolder, name);
  const draft = `${to}.${id}${draftEnd}`;
  await copyFile(from, draft);
  await using handle = await open(draft, 'r+');
  await handle.sync();
  const { size } = await handle.stat();
  if (size !== source.size) {
    throw new CopyFailed(`The copy in ${copyFolder} has another size. Check the disk.`);
  }
  const present = await stat(to).catch(() => null);
  if (present !== null && present.size !== size) {
    await rm(draft);
    throw new CopyFailed(
      `${to} exists already and is another file. Two installations need two second folders.`,
    );
  }
  await rename(draft, to);
}

function failureOf(error: NodeJS.ErrnoException): CopyFailure {
  return error instanceof CopyFailed || error.code === undefined
    ? { message: error.message }
    : { code: error.code, message: error.message };
}

// The program of a process of its own (`run-copy.ts`).
const task = JSON.parse(process.argv[2] ?? '') as BackupCopy;
const outcome = await copy(task).then(() => 'copied' as const, failureOf);
process.send?.(outcome, () => process.exit());
