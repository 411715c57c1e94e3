import assert from 'node:assert/strict';
import { nothingListed, storeRevocations } from '#server/features/restores/revocations.ts';
import { join } from 'node:path';
import { mailResetLink } from '#server/features/auth/mail-reset-link.ts';
import { runBackups } from '#server/features/backups/run-backups.ts';
import { checkDueBooks } from '#server/features/books/check-due-books.ts';
import { compareMembers } from '#server/features/duplicates/compare-members.ts';
import { queueDueNotifications } from '#server/features/payments/notifications/process-again.ts';
import {
  notificationDepsOf,
  processNotification,
} from '#server/features/payments/notifications/process-notification.ts';
import { importStatement } from '#contract/bank-statements/endpoints.ts';
import { storeCertainty } from '#server/features/bank-matching/store-certainty.ts';
import { continueStatement } from '#server/features/bank-statements/continue-statement.ts';
import {
  continueLostStatements,
  forgetStatements,
} from '#server/features/bank-statements/forget-statements.ts';
import { startImport } from '#contract/imports/endpoints.ts';
import { continueImport } from '#server/features/imports/continue-import.ts';
import { continueLost, forgetImports } from '#server/features/imports/forget-imports.ts';
import { eraseNotifiedAddresses } from '#server/features/privacy/erase/erase-notified-addresses.ts';
import { repeatErasures } from '#server/features/privacy/erase/repeat-erasures.ts';
import { applyRetention } from '#server/features/privacy/retention/apply-retention.ts';
import { continueRun } from '#server/features/renewals/bulk/finish-run.ts';
import { runDaily } from '#server/features/renewals/daily/run-day.ts';
import { mergeListChanges, recountLists } from '#server/platform/db/lists/recount-lists.ts';
import { deleteExpired, deleteUnsigned } from '#server/platform/jobs/delete-expired.ts';
import type { JobName } from '#server/platform/jobs/jobs.ts';
import { claimMail } from '#server/platform/mail/claim-mail.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { openTransport } from '#server/platform/mail/open-transport.ts';
import { mailDepsOf } from '#server/workers.ts';
import { callApi } from '#test/support/call.ts';
import { oneMovement, openStatements } from '#test/support/bank-statements/open-statements.ts';
import { onePerson, openImports } from '#test/support/imports/open-imports.ts';
import { naledi } from '#test/support/people.ts';
import { seededDay } from '#test/support/seed-large.ts';
import { compareNow } from '#test/support/payfast/comparing.ts';
import { openHistoryServer } from '#test/support/payfast/history-server.ts';
import { notify, pledged, signed, toldOf } from '#test/support/payfast/notifications.ts';
import type { Exception } from '../calls/call.ts';
import type { Fixture } from '../calls/fixture.ts';
import { makeFewTooOld } from './retention-run.ts';

/** Jobs that may read more rows than `mostRows`. */
export const jobExceptions: Partial<Record<JobName, Exception>> = {
  'judge-bank-lines': {
    perMember: 2.5,
    ms: 500,
    reason: 'judges every open line, at night, and looks for the payments of payouts of 60 days',
  },
  'import-statement': {
    perMember: 6,
    ms: 500,
    reason: 'adds up what was posted before the first statement',
  },
  'run-day': { perMember: 8, ms: 3000, reason: 'derives every status, once a day' },
  'recount-lists': { perMember: 8, ms: 1000, reason: 'counts every list, once an hour' },
};

/**
 * Prepares a run of each job, and of the sender of mails, and returns it as the workers start it. Only
 * the run is measured.
 */
