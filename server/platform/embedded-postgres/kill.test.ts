import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { Client } from 'pg';

import {
  kill,
  killAll,
  makeOwner,
  noOrdinaryUser,
  postgresBelow,
  query,
  startOwner,
  temporaryFolder,
  until,
} from './owner-process.ts';

async function postmasterPid(dataDir: string): Promise<number> {
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  return Number.parseInt(await readFile(file, 'utf8'), 10);
}

test('after the owner is killed, the next start replaces the orphaned PostgreSQL', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  const first = await startOwner(t, dataDir);
  await query(first.url, 'create table note ()');
  const orphan = await postmasterPid(dataDir);
  await first.end('SIGKILL');
  assert.ok((await postgresBelow(dataDir)).includes(orphan));

  const second = await startOwner(t, dataDir);
  assert.notEqual(await postmasterPid(dataDir), orphan);
  assert.deepEqual(await query(second.url, 'select * from note'), []);
  await second.end('SIGTERM');
  assert.deepEqual(await postgresBelow(dataDir), []);
});

test('after PostgreSQL is killed, its owner restarts it at the same address', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  const owner = await startOwner(t, dataDir);
  const killed = await postmasterPid(dataDir);
  kill(killed);
  await until(() => query(owner.url, 'select 1').catch(() => undefined));
  assert.notEqual(await postmasterPid(dataDir), killed);
  assert.ok(owner.said.some(({ log }) => log?.includes('ended by itself (SIGKILL)')));
  await owner.end('SIGTERM');
  assert.deepEqual(await postgresBelow(dataDir), []);
});

test('no acknowledged commit is lost when all processes are killed repeatedly @full', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  let acknowledged = 0;
  for (let round = 0; round < 4; round++) {
    const owner = await startOwner(t, dataDir);
    await query(owner.url, 'create table if not exists mark (n int primary key)');
    const [{ highest } = {}] = await query(
      owner.url,
      'select coalesce(max(n), 0) highest from mark',
    );
    assert.ok(Number(highest) >= acknowledged, `${String(highest)} of ${acknowledged}`);
    const writing = writeMarks(owner.url, Number(highest), (n) => (acknowledged = n));
    const enough = acknowledged + 50;
    await until(() => acknowledged > enough);
    await Promise.all([owner.end('SIGKILL'), killAll(dataDir)]);
    await writing;
  }
});

async function writeMarks(url: string, from: number, acknowledge: (n: number) => void) {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (let n = from + 1; ; n++) {
      await client.query('insert into mark values ($1)', [n]);
      acknowledge(n);
    }
  } catch {
    // Killed, as it should be.
  }
}

test('after the owner is killed during initdb, the next start creates the cluster @full', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  const home = join(dataDir, 'postgres');
  const half = async () =>
    (await readdir(home).catch(() => [])).find((name) => name.startsWith('cluster.new-'));
  const killed = await makeOwner(t, dataDir);
  killed.go();
  await until(async () => (await half()) && (await postgresBelow(dataDir)).length > 0);
  await killed.end('SIGKILL');
  const second = await startOwner(t, dataDir);
  await query(second.url, 'create table note ()');
  await second.end('SIGTERM');

  await until(async () => (await postgresBelow(dataDir)).length === 0);
  const third = await startOwner(t, dataDir);
  assert.deepEqual(await query(third.url, 'select * from note'), []);
  assert.equal(await half(), undefined);
  await third.end('SIGTERM');
});

test(
  "after a kill the pid may be another process's: it lives on @full",
  { skip: noOrdinaryUser },
  async (t) => {
    const dataDir = join(await temporaryFolder(t), 'data');
    const first = await startOwner(t, dataDir, true);
    await Promise.all([first.end('SIGKILL'), killAll(dataDir)]);
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      ...(process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}),
      stdio: 'ignore',
    });
    t.after(() => other.kill('SIGKILL'));
    for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
      const file = join(dataDir, 'postgres', 'cluster', name);
      const text = await readFile(file, 'utf8');
      await writeFile(file, text.replace(/^\d+/, String(other.pid)));
    }
    const second = await startOwner(t, dataDir, true);
    assert.equal(other.exitCode ?? other.signalCode, null);
    await second.end('SIGTERM');
  },
);

test('an owner that exits without stopping leaves no PostgreSQL behind @full', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data');
  const owner = await startOwner(t, dataDir);
  await owner.end('SIGUSR2');
  await until(async () => (await postgresBelow(dataDir)).length === 0);
});
