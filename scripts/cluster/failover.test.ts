import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmdirSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { getBulkEmail } from '#contract/bulk-emails/endpoints.ts';
import { query } from '#server/platform/embedded-postgres/owner-process.ts';
import { sendToAll, sendToMany } from '#test/support/disasters/bulk-email.ts';
import { callOver } from '#test/support/disasters/call.ts';
import { countCardPayments, startCardPayments } from '#test/support/disasters/card-payments.ts';
import { sharedSettings, signIn } from '#test/support/disasters/installation.ts';
import { type Load, startLoad } from '#test/support/disasters/load.ts';
import { assertPolite, countLosses, report } from '#test/support/disasters/losses.ts';
import { noHistory, previousVersion } from '#test/support/disasters/previous-version.ts';
import { openMailServer } from '#test/support/mail/smtp-server.ts';
import { openProvider } from '#test/support/payfast/provider.ts';
import {
  applicationNames,
  createDatabase,
  isReady,
  startApplication,
  startDatabases,
  startMachine,
  startOne,
  stopCluster,
  webUrl,
} from './cluster.ts';
import { cutOff, freezeDatabase, freezeMachine, killMachine } from './disturb.ts';
import { machines, missingPackages, pooledUrl, type Machine } from './machines.ts';
import { isWhole, leaderNow, switchOver, synchronousStandby } from './patroni.ts';
import { findProcess, signal, waitFor } from './processes.ts';

/** How often each drill is done, by turns: `DRILLS=10 npm run disasters -- scripts/cluster`. Without it, one leader is killed. */
const turns = Number(process.env['DRILLS'] ?? 0);
/** Only drills with this in their name, such as `hangs`. */
const only = process.env['DRILL'] ?? '';
const recipients = 800;
/** Longer than a statement may take, and than Patroni waits before it drops a machine. */
const bothAwayMs = 35_000;
/** The limit on two cores that do nothing else. */
const mostSeconds = 60;
const busy = () => Math.max(1, (loadavg()[0] ?? 1) / availableParallelism() / 2);

type Heal = () => void;
interface Situation {
  folder: string;
  leader: Machine;
  load: Load;
}
/** Disturbs the cluster. What it returns repairs it. */
type Drill = (situation: Situation) => Heal | Promise<Heal>;

/** After these another machine leads. */
const failovers: Record<string, Drill> = {
  'the leader is killed': ({ folder, leader }) => {
    killMachine(folder, leader);
    return () => startMachine(folder, leader);
  },
  'the leader hangs': ({ folder, leader }) => freezeMachine(folder, leader),
  'the leader is cut off from etcd and from clients': ({ folder, leader }) =>
    cutOff(folder, leader),
  'another machine becomes leader as planned': async ({ leader }) => {
    await switchOver(leader);
    return () => {};
  },
};
const drills: Record<string, Drill> = {
  ...failovers,
  'the synchronous standby hangs': async ({ folder, leader }) =>
    freezeMachine(folder, await synchronousStandby(leader)),
  'the databases of both standbys hang, and nothing is answered until they go on': async (
    situation,
  ) => {
    const { folder, leader, load } = situation;
    const standbys = machines.filter((machine) => machine !== leader);
    const heals = standbys.map((standby) => freezeDatabase(folder, standby));
    // What both have received before is still answered.
    await setTimeout(1000);
    const before = load.count();
    await setTimeout(bothAwayMs);
    const during = load.count() - before;
    for (const heal of heals) heal();
    assert.equal(during, 0, 'answered without a second copy');
    return () => {};
  },
};
const upgrade = 'the application is upgraded, one process after the other';

interface Totals {
  turns: number;
  seconds: number[];
  answered: number;
  repeated: number;
  lost: number;
  twice: number;
  gaps: number;
  'card payments': number;
  mails: number;
  'mails twice': number;
  'bulk emails': number;
  uncertain: number;
}

