import { spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** The three database machines. Each is an address of its own on the loopback network. */
export const machines = [1, 2, 3] as const;
export type Machine = (typeof machines)[number];

export const nameOf = (machine: Machine) => `db${machine}`;
export const addressOf = (machine: Machine) => `127.50.0.1${machine}`;
/** HAProxy and Patroni reach a machine, and it reaches etcd, at these addresses, which `cutOff` can cut. */
const relayNetwork = (machine: Machine) => `127.50.${machine}`;

export const webPort = 8080;
const poolerPort = 6432;
/** The application's machine. */
export const here = '127.50.0.1';
export const password = 'of-the-cluster';
export const database = 'membership';

/** The address of a database behind PgBouncer, HAProxy and the present leader. */
export const pooledUrl = (name = database) =>
  `postgresql://${database}:${password}@${here}:${poolerPort}/${name}`;
export const superuserUrl = (machine: Machine) =>
  `postgresql://postgres:${password}@${addressOf(machine)}:5432/postgres`;

/** The programs of Debian's packages, and the package of each. */
const programs = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  patronictl: 'patroni',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
};

/** The packages that are missing on this machine. */
export function missingPackages(): string[] {
  const isMissing = (program: string) => spawnSync('which', [program]).status !== 0;
  const missing = Object.entries(programs).filter(([program]) => isMissing(program));
  return [...new Set(missing.map(([, name]) => name))];
}

/** The account of the database: PostgreSQL and Patroni refuse root. */
export function databaseAccount(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

/** Options of PgBouncer that differ from its defaults, such as `server_login_retry = 1`. */
export type PoolerOptions = string[];

/**
 * Writes the files of deploy/cluster/ with other addresses, folders and passwords, so that all machines are on
 * this one. The rest is as it stands there.
 */
export function writeConfigurations(folder: string, poolerOptions: PoolerOptions): void {
  const { uid, gid } = databaseAccount();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  for (const machine of machines) {
    mkdirSync(socketFolder(folder, machine));
    if (uid !== undefined && gid !== undefined) chownSync(socketFolder(folder, machine), uid, gid);
    write(folder, `etcd${machine}.yml`, etcdConfiguration(folder, machine));
    write(folder, `patroni${machine}.yml`, patroniConfiguration(folder, machine));
    write(folder, `relay${machine}.cfg`, relayConfiguration(machine));
  }
  const relays = (text: string) =>
    text.replaceAll(/10\.0\.0\.1([123])/g, (_, n: string) => `127.50.${n}.10`);
  const local = (text: string) => text.replaceAll('127.0.0.1', here);
  write(folder, 'haproxy.cfg', relays(local(asAnyUser('cluster/haproxy.cfg'))));
  const web = asAnyUser('haproxy.cfg').replace('bind :8080', `bind ${here}:${webPort}`);
  write(folder, 'web.cfg', local(web));
  const pooler = local(reference('cluster/pgbouncer.ini')).replace('/etc/pgbouncer', folder);
  write(folder, 'pgbouncer.ini', [pooler.trimEnd(), ...poolerOptions, ''].join('\n'));
  write(folder, 'userlist.txt', `"${database}" "${password}"\n`);
}

function reference(name: string): string {
  return readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
}

/** HAProxy is not started by root here, so it has no rights to give up. */
const asAnyUser = (name: string) =>
  reference(name).replaceAll(/^ {2}(user|group|chroot) .*\n/gm, '');

function write(folder: string, name: string, text: string): void {
  writeFileSync(join(folder, name), text, { mode: 0o644 });
}

/** The reference is that of the first machine. */
function ownLines(text: string, machine: Machine): string {
  return text
    .replaceAll('name: db1', `name: ${nameOf(machine)}`)
    .replaceAll(/^(\s*[\w-]+: (?:http:\/\/)?)10\.0\.0\.11:/gm, `$1${addressOf(machine)}:`);
}

function etcdConfiguration(folder: string, machine: Machine): string {
  return ownLines(reference('cluster/etcd.conf.yml'), machine)
    .replaceAll('10.0.0.', '127.50.0.')
    .replace('/var/lib/etcd/membership', join(folder, `etcd${machine}`));
}

function patroniConfiguration(folder: string, machine: Machine): string {
  return (
    ownLines(reference('cluster/patroni.yml'), machine)
      .replace(/hosts: \[.*\]/, (hosts) => hosts.replaceAll('10.0.0.', `${relayNetwork(machine)}.`))
      .replaceAll(/10\.0\.0\.(0\/24|1[123]\/32)/g, '127.0.0.0/8')
      // Each turn of the drills may have a database of its own.
      .replace('host membership membership', 'host all membership')
      .replace('/var/lib/postgresql/15/membership', join(folder, `data${machine}`))
      .replace('/var/run/postgresql', socketFolder(folder, machine))
      .replace('/var/lib/postgresql/.pgpass', join(folder, `pgpass${machine}`))
      .replaceAll(/CHANGE-\w+/g, password)
  );
}

const socketFolder = (folder: string, machine: Machine) => join(folder, `socket${machine}`);

/** What stands between a machine and the others: its way to etcd, and the way of clients to it. */
function relayConfiguration(machine: Machine): string {
  const network = relayNetwork(machine);
  const ways = [
    ...machines.map((other) => [`${network}.1${other}:2379`, `${addressOf(other)}:2379`]),
    ...[5432, 8008].map((port) => [`${network}.10:${port}`, `${addressOf(machine)}:${port}`]),
  ];
  const listeners = ways.map(
    ([from, to], n) => `listen way${n}\n  bind ${from}\n  server it ${to}\n`,
  );
  return `defaults
  mode tcp
  timeout connect 2s
  timeout client 24h
  timeout server 24h
${listeners.join('')}`;
}

/** PostgreSQL's main process on this machine, or null. */
export function postmasterOf(folder: string, machine: Machine): number | null {
  const data = join(folder, `data${machine}`);
  const file = join(data, 'postmaster.pid');
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0;
  const link = `/proc/${pid}/cwd`;
  return pid > 0 && existsSync(link) && readlinkSync(link) === data ? pid : null;
}