export function jobRuns(
  fixture: Fixture,
): Record<JobName | 'a mail', () => Promise<() => Promise<unknown>>> {
  const { app, member, someone } = fixture;
  const notifications = notificationDepsOf(app);
  return {
    'a mail': () => mailToSend(fixture),
    'mail-reset-link': async () => () => mailResetLink(app.ctx(), member.email),
    'judge-notification': async () => {
      const recordId = await pledged(app);
      await notify(app, 'donation', signed(toldOf(recordId)));
      const { id } = await app.db
        .selectFrom('card_notifications')
        .select('id')
        .where('record_id', '=', recordId)
        .executeTakeFirstOrThrow();
      return () => processNotification(notifications, id);
    },
    'judge-due-notifications': async () => async () => {
      await deleteUnsigned(app.ctx());
      await queueDueNotifications(notifications);
    },
    'list-revocations': async () => () => storeRevocations(app, nothingListed()),
    'run-day': async () => () => runDaily(app.ctx()),
    'finish-renewals': () => renewalsToFinish(fixture),
    'continue-import': () => importToContinue(app),
    'import-statement': () => statementToImport(app),
    'judge-bank-lines': async () => () => storeCertainty(app.ctx()),
    'forget-old': async () => async () => {
      await deleteExpired(app.ctx());
      await eraseNotifiedAddresses(app.ctx());
      await forgetImports(app.ctx());
      await continueLost(app.ctx());
      await forgetStatements(app.ctx());
      await continueLostStatements(app.ctx());
      await repeatErasures(app);
    },
    'recount-lists': async () => () => recountLists(app),
    'merge-list-changes': async () => () => mergeListChanges(app),
    'compare-payments': () => comparisonToMake(fixture),
    // Without a due check, as most of its runs are. A check itself is measured as `checkBooks`.
    'check-books': async () => {
      // The one after the restore that another call has recorded.
      await checkDueBooks(app.ctx());
      return () => checkDueBooks(app.ctx());
    },
    'compare-members': async () => {
      await compareMembers(app);
      await someone();
      return () => compareMembers(app);
    },
    // Without a due backup, as most of its runs are. A backup itself reads every row.
    'back-up': () => noBackupDue(app),
    // A usual night, in which a few records of each kind have become too old.
    'apply-retention': async () => {
      await makeFewTooOld(app);
      return () => applyRetention(app);
    },
  };
}

async function mailToSend({ app, someone }: Fixture) {
  await someone();
  const outboxDir = join(app.dataDir, 'outbox');
  const deps = mailDepsOf(app, openTransport({ smtpUrl: null, outboxDir, log: app.log }));
  return async () => {
    const mail = await claimMail(app.db, app.clock.now());
    assert.ok(mail);
    await sendMail(deps, mail);
  };
}

async function noBackupDue(app: Fixture['app']) {
  await app.db.deleteFrom('daily_runs').execute();
  await app.db
    .updateTable('backups')
    .set({ failed_at: app.clock.now(), failure: 'x' })
    .where('made_at', 'is', null)
    .execute();
  return () => runBackups(app);
}

async function comparisonToMake({ app, adminId }: Fixture) {
  const api = await openHistoryServer();
  const payfast = { ...app.config.payfast, apiUrl: api.url };
  const reference = await pledged(app);
  api.rows = [{ date: `${seededDay} 01:00:00`, gross: 45_000, reference }];
  const at = app.clock.now();
  await app.db
    .insertInto('provider_comparisons')
    .values({ id: adminId, night: '2027-01-01', requested_at: at, next_attempt_at: at })
    .execute();
  return async () => {
    await compareNow(app, { config: { ...app.config, payfast } });
    await api.close();
  };
}

async function importToContinue(app: Fixture['app']) {
  const { token } = await naledi(app);
  const imports = openImports(app, token);
  const id = await imports.checked(onePerson('growth-job'));
  await callApi(app, startImport, { params: { id }, query: {} }, { token });
  return () => continueImport(app.ctx(), id);
}

async function statementToImport(app: Fixture['app']) {
  const { token } = await naledi(app);
  const statements = openStatements(app, token);
  const id = await statements.ready(oneMovement('growth-job'));
  await callApi(app, importStatement, { params: { id } }, { token });
  return () => continueStatement(app.ctx(), id);
}

async function renewalsToFinish({ app, adminId, member, someone }: Fixture) {
  const { id } = await app.db
    .insertInto('renewal_runs')
    .values({
      id: adminId,
      started_by: adminId,
      started_at: app.clock.now(),
      filters: '{}',
      chosen: [member.id, (await someone()).memberId],
      total: 2,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return () => continueRun(app.ctx(), id, app.ending);
}
