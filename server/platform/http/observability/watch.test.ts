import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { sql } from 'kysely';
import { openTestApp } from '#test/support/app.ts';
import { bringBack, takeAway } from '#test/support/outage.ts';
import { readVersion } from '#server/version.ts';
import { serverFolder } from '#server/platform/db/server-disk.ts';
import { diskProblem } from './health.ts';
import { askInstallation, questionHeader } from './installation.ts';

const app = await openTestApp();
const watched = await openTestApp({
  METRICS_FROM: '10.0.0.7, 192.168.0.0/16, fd00::/8',
  TRUST_PROXY: '127.0.0.1',
});

const metrics = async (remoteAddress: string, forwarded?: string, to = app) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return (await to.fastify.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
};

test('only a question with the secret of the installation is answered, once for each question', async () => {
  const ask = async (header: string) => {
    const headers = { [questionHeader]: header };
    return (await app.fastify.inject({ url: '/healthz', headers })).json();
  };
  const question = askInstallation(app.secret);
  const { installation, forwarding } = await ask(question.header);
  assert.equal(question.isAnswer(installation), true);
  assert.equal(forwarding, 'none');
  assert.equal(askInstallation(app.secret).isAnswer(installation), false);
  const stranger = askInstallation(new TextEncoder().encode('another secret of 32 bytes or more'));
  for (const header of ['', 'x', 'x.y', 'a session token', stranger.header]) {
    assert.deepEqual(await ask(header), { success: true, ...readVersion() });
  }
});

test('a proxy that is not named is reported once, and not while only this machine is served', async () => {
  const lines: string[] = [];
  const log = { write: (line: string) => void lines.push(line) };
  const settings = { PAYFAST_MODE: 'off', RATE_LIMITS: 'on', LOG_LEVEL: 'warn' };
  const PUBLIC_URL = 'https://members.example.org';
  const apps = [
    await openTestApp({ ...settings, PUBLIC_URL }, log),
    await openTestApp({ ...settings, PUBLIC_URL, TRUST_PROXY: '127.0.0.1' }, log),
    await openTestApp(settings, log),
  ];
  for (const { fastify } of apps) {
    await fastify.inject('/healthz');
    assert.deepEqual(
      lines.some((line) => line.includes('TRUST_PROXY')),
      fastify !== apps[0]?.fastify,
    );
    for (const url of ['/healthz', '/api/site']) {
      await fastify.inject({ url, headers: { 'x-forwarded-for': '203.0.113.9' } });
    }
  }
  assert.equal(lines.filter((line) => line.includes('TRUST_PROXY')).length, 1);
});

test('the metrics say what waits for the workers, and whether the database answers', async () => {
  const value = async (name: string) =>
    Number(
      new RegExp(`^${name} (.*)$`, 'm').exec((await app.fastify.inject('/metrics')).body)?.[1],
    );
  assert.deepEqual(
    [await value('database_up'), await value('jobs_oldest_seconds'), await value('mails_failed')],
    [1, 0, 0],
  );
  const at = app.clock.now().getTime();
  const mail = {
    kind: 'test',
    to_email: 'a@example.org',
    about: '{}',
    created_at: app.clock.now(),
  };
  await app.db
    .insertInto('mails')
    .values([
      { ...mail, id: randomUUID(), next_attempt_at: new Date(at - 300_000) },
      { ...mail, id: randomUUID(), next_attempt_at: new Date(at + 300_000) },
      { ...mail, id: randomUUID(), failed_at: new Date(at - 1000) },
    ])
    .execute();
  await app.queue.enqueue(app.db, 'mail-reset-link', { email: 'a@example.org' });
  await sql`UPDATE pgboss.job SET start_after = start_after - interval '10 minutes'`.execute(
    app.db,
  );
  assert.equal(await value('mails_oldest_seconds'), 300);
  assert.equal(await value('mails_failed'), 1);
  assert.equal(Math.round((await value('jobs_oldest_seconds')) / 60), 10);
  assert.ok(Math.abs(await value('clock_offset_seconds')) < 5);
  await takeAway(app.url);
  assert.deepEqual([await value('database_up'), await value('mails_failed')], [0, NaN]);
  await bringBack(app.url);
});

test('alive and ready, and which version it is', async () => {
  const alive = await app.fastify.inject('/healthz');
  const { version, commit } = readVersion();
  assert.match(version, /^\d+\.\d+\.\d+$/);
  assert.deepEqual([alive.statusCode, alive.json()], [200, { success: true, version, commit }]);
  const ready = await app.fastify.inject('/readyz');
  assert.deepEqual([ready.statusCode, ready.json()], [200, { success: true }]);
  const { body } = await app.fastify.inject('/metrics');
  assert.ok(body.includes(`build_info{version="${version}",commit="${commit}"} 1`));
});