/** Counts messages by their id. */
async function openCountingMailServer() {
  const counts = new Map<string, number>();
  const server = await openMailServer({
    taken: async ({ raw }) => {
      const id = /^Message-ID: (.*)$/im.exec(raw)?.[1] ?? '';
      counts.set(id, (counts.get(id) ?? 0) + 1);
      await setTimeout(200);
      return '250 taken';
    },
  });
  after(() => server.close());
  const twice = () => [...counts.values()].filter((count) => count > 1).length;
  return { url: server.url, mails: () => counts.size, twice };
}

async function openCluster(t: TestContext) {
  const parent = mkdtempSync(join(tmpdir(), 'membership-cluster-'));
  // The account of the database must be able to enter it.
  chmodSync(parent, 0o755);
  const folder = join(parent, 'cluster');
  t.after(async () => {
    await stopCluster(folder);
    rmdirSync(parent);
  });
  const mailServer = await openCountingMailServer();
  const provider = await openProvider();
  const settings = {
    ...sharedSettings,
    SMTP_URL: mailServer.url,
    PAYFAST_VALIDATE_URL: provider.url,
  };
  const retry = process.env['SERVER_LOGIN_RETRY'];
  await startDatabases({
    folder,
    ...(retry ? { poolerOptions: [`server_login_retry = ${retry}`] } : {}),
  });
  return { folder, mailServer, settings, databaseUrl: pooledUrl(), hasMembers: false };
}

type Cluster = Awaited<ReturnType<typeof openCluster>>;

const pidsOf = (folder: string) => applicationNames.map((name) => findProcess(folder, name));

/** People register, donate and pay, by card too, and a bulk email is sent while `disturb` runs. */
async function underLoad(
  t: TestContext,
  cluster: Cluster,
  disturb: (load: Load) => Promise<Heal>,
): Promise<Totals> {
  const { databaseUrl, mailServer } = cluster;
  const session = await signIn(webUrl);
  const load = await startLoad(t, webUrl, session);
  const cards = await startCardPayments(t, webUrl);
  const [mailsBefore, twiceBefore] = [mailServer.mails(), mailServer.twice()];
  const bulkEmail = cluster.hasMembers
    ? await sendToAll(webUrl, databaseUrl)
    : await sendToMany(webUrl, databaseUrl, recipients);
  cluster.hasMembers = true;
  await load.more(10);
  const heal = await disturb(load);
  await load.more(15, mostSeconds * 1000 * busy());
  const seconds = load.longestGapMs() / 1000;
  heal();
  await waitFor('a whole cluster', isWhole, 180);
  await load.more(10);
  await load.stop();
  await cards.stop();
  assertPolite(load);
  const counts = await countLosses(databaseUrl, load);
  const paid = await countCardPayments(databaseUrl, cards.accepted);
  const email = await waitFor(
    'the bulk email',
    async () => {
      const { data } = await callOver(webUrl, getBulkEmail, { params: { id: bulkEmail } }, session);
      return data?.bulkEmailStatusName === 'Complete' ? data : null;
    },
    180,
  );
  const { totalCount, sentCount, uncertainCount, suppressedCount } = email;
  await waitFor('each mail to be sent', () => isOutboxEmpty(databaseUrl), 180);
  return {
    turns: 1,
    seconds: [Math.round(seconds * 10) / 10],
    answered: counts.answered,
    repeated: counts['not answered at first'],
    lost: counts.lost + paid.lost + totalCount - sentCount - uncertainCount - suppressedCount,
    twice: counts.twice + paid.twice,
    gaps: counts['gaps in numbers'],
    'card payments': cards.accepted.size,
    mails: mailServer.mails() - mailsBefore,
    'mails twice': mailServer.twice() - twiceBefore,
    'bulk emails': sentCount + uncertainCount,
    uncertain: uncertainCount,
  };
}

