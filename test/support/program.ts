import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { until } from './outage.ts';

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

/** Many are started beside everything else. */
const startMs = 120_000;

export type Program = ReturnType<typeof startProgram>;

/** Starts the application, or another version of it, in its own process with only these settings. */
export function startProgram(t: TestContext, settings: Record<string, string>, program = main) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [program], {
    env: { PATH, NODE_COMPILE_CACHE, LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  const exited = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
  return {
    exited,
    pid: child.pid ?? 0,
    said: () => said,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    async running(): Promise<void> {
      const ended = exited.then((code) => assertRunning(code, said));
      await Promise.race([ended, until('the start', () => said.includes('is running: '), startMs)]);
    },
  };
}

function assertRunning(code: number | string, said: string): never {
  throw new Error(`The application exited with ${code}: ${said}`);
}

export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return String(typeof address === 'object' ? address?.port : '');
}
