import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** An error of the file system has a code. A message without one is a sentence for people. */
export interface Failure {
  code?: string;
  message: string;
}

/**
 * Runs a program of ours in a process of its own. A network drive that is away blocks each call that touches
 * it, and in the application these would soon use up the few threads that also hash passwords and read files.
 * `null`: the signal came first. The process is killed, or left to itself while the drive blocks it.
 */
export async function runApart(
  program: URL,
  task: object,
  signal: AbortSignal,
): Promise<Failure | 'done' | null> {
  const child = fork(fileURLToPath(program), [JSON.stringify(task)], {
    stdio: 'ignore',
    execArgv: [],
  });
  const { promise, resolve } = Promise.withResolvers<Failure | 'done' | null>();
  child.once('message', (outcome) => resolve(outcome as Failure | 'done'));
  child.once('error', ({ message }) => resolve({ message }));
  child.once('exit', (code, killedBy) =>
    resolve({ message: `The copy was ended (${killedBy ?? code}). The next one is made again.` }),
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

/** The whole of such a program: does the work of its task, and tells the application. */
export async function workApart<T>(work: (task: T) => Promise<void>): Promise<void> {
  const outcome = await work(JSON.parse(process.argv[2] ?? '') as T).then(
    () => 'done' as const,
    ({ code, message }: NodeJS.ErrnoException): Failure =>
      code === undefined ? { message } : { code, message },
  );
  process.send?.(outcome, () => process.exit());
}
