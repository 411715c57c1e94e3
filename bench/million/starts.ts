import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#test/support/program.ts';
import { startApplication, untilReady } from '../office.ts';

const target = 60;

/** Seconds until the application is ready, with its embedded PostgreSQL. */
async function startOnce(name: string, settings: Record<string, string>): Promise<void> {
  const port = await freePort();
  const start = performance.now();
  const application = startApplication({ PROCESS: 'all', ...settings, PORT: port });
  await untilReady(Number(port), application);
  const seconds = (performance.now() - start) / 1000;
  const ended = once(application, 'exit');
  application.kill('SIGTERM');
  await ended;
  console.log(
    `${name}: ${seconds.toFixed(1)} s, target ${target} s${seconds > target ? ', MISSED' : ''}`,
  );
}

/** On an empty folder, on the filled one with its missing migrations, and again without. */
export async function measureStarts(dataDir: string, now: string): Promise<void> {
  const empty = await mkdtemp(join(tmpdir(), 'membership-bench-'));
  try {
    await chmod(empty, 0o711);
    await startOnce('first start on an empty folder', { DATA_DIR: empty });
  } finally {
    await rm(empty, { recursive: true, force: true });
  }
  const filled = { DATA_DIR: dataDir, NOW: now };
  await startOnce('first start on the filled folder, with the migrations it lacks', filled);
  await startOnce('second start on the filled folder', filled);
}
