import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listDonations } from '#contract/donations/admin-endpoints.ts';
import { openLog } from '#server/log.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { query } from '#server/platform/embedded-postgres/owner-process.ts';
import { startQueue } from '#server/platform/jobs/queue.ts';
import { makeTestDatabase } from '#test/support/database.ts';
import { callOver } from '#test/support/disasters/call.ts';
import { makeFalseClock, noFalseClock } from '#test/support/disasters/false-clock.ts';
import { signIn, startInstallation } from '#test/support/disasters/installation.ts';
import { startLoad } from '#test/support/disasters/load.ts';
import { countLosses, report } from '#test/support/disasters/losses.ts';
import { openMailServer } from '#test/support/mail/smtp-server.ts';
import { until } from '#test/support/outage.ts';

test(
  'the clock of the application is set back an hour and forward a day under load @full',
  { skip: noFalseClock },
  async (t) => {
    const { url: databaseUrl, drop } = await makeTestDatabase();
    const mailServer = await openMailServer();
    t.after(() => mailServer.close());
    const clock = await makeFalseClock(t);
    const settings = { DATABASE_URL: databaseUrl, SMTP_URL: mailServer.url, ...clock.settings };
    const { url } = await startInstallation(t, settings);
    const first = await signIn(url);
    const statusOf = async (session: { authorization: string }) =>
      (await callOver(url, listDonations, {}, session)).status;
    const hoursOff = async () => {
      const reply = await fetch(`${url}/healthz`);
      return Math.round((Date.parse(reply.headers.get('date') ?? '') - Date.now()) / 3_600_000);
    };
    const set = async (offset: string, hours: number) => {
      clock.set(offset);
      await until(`the clock to be ${hours} hours off`, async () => (await hoursOff()) === hours);
    };
    const load = await startLoad(t, url, first);
    await load.more(8);

    await set('-1h', -1);
    assert.equal(await statusOf(first), 200);
    const back = await signIn(url);
    await load.more(8);

    await set('+1d', 24);
    assert.deepEqual([await statusOf(first), await statusOf(back)], [401, 401]);
    const ahead = await signIn(url);
    load.authorize(ahead);
    await load.more(8);

    await set('+0', 0);
    assert.deepEqual([await statusOf(first), await statusOf(ahead)], [200, 200]);
    await load.more(8);
    await load.stop();
    // The sessions of the clients end in the day ahead, and they sign in again.
    const others = [...load.failures.keys()].filter((status) => status !== '401');
    assert.deepEqual(others, [], JSON.stringify([...load.failures]));
    const counts = await countLosses(databaseUrl, load);
    const waiting = async () => {
      const [row] = await query(
        databaseUrl,
        'SELECT count(*)::int FROM mails WHERE sent_at IS NULL',
      );
      return Number(row?.['count']);
    };
    // Mails that were queued in the day ahead are due again when this job runs, each hour and at a start.
    const db = openDb(openPool(databaseUrl, 1));
    const queue = await startQueue(databaseUrl, openLog('silent'));
    await queue.enqueue(db, 'forget-old', {});
    await until('all mails', async () => (await waiting()) === 0);
    const mails = [...mailServer.counts.values()].reduce((sum, one) => sum + one, 0);
    const [sent] = await query(databaseUrl, 'SELECT count(*)::int FROM mails');
    assert.equal(mails, Number(sent?.['count']), 'each mail arrived once');
    report(t, { ...counts, mails });
    await queue.stop();
    await db.destroy();
    await drop();
  },
);
