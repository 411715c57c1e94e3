import { may } from '#server/platform/access/permissions.ts';
import { moneyMailKinds } from '#contract/communication/mail-log.ts';
import type { Permission } from '#contract/permissions.ts';
import { sql } from 'kysely';
import { addDays } from '#contract/calendar.ts';
import { dayOf, startOf } from '#contract/days.ts';
import {
  failedMailDays,
  type MenuCounts,
  mostOpenLines,
  mostWaiting,
  type WaitingCount,
} from '#contract/menu-counts/endpoints.ts';
import type { Context } from '#server/context.ts';
import { hasBackupProblem } from '#server/features/backups/queries.ts';
import { keptMailCount } from '#server/features/communication/send-kept-mails.ts';
import { type Installation, readGetStarted } from '#server/features/get-started/queries.ts';
import { lastFailures } from '#server/features/system-check/watch-system.ts';
import { isWaitingProof } from '#server/features/proofs/queries.ts';
import { fullNameOf } from '#server/platform/db/full-name.ts';
import { countFailedMails } from '#server/platform/jobs/backlog.ts';

/**
 * Every open page of an administrator asks twice a minute. Triggers count what can be many; the
 * rest is counted from partial indexes, which have few rows.
 */
export async function readMenuCounts(
  ctx: Context,
  installation: Installation,
): Promise<MenuCounts> {
  const { db, at } = ctx;
  const since = startOf(addDays(dayOf(at), -failedMailDays));
  const stored = (list: string) =>
    sql`(SELECT coalesce(sum(change), 0) FROM list_changes WHERE list = ${sql.lit(list)})`;
  const { rows } = await sql<Record<WaitingCount, number> & { ownName: string }>`
    SELECT (SELECT ${fullNameOf('u')} FROM users AS u WHERE u.id = ${ctx.by?.userId}) AS "ownName",
      ${stored('pending_donations')} AS "pendingDonations",
      ${stored('unpaid_invoices')} AS "unpaidInvoices",
      (SELECT count(*) FROM payments WHERE credit_cents <> 0) AS credits,
      (SELECT count(*) FROM bulk_emails
        WHERE processing_at IS NOT NULL AND completed_at IS NULL) AS "runningBulkEmails",
      ${countFailedMails(since, may(ctx, 'money.read') ? [] : moneyMailKinds)} AS "failedMails",
      ${installation.smtpUrl === null ? sql`0` : keptMailCount(ctx)} AS "keptMails",
      (SELECT count(*) FROM erasure_requests WHERE answered_at IS NULL) AS "erasureRequests",
      (SELECT count(*) FROM (SELECT FROM bank_lines WHERE state = 'open'
        LIMIT ${sql.lit(mostOpenLines)}) AS open) AS "openBankLines",
      (SELECT count(*) FROM (SELECT FROM bank_statements WHERE state <> 'imported'
        LIMIT ${sql.lit(mostWaiting)}) AS waiting) AS "waitingStatements",
      (SELECT count(*) FROM (SELECT FROM payment_proofs AS p WHERE ${isWaitingProof}
        LIMIT ${sql.lit(mostWaiting)}) AS waiting) AS "waitingProofs",
      (SELECT count(*) FROM (SELECT FROM duplicate_pairs AS p
        JOIN members AS a ON a.id = p.first_id JOIN members AS b ON b.id = p.second_id
        WHERE p.dismissed_at IS NULL AND a.archived_at IS NULL AND b.archived_at IS NULL
        LIMIT ${sql.lit(mostWaiting)}) AS pairs) AS duplicates`.execute(db);
  const [counted] = rows;
  if (counted === undefined) throw new Error('The counts have no row.');
  const hasProblem = may(ctx, 'system') && (await hasBackupProblem(db, at));
  const { ownName, ...waiting } = counted;
  const counts: Record<WaitingCount, number | null> = {
    ...waiting,
    backupProblems: hasProblem ? 1 : 0,
    systemFailures: lastFailures(),
  };
  const shown = Object.entries(permissionOf).map(([name, permission]) => [
    name,
    may(ctx, permission) ? counts[name as WaitingCount] : null,
  ]);
  const getStarted = await readGetStarted(ctx, installation);
  const isMailCaptured = installation.smtpUrl === null;
  return { ...Object.fromEntries(shown), ownName, isMailCaptured, getStarted } as MenuCounts;
}

const permissionOf: Readonly<Record<WaitingCount, Permission>> = {
  pendingDonations: 'money.read',
  unpaidInvoices: 'money.read',
  credits: 'money.read',
  runningBulkEmails: 'mail.read',
  failedMails: 'mail.read',
  keptMails: 'mail.read',
  erasureRequests: 'privacy',
  openBankLines: 'money.read',
  waitingStatements: 'money.read',
  waitingProofs: 'money.read',
  duplicates: 'members.read',
  backupProblems: 'system',
  systemFailures: 'system',
};
