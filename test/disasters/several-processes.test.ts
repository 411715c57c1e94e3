import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { login, logout } from '#contract/auth/endpoints.ts';
import { getBulkEmail } from '#contract/bulk-emails/endpoints.ts';
import { donate, listDonationTypes } from '#contract/donations/endpoints.ts';
import { getMenuCounts } from '#contract/menu-counts/endpoints.ts';
import { query } from '#server/platform/embedded-postgres/owner-process.ts';
import { makeTestDatabase } from '#test/support/database.ts';
import { sendToMany } from '#test/support/disasters/bulk-email.ts';
import { callOver } from '#test/support/disasters/call.ts';
import {
  administrator,
  signIn,
  startInstallation,
  startWorker,
} from '#test/support/disasters/installation.ts';
import { startLoad } from '#test/support/disasters/load.ts';
import { countLosses, report } from '#test/support/disasters/losses.ts';
import { noProxy, startProxy } from '#test/support/disasters/proxy.ts';
import { openMailServer } from '#test/support/mail/smtp-server.ts';
import { until } from '#test/support/outage.ts';

const recipients = 300;
/** Of one worker to the mail server. */
const connections = 5;

let clients = 0;
/** A client with an address of its own, which the processes believe their proxy. */
const newClient = () => {
  clients += 1;
  return { 'x-forwarded-for': `10.0.${clients >> 8}.${clients & 255}` };
};

/** Two web processes on one database, and two workers where a test needs them. */
async function startAll(t: TestContext, RATE_LIMITS: 'on' | 'off') {
  const { url: databaseUrl, drop } = await makeTestDatabase();
  t.after(drop);
  const mailServer = await openMailServer({
    taken: async () => {
      await setTimeout(100);
      return '250 taken';
    },
  });
  t.after(() => mailServer.close());
  const settings = {
    DATABASE_URL: databaseUrl,
    SMTP_URL: mailServer.url,
    RATE_LIMITS,
    TRUST_PROXY: '127.0.0.1',
    // Both answer with the same address for new members.
    PUBLIC_URL: 'http://localhost:3000',
  };
  const startWeb = (PORT?: string) =>
    startInstallation(t, { ...settings, PROCESS: 'web', ...(PORT ? { PORT } : {}) });
  const web = await Promise.all([startWeb(), startWeb()]);
  const startWorkers = () => Promise.all([startWorker(t, settings), startWorker(t, settings)]);
  return { databaseUrl, mailServer, startWeb, web, startWorkers };
}

type All = Awaited<ReturnType<typeof startAll>>;

async function shareSessions({ web: [one, other] }: All): Promise<void> {
  const session = { ...(await signIn(one.url)), ...newClient() };
  const counts = async (url: string) => callOver(url, getMenuCounts, {}, session);
  const both = await Promise.all([counts(one.url), counts(other.url)]);
  assert.deepEqual(both[0], both[1]);
  assert.equal(both[1].status, 200);
  await callOver(other.url, logout, {}, session);
  assert.deepEqual([(await counts(one.url)).status, (await counts(other.url)).status], [401, 401]);
}

async function shareThrottle({ web }: All): Promise<number> {
  const client = newClient();
  const attempt = async (n: number) => {
    const body = { email: administrator, password: `Wrong${n}` };
    return (await callOver(web[n % 2].url, login, { body }, client)).status;
  };
  const statuses = await Promise.all(Array.from({ length: 16 }, (_, n) => attempt(n)));
  assert.equal(statuses.filter((status) => status === 401).length, 10);
  assert.equal(statuses.filter((status) => status === 429).length, 6);
  return statuses.length;
}

async function shareKeys({ web, databaseUrl }: All): Promise<number> {
  const types = (await callOver(web[0].url, listDonationTypes, {}, newClient())).data;
  const donationTypeId = types.find(({ name }) => name === 'EFT')!.id;
  const body = {
    firstName: 'A',
    lastName: 'B',
    email: 'key@example.org',
    donationTypeId,
    amount: 10,
  };
  const keys = Array.from({ length: 20 }, () => randomUUID());
  for (const key of keys) {
    const headers = { ...newClient(), 'idempotency-key': key };
    const replies = await Promise.all(
      web.map(({ url }) => callOver(url, donate, { body }, headers)),
    );
    assert.deepEqual(replies[0], replies[1]);
    assert.equal(replies[0]?.status, 201);
  }
  const [row] = await query(
    databaseUrl,
    `SELECT count(*)::int FROM donations WHERE email = 'key@example.org'`,
  );
  assert.equal(row?.['count'], keys.length);
  return keys.length;
}

