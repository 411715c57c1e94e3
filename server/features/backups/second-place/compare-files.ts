import { createReadStream } from 'node:fs';
import { workApart } from '#server/platform/concurrency/run-apart.ts';
import { sha256Of } from './sha256-of.ts';

/** The task of this program, which runs apart: reads a file, which has to have this checksum. */
export interface FileToCompare {
  path: string;
  sha256: string;
  /** What is wrong if it has another one. */
  problem: string;
  /** What is said if it is not there. */
  missing: string;
}

await workApart(async ({ path, sha256, problem, missing }: FileToCompare) => {
  const found = await sha256Of(createReadStream(path)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(missing) : error;
  });
  if (found !== sha256) throw new Error(problem);
});
