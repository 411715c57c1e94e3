import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workApart } from '#server/platform/concurrency/run-apart.ts';

/** The task of this program, which runs apart: writes a file there and deletes it. */
export interface FolderToTry {
  folder: string;
}

await workApart(async ({ folder }: FolderToTry) => {
  const path = join(folder, 'membership-test.txt');
  await writeFile(path, '');
  await rm(path);
});
