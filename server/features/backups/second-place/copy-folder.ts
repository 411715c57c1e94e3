import { hostname } from 'node:os';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { backupTexts } from '#contract/backups/endpoints.ts';
import { backupFolder } from '../backup-deps.ts';

const appFolder = fileURLToPath(new URL('../../../../', import.meta.url));

/** The worker may have moved to another machine. */
export const missingFirst = (from: string) =>
  `The first copy, ${from}, is not on ${hostname()}. The next backup is copied again.`;

/** Why backups cannot be copied there, or `null`. Files beside the program might be published. */
export function problemOfCopyFolder(path: string, dataDir: string): string | null {
  const folder = resolve(path);
  if (folder === resolve(backupFolder({ dataDir }))) return backupTexts.firstFolder;
  const isInside = !/^(\.\.|[a-z]:)/i.test(relative(appFolder, folder));
  return isInside ? backupTexts.folderOfApp : null;
}
