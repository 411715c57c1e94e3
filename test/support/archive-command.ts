import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** `npm run backup` or another command with only these settings. */
export function runArchiveCommand(
  command: 'backup' | 'restore' | 'reset-two-step' | 'reconcile' | 'ledger',
  args: string[],
  settings: Record<string, string>,
) {
  const script = fileURLToPath(new URL(`../../scripts/${command}.ts`, import.meta.url));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: (code ?? signal) as number | string,
    said,
  }));
  return { pid: child.pid, ended, kill: (signal: NodeJS.Signals) => child.kill(signal) };
}