async function isOutboxEmpty(databaseUrl: string): Promise<boolean> {
  const [row] = await query(
    databaseUrl,
    'SELECT count(*)::int FROM mails WHERE next_attempt_at IS NOT NULL',
  );
  return row?.['count'] === 0;
}

async function runDrill(t: TestContext, cluster: Cluster, name: string): Promise<Totals> {
  const { folder } = cluster;
  const before = pidsOf(folder);
  const leader = await waitFor('the leader', leaderNow);
  const totals = await underLoad(t, cluster, async (load) =>
    drills[name]!({ folder, leader, load }),
  );
  assert.equal((await leaderNow()) !== leader, name in failovers, JSON.stringify(totals));
  assert.deepEqual(pidsOf(folder), before, 'a process has ended');
  return totals;
}

/** The version before runs on a new database, and each process is ended and started again as today's. */
async function upgradeAll(t: TestContext, cluster: Cluster, name: string): Promise<Totals> {
  const { folder, settings } = cluster;
  const stop = async (one: (typeof applicationNames)[number]) => {
    signal(folder, one, 'SIGTERM');
    await waitFor(`the end of ${one}`, () => findProcess(folder, one) === null, 30);
  };
  await Promise.all(applicationNames.map(stop));
  await createDatabase(name);
  Object.assign(settings, { DATABASE_URL: pooledUrl(name) });
  Object.assign(cluster, { databaseUrl: pooledUrl(name), hasMembers: false });
  const program = noHistory === false ? (await previousVersion(t)).main : undefined;
  await startApplication({ folder, settings, ...(program ? { program } : {}) });
  return underLoad(t, cluster, async () => {
    for (const one of applicationNames) {
      await stop(one);
      startOne(folder, one, settings);
      await isReady(one);
    }
    return () => {};
  });
}

function add(sum: Totals | undefined, one: Totals): Totals {
  if (sum === undefined) return one;
  const names = Object.keys(one).filter((name) => name !== 'seconds') as Exclude<
    keyof Totals,
    'seconds'
  >[];
  const added = { ...one, seconds: [...sum.seconds, ...one.seconds] };
  for (const name of names) added[name] += sum[name];
  return added;
}

function tell(t: TestContext, { seconds, ...counts }: Totals): void {
  const sorted = seconds.toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  report(t, {
    ...counts,
    'median seconds without an answer': median,
    'most seconds': sorted.at(-1) ?? 0,
    load: Math.round(loadavg()[0] ?? 0),
  });
  const { lost, twice, gaps } = counts;
  assert.deepEqual(
    { lost, twice, gaps, mails: counts['mails twice'] },
    { lost: 0, twice: 0, gaps: 0, mails: 0 },
  );
  assert.ok((sorted.at(-1) ?? 0) < mostSeconds * busy(), `${sorted.at(-1)} seconds`);
}

const missing = missingPackages();
const notRun = missing.length > 0 && `not run: ${missing.join(', ')} is not installed`;

test('in a database cluster under load @full', { skip: notRun }, async (t) => {
  const cluster = await openCluster(t);
  const { folder, settings } = cluster;
  const sums = new Map<string, Totals>();
  const record = (name: string, one: Totals) => {
    sums.set(name, add(sums.get(name), one));
    t.diagnostic(`${name}: ${JSON.stringify(one)}`);
  };
  const chosen = Object.keys(drills).filter((name) => name.includes(only));
  const upgrades = upgrade.includes(only);
  if (turns === 0 || !upgrades) await startApplication({ folder, settings });
  if (turns === 0) {
    await t.test('the leader is killed', async (inside) =>
      tell(inside, await runDrill(inside, cluster, 'the leader is killed')),
    );
    return;
  }
  for (let turn = 1; turn <= turns; turn += 1) {
    if (upgrades) record(upgrade, await upgradeAll(t, cluster, `turn${turn}`));
    for (const name of chosen) record(name, await runDrill(t, cluster, name));
  }
  for (const [name, sum] of sums) await t.test(name, (inside) => tell(inside, sum));
});
