import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { mailLogTexts, sendMailAgain, searchMails } from '#contract/communication/mail-log.ts';
import { resumeBulkEmail } from '#contract/bulk-emails/sending.ts';
import * as contract from '#contract/restores/endpoints.ts';
import { mailResetLink } from '#server/features/auth/mail-reset-link.ts';
import { readBulkEmail } from '#server/features/bulk-emails/queries.ts';
import { sendDue } from '#server/features/bulk-emails/sending/send-due.ts';
import { claimMail } from '#server/platform/mail/claim-mail.ts';
import { isAbout } from '#server/platform/mail/mails-about.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { runDaily } from '#server/features/renewals/daily/run-day.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { concurrently, succeeded } from '#test/support/concurrent.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import { postTo, underWay } from '#test/support/mail/bulk.ts';
import { naledi, registered } from '#test/support/people.ts';
import { holdUnsent } from './hold-unsent.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const as = { token };
let people = 0;

const backupMadeAt = new Date('2027-03-09T23:30:00Z');
/** What the restore command does at its end. */
async function hold() {
  const client = new pg.Client({ connectionString: app.url });
  await client.connect();
  const held = await holdUnsent(client, { backupMadeAt, at: app.clock.now() });
  await client.end();
  return held;
}
const open = async () => (await callApi(app, contract.getOpenRestore, {}, as)).data;
const release = () => callApi(app, contract.releaseHeldMails, {}, as);
const cancel = () => callApi(app, contract.cancelHeldMails, {}, as);
const claim = () => claimMail(app.db, app.clock.now());

async function search(outcome: 'held' | 'cancelled' | 'waiting') {
  const { data } = await callApi(app, searchMails, { body: { outcome, pageSize: 100 } }, as);
  return data.results;
}

/** An EFT registration, whose invoice is mailed. */
async function waitingMail(): Promise<string> {
  const { invoiceId } = await registered(app, { email: `held-${++people}@example.org` });
  const { id } = await app.db
    .selectFrom('mails')
    .select('id')
    .where(isAbout(invoiceId))
    .executeTakeFirstOrThrow();
  return id;
}

/** As a sender that has sent everything. */
async function emptyOutbox(): Promise<void> {
  for (;;) {
    const mail = await claim();
    if (mail === undefined) return;
    await app.db.deleteFrom('mails').where('id', '=', mail.id).execute();
  }
}

test('mail that was unsent in the backup is held, and new mail goes out', async () => {
  const held = await waitingMail();
  const { mails } = await hold();
  assert.equal(mails, 1);
  assert.equal(await claim(), undefined);
  assert.deepEqual(
    (await search('held')).map(({ id, canSendAgain, nextAttemptUtc }) => ({
      id,
      canSendAgain,
      nextAttemptUtc,
    })),
    [{ id: held, canSendAgain: false, nextAttemptUtc: null }],
  );
  assert.deepEqual(await search('waiting'), []);
  const again = await callApi(app, sendMailAgain, { params: { id: held } }, as);
  assert.deepEqual([again.status, again.message], [409, mailLogTexts.held]);

  await mailResetLink(app.ctx(), `held-${people}@example.org`);
  const next = await claim();
  assert.equal(next?.kind, 'reset');
  await emptyOutbox();
  const inAnHour = new Date(app.clock.now().getTime() + 3_600_000);
  await app.db.updateTable('mails').set({ next_attempt_at: inAnHour }).execute();
  assert.deepEqual(await open(), {
    backupMadeUtc: backupMadeAt.toISOString(),
    restoredUtc: app.clock.now().toISOString(),
    heldMails: 1,
    heldBulkEmails: 0,
  });

  assert.equal((await release()).status, 200);
  assert.equal((await claim())?.id, held);
  assert.equal(await open(), null);
  assert.equal((await release()).status, 409);
  await app.db.deleteFrom('mails').execute();
});

