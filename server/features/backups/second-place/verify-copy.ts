import { createReadStream } from 'node:fs';
import { basename, join } from 'node:path';
import { isRemote } from '#contract/backups/endpoints.ts';
import type { BackupDeps } from '../backup-deps.ts';
import type { FileToCompare } from './compare-files.ts';
import { problemInFolder } from './problem-in-folder.ts';
import { sha256InRemote } from './remote-copies.ts';
import { sha256Of } from './sha256-of.ts';

const longestMs = 2 * 3_600_000;
const program = new URL('compare-files.ts', import.meta.url);

/** Reads the second copy back. Answers why it is not as the first one, or `null`. product-rules 2.34. */
export async function verifyCopy(
  { config, ending }: Pick<BackupDeps, 'config' | 'ending'>,
  from: string,
  copyFolder: string,
): Promise<string | null> {
  const sha256 = await sha256Of(createReadStream(from));
  const name = basename(from);
  const problem = `The copy of ${name} in ${copyFolder} is damaged. Press Back up now, and check the disk of the second place.`;
  const signal = AbortSignal.any([ending, AbortSignal.timeout(longestMs)]);
  if (isRemote(copyFolder)) {
    const remote = { place: copyFolder, file: config.rcloneConfig };
    const outcome = await sha256InRemote(remote, name, signal).catch((error: Error) => error);
    ending.throwIfAborted();
    if (outcome instanceof Error) return outcome.message;
    return outcome === sha256 ? null : problem;
  }
  const missing = `The copy of ${name} is not in ${copyFolder} any more. Press Back up now.`;
  const task: FileToCompare = { path: join(copyFolder, name), sha256, problem, missing };
  const found = await problemInFolder(program, task, { folder: copyFolder, signal });
  ending.throwIfAborted();
  return found;
}
