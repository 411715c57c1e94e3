import { access, constants, statfs } from 'node:fs/promises';
import type { Config } from '#server/config.ts';
import { serverFolder } from '#server/platform/db/server-disk.ts';
import { versionText } from '#server/version.ts';
import { failed, ok, reasonOf, warning, type Check, type Finding } from '../check.ts';

const oldestNode = 24;

/** For a report of a defect. What is newer is not asked: the server calls nobody. */
export const versionCheck = (): Check => ({
  name: 'Version',
  run: async () => ok(`Membership ${versionText()}.`),
});

export function nodeCheck(version = process.versions.node): Check {
  return {
    name: 'Node',
    run: async () =>
      Number(version.split('.')[0]) < oldestNode
        ? failed(`Node ${version}.`, `Install Node ${oldestNode} or newer.`)
        : ok(`Node ${version}.`),
  };
}

const megabyte = 2 ** 20;
const littleMb = 1024;
const tooLittleMb = 200;

/** The disk of the data folder, with the backups, and that of a database of this machine. */
export function diskCheck({ dataDir, databaseUrl }: Config): Check {
  return {
    name: 'Disk',
    run: async () => {
      try {
        await access(dataDir, constants.W_OK);
        const folder = await serverFolder(databaseUrl);
        const ofDatabase = folder === null ? null : await freeMb(folder);
        const ofData = await freeMb(dataDir);
        return folder !== null && ofDatabase !== null && ofDatabase < ofData
          ? judgeSpace(`the database (${folder})`, ofDatabase)
          : judgeSpace(`DATA_DIR (${dataDir})`, ofData);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
          return failed(
            `DATA_DIR (${dataDir}) does not exist.`,
            'Correct DATA_DIR, or start the application once, which makes the folder.',
          );
        }
        if ((error as NodeJS.ErrnoException).code === 'EROFS') {
          return failed(
            `The disk of DATA_DIR (${dataDir}) is read-only.`,
            'Look at the log of the system: a disk with errors is made read-only. Check it, then make it writable.',
          );
        }
        return failed(
          `DATA_DIR (${dataDir}) cannot be written (${reasonOf(error)}).`,
          'Run this as the user of the application. If it is that user, give it the folder.',
        );
      }
    },
  };
}

async function freeMb(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Math.floor((bavail * bsize) / megabyte);
}

/** `place`: of the disk, in words. */
export function judgeSpace(place: string, freeMegabytes: number): Finding {
  const amount =
    freeMegabytes < 10 * 1024 ? `${freeMegabytes} MB` : `${Math.floor(freeMegabytes / 1024)} GB`;
  const finding = `${amount} free for ${place}.`;
  if (freeMegabytes < tooLittleMb) return failed(finding, 'Free some space now.');
  if (freeMegabytes < littleMb) return warning(finding, 'Free some space.');
  return ok(finding);
}
