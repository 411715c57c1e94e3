import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './platform/embedded-postgres/owner-process.ts';
import { makeEmptyDatabase, makeTestDatabase } from '#test/support/database.ts';
import { powerlessUrl } from '#test/support/empty-database.ts';
import { freePort, startProgram } from '#test/support/program.ts';

const command = fileURLToPath(new URL('../scripts/doctor.mjs', import.meta.url));
const SESSION_SECRET = 'a secret of the tests, of more than 32 bytes';

/** Runs the command with only these settings. */
function doctor(
  settings: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; said: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...settings };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [command, ...args],
      { env },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, said: stdout + stderr }),
    );
  });
}

test('beside a running application with the embedded database every line is checked, and none has failed', async (t) => {
  const settings = {
    DATA_DIR: join(await temporaryFolder(t), 'data'),
    PORT: await freePort(),
  };
  const program = startProgram(t, settings);
  await program.running();
  const { code, said } = await doctor(settings);
  assert.equal(code, 0, said);
  const others = await doctor({
    ...settings,
    MAIL_FROM: 'office@example.org',
    SMTP_URI: 'smtp://x',
  });
  const { results, version } = JSON.parse((await doctor(settings, '--json')).said) as {
    results: Record<string, string>[];
    version: string;
  };
  assert.match(version, /^\d+\.\d+\.\d+$/);
  assert.deepEqual(results[0], {
    name: 'Application',
    state: 'ok',
    finding: results[0]?.['finding'],
    advice: '',
  });
  assert.match(others.said, /^warning {2}Application: It runs at .*, with other settings than/m);
  assert.match(
    others.said,
    /^warning {2}Settings: SMTP_URI is no setting.* Did you mean SMTP_URL\?$/m,
  );
  assert.match(said, /^ok {7}Application: It runs at http:\/\/127\.0\.0\.1:\d+\.$/m);
  assert.match(said, /^ok {7}Database: PostgreSQL \d+\.\d+, embedded\.$/m);
  assert.match(said, /^ok {7}Migrations: All applied\.$/m);
  assert.match(said, /^ok {7}Public address: /m);
  assert.match(
    said,
    /^warning {2}Mail: Mail is not sent.* Enter a mail server under Company Info, Mail, or set SMTP_URL\.$/m,
  );
  assert.match(said, /^\d warnings?\. Checked on /m);
  assert.doesNotMatch(said, /Not checked/);

  program.kill('SIGTERM');
  assert.equal(await program.exited, 0);
  const without = await doctor(settings);
  assert.equal(without.code, 1, without.said);
  assert.match(without.said, /^1 failed, /m);
  assert.match(without.said, /^failed {3}Application: The application does not run at /m);
  assert.match(without.said, /^warning {2}Database: Not checked: the embedded database runs only/m);
  assert.match(without.said, /^ok {7}Disk: /m);
  assert.doesNotMatch(without.said, /Public address:/);
});

test('with a database server it is checked without the application', async (t) => {
  const { url, drop } = await makeTestDatabase();
  const DATA_DIR = await temporaryFolder(t);
  const settings = { DATABASE_URL: url, SESSION_SECRET, DATA_DIR, PORT: await freePort() };
  const { said } = await doctor(settings);
  assert.match(said, /^1 failed, /m);
  assert.match(said, /^(ok|warning) +Database: PostgreSQL \d+/m);
  assert.match(said, /^ok {7}Clock: /m);
  await drop();
});

test('a failure, and settings that are wrong, give the exit code 1', async (t) => {
  const DATA_DIR = await temporaryFolder(t);
  const port = await freePort();
  const DATABASE_URL = `postgresql://user:hidden@127.0.0.1:${port}/x`;
  const away = await doctor({ DATABASE_URL, SESSION_SECRET, DATA_DIR, PORT: await freePort() });
  assert.equal(away.code, 1, away.said);
  assert.match(
    away.said,
    /^failed {3}Database: The database does not answer \(nothing answers at this address and port\)\. Check DATABASE_URL/m,
  );
  assert.match(away.said, /^2 failed, \d+ warnings?/m);
  assert.doesNotMatch(away.said, /hidden|a secret of the tests/);
  const wrong = await doctor({ PORT: 'x', NOW: 'soon' });
  assert.equal(wrong.code, 1);
  assert.match(
    wrong.said,
    /^failed {3}Settings: These settings are not right: PORT must be .*, such as 3000\. NOW must be .*Z\. Correct them\.$/m,
  );
  const ofFile = await doctor({ PORT: 'x', MEMBERSHIP_SETTINGS: '/etc/membership/settings' });
  assert.match(ofFile.said, / Correct them in \/etc\/membership\/settings\.$/m);
  const elsewhere = await doctor({ HOST: '999.1.1.1', PAYFAST_MODE: 'off', DATA_DIR });
  assert.equal(elsewhere.code, 1);
  assert.match(
    elsewhere.said,
    /^failed {3}Application: HOST is 999\.1\.1\.1, which is no address of this machine\. Correct HOST/m,
  );
});

test('a port that another program uses is named, with the program', async (t) => {
  const DATA_DIR = await temporaryFolder(t);
  // What answers is no page, and no answer at all.
  for (const isWeb of [true, false]) {
    const server = isWeb ? createServer((_, reply) => reply.end('ok')) : createSocketServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const { code, said } = await doctor({ DATA_DIR, PORT: String(port) });
    assert.equal(code, 1, said);
    const found = `another program uses the port ${port} (node, process ${process.pid}).`;
    assert.ok(said.includes(found), said);
    server.close();
  }
});

test('a word that it does not know is refused, and nothing is checked', async () => {
  for (const wrong of [['--jsn'], ['--json', 'all']]) {
    const { code, said } = await doctor({}, ...wrong);
    assert.deepEqual([code, said], [2, 'Usage: npm run doctor -- [--json]\n']);
  }
});

test('an empty database, and a role that may not read the tables, are one failure', async (t) => {
  const DATA_DIR = await temporaryFolder(t);
  const settings = { SESSION_SECRET, DATA_DIR, PORT: await freePort() };
  const empty = await makeEmptyDatabase();
  const first = await doctor({ ...settings, DATABASE_URL: empty.url });
  assert.equal(first.code, 1, first.said);
  assert.match(
    first.said,
    /^failed {3}Database: The database is empty\. Start the application once/m,
  );
  // And the application does not run.
  assert.equal(first.said.match(/^failed/gm)?.length, 2, first.said);
  await empty.drop();

  const { url, drop } = await makeTestDatabase();
  const second = await doctor({ ...settings, DATABASE_URL: await powerlessUrl(url) });
  assert.match(
    second.said,
    /^failed {3}Database: The role in DATABASE_URL may not read.*OWNER TO/m,
  );
  assert.equal(second.said.match(/^failed/gm)?.length, 2, second.said);
  await drop();
});