test('several processes share one database', async (t) => {
  // Without limits: in the other parts a few clients do the work of many.
  const { databaseUrl, mailServer, web, startWorkers, startWeb } = await startAll(t, 'off');

  await t.test(
    'sessions, the sign-in throttle and idempotency keys hold across processes',
    async (inside) => {
      const all = await startAll(inside, 'on');
      await shareSessions(all);
      report(inside, {
        'wrong passwords': await shareThrottle(all),
        'keys sent to both': await shareKeys(all),
      });
    },
  );

  await t.test(
    'one of two workers is killed while both send a bulk email @full',
    async (inside) => {
      const workers = await startWorkers();
      const id = await sendToMany(web[0].url, databaseUrl, recipients);
      const arrived = () => [...mailServer.counts].filter(([email]) => email.startsWith('many'));
      await until('both workers to send', async () => {
        const [row] = await query(
          databaseUrl,
          'SELECT count(DISTINCT sending_by)::int FROM bulk_recipients',
        );
        return row?.['count'] === 2 && arrived().length > recipients / 5;
      });
      workers[0].kill('SIGKILL');
      const session = await signIn(web[1].url);
      const bulkEmail = async () =>
        (await callOver(web[1].url, getBulkEmail, { params: { id } }, session)).data;
      const done = await until('the rest', async () => {
        const email = await bulkEmail();
        return email.bulkEmailStatusName === 'Complete' && email;
      });
      const twice = arrived().filter(([, count]) => count > 1);
      assert.deepEqual(twice, []);
      assert.equal(done.sentCount + done.uncertainCount, recipients);
      assert.ok(done.uncertainCount <= connections, `${done.uncertainCount} are uncertain`);
      assert.ok(arrived().length >= done.sentCount);
      report(inside, {
        recipients,
        sent: done.sentCount,
        uncertain: done.uncertainCount,
        lost: recipients - done.sentCount - done.uncertainCount,
        twice: twice.length,
      });
    },
  );

  await t.test(
    'behind HAProxy one web process is killed under load, and the other is restarted @full',
    { skip: noProxy },
    async (inside) => {
      const proxy = await startProxy(
        t,
        web.map(({ port }) => port),
      );
      const session = await signIn(proxy.url);
      const killed = await startLoad(inside, proxy.url, { ...session, headers: newClient });
      await killed.more(30);
      web[0].kill('SIGKILL');
      await killed.more(30);
      const first = await startWeb(web[0].port);
      await proxy.serving(0);
      await killed.stop();

      const restarted = await startLoad(inside, proxy.url, { ...session, headers: newClient });
      await restarted.more(20);
      web[1].kill('SIGTERM');
      assert.equal(await web[1].exited, 0);
      await restarted.more(30);
      const second = await startWeb(web[1].port);
      await proxy.serving(1);
      await restarted.more(20);
      await restarted.stop();
      assert.deepEqual([...restarted.failures], [], 'a restart is not noticed');

      const counts = await countLosses(databaseUrl, killed);
      await countLosses(databaseUrl, restarted);
      // Both processes count the same, and it is what the clients have left open.
      const open = killed.answered.donations.length + restarted.answered.donations.length;
      const menu = await Promise.all(
        [first, second].map(({ url }) => callOver(url, getMenuCounts, {}, session)),
      );
      assert.deepEqual(menu[0]?.data, menu[1]?.data);
      const [row] = await query(databaseUrl, 'SELECT count(*)::int FROM donations');
      assert.equal(menu[0]?.data.pendingDonations, row?.['count']);
      assert.ok(menu[0]?.data.pendingDonations >= open);
      report(inside, {
        ...counts,
        answered: killed.count() + restarted.count(),
        'longest gap in ms': killed.longestGapMs(),
      });
    },
  );
});
