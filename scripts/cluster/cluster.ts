import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import {
  addressOf,
  database,
  databaseAccount,
  here,
  machines,
  missingPackages,
  password,
  pooledUrl,
  postmasterOf,
  superuserUrl,
  webPort,
  writeConfigurations,
  type Machine,
  type PoolerOptions,
} from './machines.ts';
import { isWhole, leaderNow } from './patroni.ts';
import { findProcess, signal, signalTree, startProcess, waitFor } from './processes.ts';

const bin = '/usr/lib/postgresql/15/bin';
const applications = { web1: '3001', web2: '3002', worker1: '3003', worker2: '3004' };
export type Application = keyof typeof applications;
export const applicationNames = Object.keys(applications) as Application[];

export const defaultFolder = join(tmpdir(), 'membership-cluster');

export interface ClusterOptions {
  folder: string;
  /** Settings of the application beside those of the cluster. */
  settings?: Record<string, string>;
  poolerOptions?: PoolerOptions;
  /** The program of another version. */
  program?: string;
}

/** etcd, PostgreSQL under Patroni, HAProxy and PgBouncer, without the application. */
export async function startDatabases({
  folder,
  poolerOptions = [],
}: ClusterOptions): Promise<void> {
  const missing = missingPackages();
  if (missing.length > 0) throw new Error(`Install first: apt-get install ${missing.join(' ')}`);
  if (existsSync(folder)) throw new Error(`${folder} exists. Run scripts/cluster/stop.ts first.`);
  mkdirSync(folder, { mode: 0o755, recursive: true });
  chmodSync(folder, 0o755);
  const account = databaseAccount();
  writeConfigurations(folder, poolerOptions);
  const start = (name: string, command: string[]) => startProcess(folder, name, command, account);
  for (const machine of machines) {
    start(`relay${machine}`, ['haproxy', '-db', '-f', join(folder, `relay${machine}.cfg`)]);
    startEtcd(folder, machine);
  }
  await waitFor('etcd', async () => {
    const health = await fetch(`http://${addressOf(1)}:2379/health`);
    return ((await health.json()) as { health: string }).health === 'true';
  });
  startPatroni(folder, 1);
  await waitFor('the first leader', leaderNow);
  startPatroni(folder, 2);
  startPatroni(folder, 3);
  await waitFor('two standbys', isWhole);
  start('haproxy', ['haproxy', '-db', '-f', join(folder, 'haproxy.cfg')]);
  start('pgbouncer', ['pgbouncer', join(folder, 'pgbouncer.ini')]);
  await createDatabase(database);
}

/** Two web and two worker processes, and HAProxy in front of the pages. */
export async function startApplication(options: ClusterOptions): Promise<void> {
  const { folder, settings = {}, program } = options;
  if (findProcess(folder, 'web') === null)
    startProcess(folder, 'web', ['haproxy', '-db', '-f', join(folder, 'web.cfg')]);
  for (const name of applicationNames) {
    startOne(folder, name, settings, program);
    // The first one migrates the database.
    if (name === 'web1') await isReady(name);
  }
  await Promise.all(applicationNames.map(isReady));
  await waitFor('HAProxy', async () => (await fetch(`${webUrl}/readyz`)).ok);
}

export const webUrl = `http://${here}:${webPort}`;

/** Starts one process of the application, also of another version. */
export function startOne(
  folder: string,
  name: Application,
  settings: Record<string, string>,
  program = join(process.cwd(), 'server/main.ts'),
): number {
  const env = {
    DATABASE_URL: pooledUrl(),
    SESSION_SECRET: 'only for a cluster on one machine, and long enough',
    PUBLIC_URL: webUrl,
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'warn',
    ...settings,
    PROCESS: name.startsWith('web') ? 'web' : 'worker',
    HOST: here,
    PORT: applications[name],
    DATA_DIR: join(folder, name),
  };
  return startProcess(folder, name, [process.execPath, program], { env });
}

export async function isReady(name: Application): Promise<boolean> {
  const url = `http://${here}:${applications[name]}/readyz`;
  return waitFor(name, async () => (await fetch(url)).ok, 120);
}

/** Everything on a database machine, after a loss of its power. */
export function startMachine(folder: string, machine: Machine): void {
  startEtcd(folder, machine);
  startPatroni(folder, machine);
}

function startEtcd(folder: string, machine: Machine): void {
  const command = ['etcd', '--config-file', join(folder, `etcd${machine}.yml`)];
  startProcess(folder, `etcd${machine}`, command, databaseAccount());
}

/** Patroni, which starts PostgreSQL. */
function startPatroni(folder: string, machine: Machine): void {
  const command = ['patroni', join(folder, `patroni${machine}.yml`)];
  startProcess(folder, `patroni${machine}`, command, databaseAccount());
}

/** An empty database of the application's role. */
export async function createDatabase(name: string): Promise<void> {
  await waitFor(`the database ${name}`, async () => {
    const leader = await leaderNow();
    if (leader === null) return false;
    const client = newClient(superuserUrl(leader));
    await client.connect();
    try {
      const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [
        database,
      ]);
      if (rowCount === 0) {
        await client.query(`CREATE ROLE ${database} LOGIN CREATEDB PASSWORD '${password}'`);
      }
      await client.query(`CREATE DATABASE ${name} OWNER ${database}`);
      return true;
    } finally {
      await client.end();
    }
  });
  await waitFor('PgBouncer', async () => {
    const client = newClient(pooledUrl(name));
    await client.connect();
    await client.end();
    return true;
  });
}

/** Gives up soon: without a standby, a commit waits for ever. */
function newClient(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 5000,
    query_timeout: 10_000,
  });
  client.on('error', () => {});
  return client;
}

/** Ends every process of the folder, and deletes it. */
export async function stopCluster(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const names = globSync('*.pid', { cwd: folder }).map((file) => basename(file, '.pid'));
  const all = names.map((name) => findProcess(folder, name));
  const postmasters = machines.map((machine) => postmasterOf(folder, machine));
  for (const pid of [...all, ...postmasters]) if (pid !== null) signalTree(pid, 'SIGCONT');
  for (const name of applicationNames) signal(folder, name, 'SIGTERM');
  await gone(folder, applicationNames, 10).catch(() => {});
  for (const machine of machines) {
    // Otherwise Patroni would start PostgreSQL again.
    signal(folder, `patroni${machine}`, 'SIGKILL');
    const data = join(folder, `data${machine}`);
    const command = ['stop', '-m', 'immediate', '-w', '-t', '20', '-D', data];
    if (existsSync(join(data, 'postmaster.pid')))
      spawnSync(`${bin}/pg_ctl`, command, databaseAccount());
  }
  for (const name of names) signal(folder, name, 'SIGTERM');
  await gone(folder, names, 5).catch(() => {});
  for (const name of names) signal(folder, name, 'SIGKILL');
  await gone(folder, names, 10);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

async function gone(folder: string, names: string[], seconds: number): Promise<void> {
  await waitFor(
    'the end of the processes',
    () => names.every((name) => findProcess(folder, name) === null),
    seconds,
  );
}
