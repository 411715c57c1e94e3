import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSender } from '#test/support/mail/crash-sender.ts';
import { postTo, rowsOfRun, sendAll, underWay } from '#test/support/mail/bulk.ts';
import { openMailServer } from '#test/support/mail/smtp-server.ts';
import { until } from '#test/support/outage.ts';
import { openTestApp, testStart } from '#test/support/app.ts';
import { readBulkEmail } from '../queries.ts';

/** The long run: BULK_KILL_RECIPIENTS=2000 BULK_KILLS=20 npm test -- --full server/features/bulk-emails/sending/crash.test.ts */
const recipients = Number(process.env['BULK_KILL_RECIPIENTS'] ?? 300);
const kills = Number(process.env['BULK_KILLS'] ?? 5);
const connections = 4;
/** A sender is a separate process, which can start slowly on a busy machine. */
const patienceMs = 90_000;

const app = await openTestApp();
const server = await openMailServer({ keepsRaw: false });
after(() => server.close());

test(
  `${recipients} recipients over ${connections} connections, killed ${kills} times: no recipient gets two mails, and every outcome is recorded @full`,
  { timeout: 60_000 + kills * patienceMs },
  async (t) => {
    const id = await underWay(app, recipients);
    const sums: number[] = [];
    const sum = async () => {
      const { totalCount, pendingCount, ...now } = await readBulkEmail(app.db, id);
      const others = now.sentCount + now.failedCount + now.suppressedCount + now.uncertainCount;
      assert.equal(others + pendingCount, totalCount);
      sums.push(now.uncertainCount);
    };
    for (let kill = 1; kill <= kills; kill += 1) {
      const options = { url: app.url, smtpUrl: server.url, at: testStart, connections };
      const sender = startSender(options);
      const enough = Math.floor((recipients * kill) / (kills + 1));
      await until('some mails', () => server.counts.size >= enough, patienceMs);
      await sender.kill();
      await sum();
    }
    // The next run detects what the killed senders were sending. A backend may still be finishing.
    const done = await sendAll(app, postTo(app, server.url, { connections }), id);
    await sum();

    const rows = await rowsOfRun(app, id);
    const twice = [...server.counts].filter(([, count]) => count > 1);
    const neverSeen = rows.filter(({ email }) => !server.counts.has(email));
    const sentButNeverSeen = neverSeen.filter(({ outcome }) => outcome === 'sent');
    t.diagnostic(
      JSON.stringify({
        recipients,
        kills,
        sent: done.sentCount,
        uncertain: done.uncertainCount,
        arrived: server.counts.size,
        twice: twice.length,
        neverSeenAndListed: neverSeen.filter(({ outcome }) => outcome === 'uncertain').length,
        sentButNeverSeen: sentButNeverSeen.length,
      }),
    );
    assert.equal(done.bulkEmailStatusName, 'Complete');
    assert.equal(rows.length, recipients);
    assert.deepEqual(twice, []);
    assert.deepEqual(sentButNeverSeen, []);
    assert.deepEqual(
      neverSeen.filter(({ outcome }) => outcome !== 'uncertain'),
      [],
    );
    assert.equal(done.sentCount + done.uncertainCount, recipients);
    assert.ok(done.uncertainCount <= kills * connections, 'at most one for each connection');
  },
);
