import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

const nobody = { uid: 65_534, gid: 65_534 };

/** PgBouncer in session mode in front of all databases of a server. It has its defaults but for what the tests need. */
export async function startPooler(server: string) {
  const { searchParams, hostname, port, pathname, username, password } = new URL(server);
  const host = searchParams.get('host') ?? hostname;
  const account = `user=${username}${password && ` password=${password}`}`;
  const own = String(await freePort());
  const folder = await mkdtemp(join(tmpdir(), 'membership-pooler-'));
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
* = host=${host} port=${port || '5432'} ${account}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = session
default_pool_size = 200
max_client_conn = 2000
; A connection of the server serves one client: tests change the defaults of a database, and copy it.
server_lifetime = 0
; The tests take a database away for some milliseconds.
server_login_retry = 0.05
`,
  );
  // It refuses to run as root. The socket of our own database belongs to the same account.
  const identity = process.getuid?.() === 0 ? nobody : {};
  if ('uid' in identity) await chown(folder, nobody.uid, nobody.gid);
  const child = spawn('pgbouncer', [file], { stdio: 'ignore', ...identity });
  const exited = once(child, 'exit');
  const url = `postgresql://anyone@127.0.0.1:${own}${pathname}`;
  for (let left = 100; !(await answers(url)); left -= 1) {
    if (left === 0 || child.exitCode !== null) throw new Error('PgBouncer did not start.');
    await setTimeout(100);
  }
  return {
    url,
    async stop(): Promise<void> {
      child.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
