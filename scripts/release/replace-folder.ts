import { mkdir, rename, rm } from 'node:fs/promises';

/** Fills a new folder beside it, and puts that in its place. If that fails, the folder stays as it is. */
export async function replaceFolder(
  folder: string,
  fill: (draft: string) => Promise<void>,
): Promise<void> {
  const [draft, before] = [`${folder}.draft`, `${folder}.before`];
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  try {
    await fill(draft);
    await rm(before, { recursive: true, force: true });
    await rename(folder, before).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await rename(draft, folder);
    await rm(before, { recursive: true, force: true });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
