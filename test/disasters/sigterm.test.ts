import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { openMailServer } from '#test/support/mail/smtp-server.ts';
import { makeTestDatabase } from '#test/support/database.ts';
import { until } from '#test/support/outage.ts';
import { sendToMany } from '#test/support/disasters/bulk-email.ts';
import {
  signIn,
  startInstallation,
  type Installation,
} from '#test/support/disasters/installation.ts';
import { startLoad } from '#test/support/disasters/load.ts';
import { assertPolite, countLosses, report } from '#test/support/disasters/losses.ts';

const longestMs = 10_000;

/** Ends the application, and returns how long that took. */
async function end(app: Installation): Promise<number> {
  const start = performance.now();
  app.kill('SIGTERM');
  assert.equal(await app.exited, 0, app.said());
  const took = Math.round(performance.now() - start);
  assert.ok(took < longestMs, `it took ${took} ms`);
  return took;
}

for (const [ends, run] of [
  [1, ''],
  [10, ' @full'],
] as const) {
  test(`the application is ended ${ends} times under load${run}`, async (t) => {
    const { url: databaseUrl, drop } = await makeTestDatabase();
    let slowest = 0;
    const sums = { answered: 0, 'not answered at first': 0, lost: 0, twice: 0 };
    for (let n = 1; n <= ends; n += 1) {
      const app = await startInstallation(t, { DATABASE_URL: databaseUrl });
      const load = await startLoad(t, app.url, await signIn(app.url));
      await load.more(20 + n);
      slowest = Math.max(slowest, await end(app));
      await load.stop('now');
      assertPolite(load);
      const counts = await countLosses(databaseUrl, load);
      for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += counts[name];
    }
    await drop();
    report(t, { ends, ...sums, 'slowest end in ms': slowest });
  });
}

test('a client that stalls and a mail server that is silent do not hold up the end @full', async (t) => {
  const mailServer = await openMailServer({ taken: () => 'silence' });
  t.after(() => mailServer.close());
  const { url: databaseUrl, drop } = await makeTestDatabase();
  t.after(drop);
  const settings = { DATABASE_URL: databaseUrl, SMTP_URL: mailServer.url };
  const app = await startInstallation(t, settings);
  await sendToMany(app.url, databaseUrl, 20);
  await until('the mail server to be silent', () => mailServer.connections() >= 5);
  const stalled = connect(Number(app.port), '127.0.0.1');
  t.after(() => stalled.destroy());
  stalled.write(
    'POST /api/donations HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
  );
  const isCutOff = new Promise((resolve) => stalled.on('close', resolve));
  stalled.on('error', () => {});
  report(t, { 'end in ms': await end(app) });
  await isCutOff;
});
