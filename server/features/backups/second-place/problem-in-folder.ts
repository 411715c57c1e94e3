import { runApart } from '#server/platform/concurrency/run-apart.ts';
import { describeFailure } from '../describe-failure.ts';

/** Runs a program of ours apart, on a folder. Answers what went wrong there and what to do, or `null`. */
export async function problemInFolder(
  program: URL,
  task: object,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<string | null> {
  const outcome = await runApart(program, task, signal);
  if (outcome === 'done') return null;
  if (outcome === null) return `${folder} did not answer. Check the network drive.`;
  return outcome.code === undefined ? outcome.message : describeFailure(outcome, folder);
}
