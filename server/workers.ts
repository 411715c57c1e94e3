import { join } from 'node:path';
import { checkDueBooks } from './features/books/check-due-books.ts';
import { runBackups } from './features/backups/run-backups.ts';
import { mailResetLink } from './features/auth/mail-reset-link.ts';
import { keepSending } from './features/bulk-emails/sending/keep-sending.ts';
import { senderOf } from './features/company-info/sender.ts';
import { compareMembers } from './features/duplicates/compare-members.ts';
import type { AppDeps } from './app-deps.ts';
import { assertClock } from './platform/db/clock-offset.ts';
import { correctDueTimes } from './platform/jobs/correct-due-times.ts';
import { deleteExpired, deleteUnsigned } from './platform/jobs/delete-expired.ts';
import { mergeListChanges, recountLists } from './platform/db/lists/recount-lists.ts';
import { emailOptions, renderEmail } from './emails.ts';
import { logCaptured } from './platform/mail/log-captured.ts';
import { startMailSender } from './platform/mail/mail-sender.ts';
import type { MailDeps } from './platform/mail/send-mail.ts';
import type { MailTransport } from './platform/mail/transport.ts';
import { connectionsTo, openCurrentTransport } from './platform/mail/open-transport.ts';
import { forgetProofs } from './features/proofs/forget-proofs.ts';
import { storeCertainty } from './features/bank-matching/store-certainty.ts';
import { continueStatement } from './features/bank-statements/continue-statement.ts';
import {
  continueLostStatements,
  forgetStatements,
} from './features/bank-statements/forget-statements.ts';
import { continueImport } from './features/imports/continue-import.ts';
import { continueLost, forgetImports } from './features/imports/forget-imports.ts';
import { eraseNotifiedAddresses } from './features/privacy/erase/erase-notified-addresses.ts';
import { nothingListed, storeRevocations } from './features/restores/revocations.ts';
import { repeatErasures } from './features/privacy/erase/repeat-erasures.ts';
import { applyRetention } from './features/privacy/retention/apply-retention.ts';
import { comparePayments } from './features/payments/comparison/compare-payments.ts';
import { queueDueNotifications } from './features/payments/notifications/process-again.ts';
import {
  notificationDepsOf,
  processNotification,
} from './features/payments/notifications/process-notification.ts';
import { continueRun } from './features/renewals/bulk/finish-run.ts';
import { runDaily } from './features/renewals/daily/run-day.ts';
import type { Context } from './context.ts';

export interface Workers {
  /** Ends the senders. The jobs end with the queue. */
  stop(): Promise<void>;
}

/** Runs the queue's jobs. Each job name maps to one command. */
export async function startWorkers(deps: AppDeps): Promise<Workers> {
  const { db, queue, clock, ending } = deps;
  const transport = openCurrentTransport(() => transportOptions(deps));
  const mails = startMailSender(mailDepsOf(deps, transport));
  const notificationDeps = notificationDepsOf(deps);
  const limitsMails = deps.config.rateLimits;
  const ctx = (): Context => ({ db, queue, at: clock.now(), by: null, limitsMails });
  await queue.work('mail-reset-link', ({ email, origin }) =>
    mailResetLink({ ...ctx(), ...(origin && { origin }) }, email),
  );
  await queue.work('judge-notification', ({ notificationId }, isRetry) =>
    processNotification(notificationDeps, notificationId, isRetry),
  );
  await queue.work('judge-due-notifications', async () => {
    await deleteUnsigned(ctx());
    await queueDueNotifications(notificationDeps);
  });
  // At a wrong time they would do what cannot be undone (decision 51). The queue retries them.
  await queue.work('run-day', () => assertClock(deps).then(() => runDaily(ctx())));
  await queue.work('finish-renewals', ({ runId }) => continueRun(ctx(), runId, ending));
  await queue.work('continue-import', ({ importId }) => continueImport(ctx(), importId, ending));
  await queue.work('import-statement', ({ statementId }) =>
    continueStatement(ctx(), statementId, ending),
  );
  await queue.work('judge-bank-lines', () => storeCertainty(ctx(), ending));
  await queue.work('forget-old', async () => {
    await assertClock(deps);
    await deleteExpired(ctx());
    await correctDueTimes(ctx());
    await eraseNotifiedAddresses(ctx());
    await forgetImports(ctx());
    await continueLost(ctx());
    await forgetStatements(ctx());
    await forgetProofs(ctx());
    await continueLostStatements(ctx());
    await repeatErasures(deps);
  });
  await queue.work('recount-lists', () => recountLists(deps));
  await queue.work('merge-list-changes', () => mergeListChanges(deps));
  await queue.work('back-up', () => runBackups(deps));
  const listed = nothingListed();
  await queue.work('list-revocations', () => storeRevocations(deps, listed));
  await queue.work('apply-retention', () => assertClock(deps).then(() => applyRetention(deps)));
  await queue.work('compare-members', () => compareMembers(deps));
  await queue.work('compare-payments', () => assertClock(deps).then(() => comparePayments(deps)));
  await queue.work('check-books', () => assertClock(deps).then(() => checkDueBooks(ctx())));
  await scheduleJobs(deps);
  const bulk = keepSending(bulkSenderDepsOf(deps));
  return {
    async stop() {
      // Mails that are being sent are completed first. Requests may still need the queue.
      await Promise.all([bulk.stop(), mails.stop()]);
      transport.close();
    },
  };
}