test('an administrator cancels held mail: it stays in the log without its link', async () => {
  const id = await waitingMail();
  await queueMail(app.ctx(), {
    kind: 'reset',
    toEmail: 'a@example.org',
    about: {},
    secret: 'a token',
  });
  await hold();
  assert.equal((await cancel()).status, 200);
  assert.equal(await claim(), undefined);
  const cancelled = await search('cancelled');
  assert.equal(cancelled.length, 2);
  assert.ok(cancelled.every(({ answer }) => answer === contract.restoreTexts.cancelledAnswer));
  const secrets = await app.db.selectFrom('mails').select('secret').execute();
  assert.ok(secrets.every(({ secret }) => secret === null));
  const again = await callApi(app, sendMailAgain, { params: { id } }, as);
  assert.equal(again.status, 200);
  assert.equal((await claim())?.id, again.data.id);
  await app.db.deleteFrom('mails').execute();
});

test('of several administrators who decide at once, the first one does', async () => {
  await waitingMail();
  await hold();
  const answers = [release, cancel, release, cancel, release, cancel];
  const outcomes = await concurrently(answers.length, async (n) => (await answers[n]?.())?.status);
  const statuses = succeeded(outcomes).toSorted((one = 0, other = 0) => one - other);
  assert.deepEqual(statuses, [200, 409, 409, 409, 409, 409]);
  const entries = await app.db
    .selectFrom('audit_entries')
    .select(['action', 'subject_name'])
    .where('subject_kind', '=', 'restore')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  assert.equal(entries[0]?.subject_name, '1 email');
  await app.db.deleteFrom('mails').execute();
});

test('a bulk email that was being sent is held with its reason, until it is resumed', async () => {
  const id = await underWay(app, 3);
  assert.equal((await hold()).bulkEmails, 1);
  assert.equal((await open())?.heldBulkEmails, 1);
  await release();
  let connections = 0;
  const deps = postTo(app, 'smtp://127.0.0.1:1', {
    openConnection: async () => {
      connections += 1;
      throw new Error('not now');
    },
  });
  await sendDue(deps);
  assert.equal(connections, 0);
  const held = await readBulkEmail(app.db, id);
  assert.ok(held.isHeld);
  assert.match(held.heldReason ?? '', /restored from a backup of 10 Mar 2027, 01:30/);
  await callApi(app, resumeBulkEmail, { params: { id } }, as);
  await sendDue(deps);
  assert.equal(connections, 1);
});

test('a renewal run that was not complete is ended, so it makes no invoices by itself', async () => {
  const { id: started_by } = await naledi(app);
  const started_at = app.clock.now();
  const run = { id: crypto.randomUUID(), started_by, started_at, filters: '{}', total: 9 };
  await app.db.insertInto('renewal_runs').values(run).execute();
  await hold();
  const { finished_at } = await app.db
    .selectFrom('renewal_runs')
    .select('finished_at')
    .where('id', '=', run.id)
    .executeTakeFirstOrThrow();
  assert.deepEqual(finished_at, app.clock.now());
});

test('reminders that became due since the backup are held, those of the next day are sent', async () => {
  await app.db.deleteFrom('mails').execute();
  app.clock.set('2028-05-01T08:00:00Z');
  await addManyMembers(app, 3, { lastName: 'Missed', endsOn: '2028-05-31' });
  await addManyMembers(app, 2, { lastName: 'Later', endsOn: '2028-06-01' });
  await hold();
  app.clock.set('2028-05-01T09:00:00Z');
  await runDaily(app.ctx());
  const outcomes = async () => {
    const mails = await app.db
      .selectFrom('mails')
      .select('held_at')
      .where('to_email', '~', '^(missed|later)')
      .execute();
    return mails.map(({ held_at }) => (held_at === null ? 'due' : 'held')).toSorted();
  };
  assert.deepEqual(await outcomes(), ['held', 'held', 'held']);
  app.clock.set('2028-05-02T08:00:00Z');
  await runDaily(app.ctx());
  assert.deepEqual(await outcomes(), ['due', 'due', 'held', 'held', 'held']);
  const { token: later } = await naledi(app);
  await callApi(app, contract.releaseHeldMails, {}, { token: later });
  assert.deepEqual(await outcomes(), ['due', 'due', 'due', 'due', 'due']);
  await app.db.deleteFrom('mails').execute();
});
