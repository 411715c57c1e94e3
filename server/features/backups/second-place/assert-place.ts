import { backupTexts, isRemote } from '#contract/backups/endpoints.ts';
import type { Config } from '#server/config.ts';
import { badField } from '#server/errors.ts';
import { problemOfCopyFolder } from './copy-folder.ts';
import { problemInFolder } from './problem-in-folder.ts';
import { tryRemote } from './remote-copies.ts';
import type { FolderToTry } from './try-folder.ts';

/** A person waits for it. */
const longestMs = 20_000;
const program = new URL('try-folder.ts', import.meta.url);

/** Refuses a second place where no file can be written. product-rules 2.31. */
export async function assertPlace(place: string, config: Config): Promise<void> {
  const signal = AbortSignal.timeout(longestMs);
  const problem = isRemote(place)
    ? await problemOfRemote(place, config, signal)
    : (problemOfCopyFolder(place, config.dataDir) ??
      (await problemOfFolder(place, config, signal)));
  if (problem !== null) throw badField('copyFolder', problem);
}

async function problemOfRemote(place: string, config: Config, signal: AbortSignal) {
  if (config.backupPassphrase === null) return backupTexts.remoteNeedsPassphrase;
  const remote = { place, file: config.rcloneConfig };
  return tryRemote(remote, signal).then(
    () => null,
    ({ message }: Error) => message,
  );
}

/** Only where this process makes the backups, too: a worker may be on another machine. */
async function problemOfFolder(folder: string, config: Config, signal: AbortSignal) {
  if (config.process !== 'all') return null;
  const task: FolderToTry = { folder };
  return problemInFolder(program, task, { folder, signal });
}
