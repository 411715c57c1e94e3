/**
 * What a new installation holds in memory while nobody uses it, with its embedded database: right
 * after the start and when it has rested: node bench/at-rest.ts [seconds]. Linux only.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '#test/support/program.ts';
import { memoryOf, treeOf } from './process-memory.ts';

const seconds = Number(process.argv[2] ?? 120);
const start = fileURLToPath(new URL('../scripts/start.sh', import.meta.url));
const dataDir = await mkdtemp(join(tmpdir(), 'membership-bench-'));
await chmod(dataDir, 0o711);
const application = spawn('sh', [start], {
  env: {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    PORT: await freePort(),
    ADMIN_PASSWORD: 'Secret123',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
process.once('exit', () => application.kill());
try {
  await once(application.stdout, 'data');
  await setTimeout(5000);
  report('5 s after the start');
  await setTimeout((seconds - 5) * 1000);
  report(`${seconds} s after the start`);
} finally {
  application.kill('SIGTERM');
  await once(application, 'exit');
  await rm(dataDir, { recursive: true, force: true });
}

function report(when: string): void {
  const [main = 0, ...others] = treeOf(application.pid ?? 0);
  const node = memoryOf([main]);
  const postgres = memoryOf(others);
  const total = node.own + node.files + postgres.own + postgres.files;
  console.log(
    `${when}: ${megabytes(total)} MB; Node ${megabytes(node.own)} and ${megabytes(node.files)} of program files, ` +
      `PostgreSQL ${megabytes(postgres.own)} in ${others.length} processes and ${megabytes(postgres.files)} shared and files`,
  );
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}
