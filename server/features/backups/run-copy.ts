import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BackupCopy, CopyFailure } from './copy-file.ts';

const program = fileURLToPath(new URL('copy-file.ts', import.meta.url));

/**
 * Copies in a process of its own. A network drive that is away blocks each call that touches it, and in the
 * application these would soon use up the few threads that also hash passwords and read files.
 * `null`: the signal came first. The process is killed, or left to itself while the drive blocks it.
 */
export async function runCopy(
  task: BackupCopy,
  signal: AbortSignal,
): Promise<CopyFailure | 'copied' | null> {
  const child = fork(program, [JSON.stringify(task)], { stdio: 'ignore', execArgv: [] });
  const { promise, resolve } = Promise.withResolvers<CopyFailure | 'copied' | null>();
  child.once('message', (outcome) => resolve(outcome as CopyFailure | 'copied'));
  child.once('error', ({ message }) => resolve({ message }));
  child.once('exit', (code, killedBy) =>
    resolve({
      message: `The copy was ended (${killedBy ?? code}). The next backup is copied again.`,
    }),
  );
  const giveUp = () => resolve(null);
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', giveUp);
    child.kill('SIGKILL');
    child.disconnect?.();
    child.unref();
  }
}