/** The number of connections that mail servers usually accept from one sender. */
const bulkLines = 5;

/** The dependencies of sending bulk emails. */
export function bulkSenderDepsOf(deps: AppDeps) {
  const { db, clock, log, config } = deps;
  const { publicUrl } = config;
  return {
    db,
    clock,
    log,
    openConnection: () => connectionsTo(transportOptions(deps))(),
    connections: bulkLines,
    from: () => senderOf(deps),
    publicUrl,
    publicHost: new URL(publicUrl).hostname,
    unrecorded: [],
  };
}

function transportOptions({ config, log }: AppDeps) {
  return {
    smtpUrl: config.smtpUrl,
    outboxDir: join(config.dataDir, 'outbox'),
    log,
    // Links can sign a user in, so they are logged only on a local installation.
    ...(config.isLoopback ? { onCaptured: logCaptured(log) } : {}),
  };
}

/** The dependencies of sending a mail. */
export function mailDepsOf(deps: AppDeps, transport: MailTransport): MailDeps {
  const { db, clock, log, config } = deps;
  const { publicUrl } = config;
  return {
    db,
    clock,
    log,
    transport,
    write: (mail) => renderEmail({ ...emailOptions(deps), mail }),
    from: () => senderOf(deps),
    publicHost: new URL(publicUrl).hostname,
  };
}

/** When each job runs by itself. Some run after each start, too. */
async function scheduleJobs({ db, queue }: AppDeps): Promise<void> {
  await queue.schedule('judge-due-notifications', '* * * * *', {});
  await queue.schedule('run-day', '5 0 * * *', {});
  await queue.schedule('forget-old', '17 * * * *', {});
  await queue.schedule('recount-lists', '27 * * * *', {});
  await queue.schedule('merge-list-changes', '* * * * *', {});
  // Often, for a night that was missed; a run without due work reads a few rows.
  await queue.schedule('list-revocations', '* * * * *', {});
  await queue.schedule('back-up', '30,45 * * * *', {});
  // After the nightly backup.
  await queue.schedule('apply-retention', '15 2 * * *', {});
  await queue.schedule('compare-members', '* * * * *', {});
  // Between 02:00 and 05:00 it begins the night's comparison, and always continues what was interrupted.
  await queue.schedule('compare-payments', '7-59/10 * * * *', {});
  // Between 02:00 and 05:00, and after a restore. Without that, a run reads a few rows.
  await queue.schedule('check-books', '3-59/20 * * * *', {});
  // Records change every day, and with them what a line may be.
  await queue.schedule('judge-bank-lines', '45 1 * * *', {});
  await queue.enqueue(db, 'judge-due-notifications', {});
  await queue.enqueue(db, 'run-day', {});
  await queue.enqueue(db, 'forget-old', {});
  await queue.enqueue(db, 'recount-lists', {});
  await queue.enqueue(db, 'back-up', {});
  await queue.enqueue(db, 'apply-retention', {});
  await queue.enqueue(db, 'check-books', {});
  await queue.enqueue(db, 'judge-bank-lines', {});
}
