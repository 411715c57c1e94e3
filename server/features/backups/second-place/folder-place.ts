import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { draftEnd } from '#server/platform/backup/write-backup.ts';
import { runApart } from '#server/platform/concurrency/run-apart.ts';
import { describeFailure } from '../describe-failure.ts';
import { problemOfCopyFolder } from './copy-folder.ts';
import type { FolderTask } from './in-folder.ts';
import type { Place, PlaceConfig } from './place.ts';

export function folderPlace(folder: string, { dataDir, process }: PlaceConfig): Place {
  return {
    async tryOut(signal) {
      const problem = problemOfCopyFolder(folder, dataDir);
      // Only where this process makes the backups, too: a worker may be on another machine.
      if (problem !== null || process !== 'all') return problem;
      return problemOf({ work: 'tryOut', folder }, signal);
    },
    copy: (backup, signal) =>
      problemOf({ work: 'copy', folder, backup, draftEnd, dataDir }, signal),
    compare: (copy, signal) => problemOf({ work: 'compare', folder, copy }, signal),
    completeList: (list, entries, signal) =>
      problemOf({ work: 'completeList', folder, list, entries }, signal),
    async sizesOf(names) {
      const sizes = await Promise.all(
        names.map((name) =>
          stat(join(folder, name)).then(
            ({ size }) => [[name, size] as const],
            () => [],
          ),
        ),
      );
      return new Map(sizes.flat());
    },
    delete: (name) => rm(join(folder, name)),
    pathOf: (name) => join(folder, name),
  };
}

const program = new URL('in-folder.ts', import.meta.url);

async function problemOf(task: FolderTask, signal: AbortSignal): Promise<string | null> {
  const outcome = await runApart(program, task, signal);
  if (outcome === 'done') return null;
  if (outcome === null) return `${task.folder} did not answer. Check the network drive.`;
  return outcome.code === undefined ? outcome.message : describeFailure(outcome, task.folder);
}
