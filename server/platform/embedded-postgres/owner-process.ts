// For the tests of this folder: owners in separate processes, so that a test can kill them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import { Client } from 'pg';

import { firstClosed } from './account.ts';

export const asRoot = process.getuid?.() === 0;
const nobody = { uid: 65534, gid: 65534 };

/** The reason to skip a test that needs an ordinary user: only root can switch users. */
export const noOrdinaryUser =
  asRoot && (await firstClosed(import.meta.dirname, nobody)) !== undefined
    ? "the user nobody can't read this folder"
    : false;

const program = `
  const { startEmbeddedPostgres } = await import(${JSON.stringify(import.meta.resolve('./start.ts'))});
  const say = (message) => console.log(JSON.stringify(message));
  const [dataDir] = process.argv.slice(1);
  process.stdin.once('data', async () => {
    try {
      const server = await startEmbeddedPostgres({ dataDir, log: (log) => say({ log }) });
      process.once('SIGTERM', () => server.stop().then(() => process.exit(0)));
      process.once('SIGUSR2', () => process.exit(0));
      say({ url: server.url });
    } catch (error) {
      say({ refused: error.name, message: error.message });
      process.exit(1);
    }
  });
  say({ waiting: true });
`;

type Said = { url?: string; refused?: string; message?: string; log?: string; waiting?: boolean };

/** A process that is ready to start the database of a folder on request. */
export async function makeOwner(t: TestContext, dataDir: string, ordinary = false) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], {
    ...(ordinary && asRoot ? nobody : {}),
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const said: Said[] = [];
  const exited = once(child, 'exit');
  t.after(() => child.kill('SIGKILL'));
  createInterface({ input: child.stdout }).on('line', (line) =>
    said.push(JSON.parse(line) as Said),
  );
  await until(() => said.some((one) => one.waiting));

  async function start(): Promise<Said> {
    child.stdin.write('go\n');
    return until(() => said.find((one) => one.url ?? one.refused));
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    child.kill(signal);
    await exited;
  }
  return { said, start, go: () => child.stdin.write('go\n'), end };
}

/** An owner whose database runs, and its URL. */
export async function startOwner(t: TestContext, dataDir: string, ordinary = false) {
  const owner = await makeOwner(t, dataDir, ordinary);
  const { url, message } = await owner.start();
  if (!url) throw new Error(message);
  return { ...owner, url };
}

/** A folder that is deleted after the test, with every database process in it. */
export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-test-'));
  if (asRoot) await chown(folder, nobody.uid, nobody.gid);
  t.after(async () => {
    await killAll(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });
  return folder;
}

/** Every process of PostgreSQL with its data below a folder, initdb included. */
export async function postgresBelow(folder: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const program = await readFile(`/proc/${name}/comm`, 'utf8').catch(() => '');
    if (!/^(postgres|initdb)/.test(program)) continue;
    const args = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    const cwd = await readlink(`/proc/${name}/cwd`).catch(() => '');
    if (args.includes(folder) || cwd.startsWith(folder)) found.push(Number(name));
  }
  return found;
}

export async function killAll(folder: string): Promise<void> {
  await until(async () => {
    const pids = await postgresBelow(folder);
    for (const pid of pids) kill(pid);
    return pids.length === 0;
  });
}

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

export async function until<T>(condition: () => T | Promise<T>): Promise<NonNullable<T>> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${condition.toString()}`);
    await wait(10);
  }
}

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