test('the metrics say what the process uses, and what is kept from whom', async () => {
  const { body } = await app.fastify.inject('/metrics');
  const value = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(body)?.[1]);
  assert.ok(value('disk_free_bytes') > 1_000_000);
  assert.ok(value('database_size_bytes') > 1_000_000);
  assert.ok(value('process_resident_memory_bytes') > 10_000_000);
  assert.match(body, /^nodejs_eventloop_lag_seconds /m);
  assert.equal(value('mails_held'), 0);
  assert.equal(value('sign_ins_failed'), 0);
  assert.equal(value('backup_test_failed'), 0);
  assert.equal(value('backup_test_age_seconds'), NaN);
});

test('a database that lacks a migration is not ready, and one that a newer version has migrated is', async () => {
  const status = async () => (await app.fastify.inject('/readyz')).statusCode;
  await sql`INSERT INTO migrations (name) VALUES ('9999_later.sql')`.execute(app.db);
  assert.equal(await status(), 200);
  await sql`UPDATE migrations SET name = 'other.sql' WHERE name = (SELECT min(name) FROM migrations)`.execute(
    app.db,
  );
  assert.equal(await status(), 503);
});

test('the metrics are labelled with routes, not with URLs, which may contain personal data', async () => {
  await app.fastify.inject('/api/users/check-email?email=thandi%40example.org');
  await app.fastify.inject('/api/invoices/5f0c2a52-0000-4000-8000-000000000000');
  await app.fastify.inject('/some/page/of/thandi');
  const { body, headers } = await app.fastify.inject('/metrics');
  assert.match(String(headers['content-type']), /^text\/plain/);
  assert.match(
    body,
    /http_requests_total\{method="GET",route="\/api\/users\/check-email",status="200"\} 1/,
  );
  assert.match(body, /http_request_seconds_bucket/);
  assert.doesNotMatch(body, /thandi|5f0c2a52/);
});

test('the metrics are available only on this machine', async () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    assert.equal(await metrics(address), 200, address);
  }
  for (const address of ['203.0.113.9', '10.0.0.7', '2001:db8::1', '::ffff:10.0.0.7']) {
    assert.equal(await metrics(address), 404, address);
  }
});

test('a spoofed header opens nothing, nor does a proxy on this machine that nobody named', async () => {
  assert.equal(await metrics('203.0.113.9', '127.0.0.1'), 404);
  assert.equal(await metrics('127.0.0.1', '203.0.113.9'), 404);
  assert.equal(await metrics('127.0.0.1', '127.0.0.1'), 404);
});

test('METRICS_FROM opens it to addresses and ranges, also behind a believed proxy', async () => {
  for (const address of ['10.0.0.7', '192.168.3.4', 'fd12::1', '::ffff:10.0.0.7', '127.0.0.1']) {
    assert.equal(await metrics(address, undefined, watched), 200, address);
    assert.equal(
      await metrics('127.0.0.1', `1.2.3.4, ${address}`, watched),
      address === '127.0.0.1' ? 404 : 200,
      address,
    );
  }
  for (const address of ['10.0.0.8', '203.0.113.9', 'fe80::1', 'garbage']) {
    assert.equal(await metrics('127.0.0.1', address, watched), 404, address);
  }
  assert.equal(await metrics('203.0.113.9', '10.0.0.7', watched), 404);
});

test('metrics are refused to a request that any header says came through a proxy, unless a trusted one names the client', async () => {
  for (const to of [app, watched]) {
    for (const name of ['x-real-ip', 'via', 'forwarded']) {
      const headers = { [name]: 'for=203.0.113.9' };
      const { statusCode } = await to.fastify.inject({ url: '/metrics', headers });
      assert.equal(statusCode, 404, name);
    }
  }
  const headers = { 'x-forwarded-for': '10.0.0.7', via: '1.1 proxy' };
  assert.equal((await watched.fastify.inject({ url: '/metrics', headers })).statusCode, 200);
});

test('the disk of a database is watched if a socket of this machine leads to it', async () => {
  const debian = 'postgresql:///membership?host=/var/run/postgresql&user=membership';
  assert.equal(await serverFolder(debian, '/tmp'), '/tmp');
  assert.equal(await serverFolder(debian, '/nowhere'), null);
  assert.equal(await serverFolder('postgresql://db.example.org/membership', '/tmp'), null);
  assert.equal(await serverFolder(null, '/tmp'), null);
});

test('a disk without room is called read-only or forbidden if it is, and a disk with room is no problem', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'membership-disk-'));
  t.after(() => rm(folder, { recursive: true }));
  assert.equal(await diskProblem(folder), null);
  assert.equal(await diskProblem(join(folder, 'missing')), null);
  for (const [options, problem] of [
    ['size=8k', 'The disk of DATA_DIR is full.'],
    ['size=8k,ro', 'The disk of DATA_DIR is read-only.'],
  ] as const) {
    const mount = ['-t', 'tmpfs', '-o', options, 'tmpfs', folder];
    if (spawnSync('mount', mount).status !== 0) {
      t.skip('this user may not mount a disk');
      return;
    }
    const found = await diskProblem(folder);
    const ofDatabase = await diskProblem('/tmp', folder);
    execFileSync('umount', [folder]);
    assert.equal(found, problem);
    assert.equal(ofDatabase, `The disk of the database (${folder}) is full.`);
  }
});
