import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Runs a program in a process of its own, which can be killed. */
export function spawnJob(program: string, input: object) {
  const child = spawn(process.execPath, [fileURLToPath(program), JSON.stringify(input)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>;
  return {
    ended,
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
