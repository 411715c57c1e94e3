import { join } from 'node:path';
import { counted } from '#contract/counting.ts';
import { failedMailDays } from '#contract/menu-counts/endpoints.ts';
import { isLoopback, type Config } from '#server/config.ts';
import { readBacklog } from '#server/platform/jobs/backlog.ts';
import { checkSmtp } from '#server/platform/mail/delivery/check-smtp.ts';
import { isEncryptionRefused, smtpAnswer } from '#server/platform/mail/delivery/smtp-options.ts';
import {
  connectTimeMs,
  failed,
  ok,
  reasonOf,
  warning,
  withDatabase,
  type Check,
  type CheckDeps,
  type Finding,
} from '../check.ts';

export function mailCheck({ smtpUrl, dataDir }: Config): Check {
  return {
    name: 'Mail',
    run: async () => {
      if (smtpUrl === null) {
        return warning(
          `Mail is not sent: it is written to ${join(dataDir, 'outbox')}.`,
          'Enter a mail server under Company Info, Mail, or set SMTP_URL.',
        );
      }
      return checkServer(smtpUrl);
    },
  };
}

const useEncryption = 'Use smtps://, or a port with STARTTLS such as 587.';

async function checkServer(smtpUrl: string): Promise<Finding> {
  const { host, hostname } = new URL(smtpUrl);
  try {
    const { isEncrypted, isSignedIn } = await checkSmtp(smtpUrl, connectTimeMs);
    const signedIn = isSignedIn ? 'signed in' : 'without signing in';
    if (!isEncrypted && !isLoopback(hostname)) {
      return warning(
        `${host} answers, ${signedIn}, but the connection is not encrypted.`,
        useEncryption,
      );
    }
    return ok(`${host} answers, ${signedIn}${isEncrypted ? ', encrypted' : ''}.`);
  } catch (error) {
    return mailProblem(host, error);
  }
}

function mailProblem(host: string, error: unknown): Finding {
  const { code, response } = (error ?? {}) as { code?: string; response?: string };
  if (code === 'EAUTH') {
    return failed(
      `${host} refuses the user name or the password (${response ?? code}).`,
      'Correct both under Company Info, Mail; in SMTP_URL, characters such as @ and # are written as %40 and %23.',
    );
  }
  if (isEncryptionRefused(error)) return failed(`${host}: ${smtpAnswer(error)}`, useEncryption);
  return failed(
    `${host} cannot be used (${response ?? reasonOf(error)}).`,
    'Check host and port under Company Info, Mail, or in SMTP_URL, and whether a firewall blocks the port.',
  );
}

const lateSeconds = 120;
const lateRetrySeconds = 3600;
const tooLateSeconds = 900;

/** What the workers have to do: jobs and mails. */
export function queueCheck(deps: CheckDeps): Check {
  return {
    name: 'Queue',
    run: withDatabase(deps, async (db) => {
      const backlog = await readBacklog(db, deps.clock.now());
      const { oldestJob, oldestMail, failedMails } = backlog;
      const late = [
        ...(oldestJob > lateSeconds ? [`a job for ${minutes(oldestJob)}`] : []),
        ...(oldestMail > lateSeconds ? [`a mail for ${minutes(oldestMail)}`] : []),
      ];
      if (late.length > 0) {
        const finding = `Waiting: ${late.join(', ')}.`;
        const advice =
          'Check that a process with PROCESS=worker or all runs, and look into its log.';
        return Math.max(oldestJob, oldestMail) > tooLateSeconds
          ? failed(finding, advice)
          : warning(finding, advice);
      }
      if (backlog.oldestRetried > lateRetrySeconds) {
        return warning(
          `${counted(backlog.retriedMails, 'mail')} could not be sent yet, the oldest for ${minutes(backlog.oldestRetried)}.`,
          'Sent Mail has the answer of the mail server. They are tried for two days.',
        );
      }
      if (failedMails > 0) {
        return warning(
          `${counted(failedMails, 'mail')} failed in the last ${failedMailDays} days.`,
          'Sent Mail says why. There they can be sent again.',
        );
      }
      return ok('No job and no mail waits for long.');
    }),
  };
}

function minutes(seconds: number): string {
  const count = Math.round(seconds / 60);
  return count < 120 ? `${count} minutes` : `${Math.round(count / 60)} hours`;
}
