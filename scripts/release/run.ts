import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';

interface Options {
  cwd?: string;
  env?: Record<string, string>;
}

/** Fails if the program does. What it says is shown. */
export function run(program: string, args: string[], { cwd, env }: Options = {}): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.on('error', fail);
    child.on('exit', (code) => {
      if (code === 0) done();
      else fail(new Error(`${program} ${args[0] ?? ''} ended with ${code ?? 'a signal'}.`));
    });
  });
}

/** What the program prints, without the last line break. */
export async function output(
  program: string,
  args: string[],
  options: Options = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, {
    cwd: options.cwd,
    maxBuffer: 2 ** 26,
  });
  return stdout.trim();
}
