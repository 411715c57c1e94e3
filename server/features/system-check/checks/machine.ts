import { access, constants, readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import {
  failed,
  ok,
  reasonOf,
  warning,
  type Check,
  type CheckDeps,
  type Finding,
} from '../check.ts';

const oldestNode = 24;

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

/** The disk of the data folder, with the backups. */
export function diskCheck({ dataDir }: Config): Check {
  return {
    name: 'Disk',
    run: async () => {
      try {
        await access(dataDir, constants.W_OK);
        return judgeSpace(dataDir, await freeMb(dataDir));
      } catch (error) {
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

export function judgeSpace(folder: string, freeMegabytes: number): Finding {
  const amount =
    freeMegabytes < 10 * 1024 ? `${freeMegabytes} MB` : `${Math.floor(freeMegabytes / 1024)} GB`;
  const finding = `${amount} free for DATA_DIR (${folder}).`;
  if (freeMegabytes < tooLittleMb) return failed(finding, 'Free some space now.');
  if (freeMegabytes < littleMb) return warning(finding, 'Free some space.');
  return ok(finding);
}

const hourMs = 3_600_000;
const lateHours = 36;
const tooLateHours = 72;

export function backupCheck({ config, clock }: CheckDeps): Check {
  const folder = join(config.dataDir, 'backups');
  return {
    name: 'Backups',
    run: async () => {
      const latest = await latestBackup(folder);
      if (latest === null) {
        return warning(`No backup in ${folder}.`, 'Make one with "npm run backup -- FILE".');
      }
      const hours = Math.floor((clock.now().getTime() - latest) / hourMs);
      const finding = `The latest backup is ${hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`} old.`;
      const advice = `Look into the log, and whether the disk of ${folder} is full.`;
      if (hours >= tooLateHours) return failed(finding, advice);
      if (hours >= lateHours) return warning(finding, advice);
      return ok(finding);
    },
  };
}

async function latestBackup(folder: string): Promise<number | null> {
  const names = await readdir(folder).catch(() => []);
  const backups = names.filter((name) => name.startsWith('backup-'));
  const times = await Promise.all(
    backups.map((name) => stat(join(folder, name)).then(({ mtimeMs }) => mtimeMs)),
  );
  return times.length === 0 ? null : Math.max(...times);
}
