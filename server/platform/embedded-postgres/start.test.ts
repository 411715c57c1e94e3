import assert from 'node:assert/strict';
import { mkdir, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import {
  asRoot,
  noOrdinaryUser,
  postgresBelow,
  query,
  startOwner,
  temporaryFolder,
} from './owner-process.ts';
import { startEmbeddedPostgres } from './start.ts';

for (const who of ['root', 'an ordinary user']) {
  const ordinary = who !== 'root';
  const skip = ordinary ? noOrdinaryUser : !asRoot && 'only root can test this';

  test(
    `${who} starts it in a new folder, and the data is there after a restart`,
    { skip },
    async (t) => {
      const dataDir = join(await temporaryFolder(t), 'parent', 'data');
      const first = await startOwner(t, dataDir, ordinary);
      await query(first.url, `create table note as select 'kept' as text`);
      await first.end('SIGTERM');
      assert.deepEqual(await postgresBelow(dataDir), []);

      const second = await startOwner(t, dataDir, ordinary);
      assert.deepEqual(await query(second.url, 'select text from note'), [{ text: 'kept' }]);
      await second.end('SIGTERM');
      const cluster = await stat(join(dataDir, 'postgres', 'cluster'));
      assert.equal(cluster.mode & 0o777, 0o700);
      assert.notEqual(cluster.uid, 0);
    },
  );
}

test(
  'started by root, no other program of the database’s account may connect',
  { skip: !asRoot && 'only root can test this' },
  async (t) => {
    const dataDir = join(await temporaryFolder(t), 'data');
    const server = await startEmbeddedPostgres({ dataDir });
    t.after(server.stop);
    const { uid } = await stat(join(dataDir, 'postgres', 'cluster'));
    process.seteuid?.(uid);
    try {
      await assert.rejects(query(server.url, 'select 1'), /Peer authentication failed/);
    } finally {
      process.seteuid?.(0);
    }
    assert.deepEqual(await query(server.url, 'select 1 as one'), [{ one: 1 }]);
  },
);

test('the database sorts by code point, speaks UTF-8 and UTC, and listens on no port', async (t) => {
  const folder = await temporaryFolder(t);
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data') });
  t.after(server.stop);
  const [facts] = await query(
    server.url,
    `select current_database() as name, datlocprovider as provider, datlocale as locale,
            pg_encoding_to_char(encoding) as encoding, current_setting('TimeZone') as zone,
            current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync
       from pg_database where datname = current_database()`,
  );
  assert.deepEqual(facts, {
    name: 'membership',
    provider: 'b',
    locale: 'C.UTF-8',
    encoding: 'UTF8',
    zone: 'UTC',
    addresses: '',
    fsync: 'on',
  });
});

test('settings reach PostgreSQL, and the error names a wrong one', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  const wrong = startEmbeddedPostgres({ dataDir, settings: { max_connections: 'many' } });
  await assert.rejects(wrong, /max_connections/);
  const server = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '17' } });
  t.after(server.stop);
  assert.deepEqual(await query(server.url, 'show max_connections'), [{ max_connections: '17' }]);
});

test('a data folder with a path too long for a socket works, also after a kill', async (t) => {
  const dataDir = join(await temporaryFolder(t), "it's long ".repeat(12), 'data');
  const first = await startOwner(t, dataDir);
  await first.end('SIGKILL');
  const second = await startOwner(t, dataDir);
  assert.equal(second.url, first.url);
  const link = new URL(second.url).searchParams.get('host') ?? '';
  assert.equal(await readlink(link), join(dataDir, 'postgres', 'cluster'));
  await second.end('SIGTERM');
  await assert.rejects(readlink(link), { code: 'ENOENT' });
});

test('data of another PostgreSQL version stays unchanged, and the error says what to do', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  const server = await startEmbeddedPostgres({ dataDir });
  await server.stop();
  await writeFile(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '17\n');
  await assert.rejects(startEmbeddedPostgres({ dataDir }), /PostgreSQL 17.*PostgreSQL 18.*backup/);
});

test(
  'below a folder that is closed to nobody, root puts the database elsewhere',
  {
    skip: !asRoot && 'only root can test this',
  },
  async (t) => {
    const closed = join(await temporaryFolder(t), 'closed');
    await mkdir(closed, { mode: 0o700 });
    const dataDir = join(closed, 'data');
    const lines: string[] = [];
    const first = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) });
    t.after(first.stop);
    const home = await readlink(join(dataDir, 'postgres'));
    assert.match(home, /^\/var\/lib\/conservation-membership\/data-/);
    assert.equal(lines[0], `The database of ${dataDir} lives in ${home}.`);
    assert.equal((await stat(closed)).mode & 0o777, 0o700);
    await query(first.url, 'create table note ()');
    await first.stop();

    const second = await startEmbeddedPostgres({ dataDir });
    t.after(second.stop);
    assert.deepEqual(await query(second.url, 'select * from note'), []);
    // Not before it has stopped: a database at work fills the folder that is being emptied.
    t.after(() => rm(home, { recursive: true, force: true }));
  },
);
