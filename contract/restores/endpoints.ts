import * as z from 'zod/mini';
import { formatMoment } from '#contract/days.ts';
import { endpoint } from '#contract/endpoint.ts';

/** Held emails are counted up to this number: there may be as many as members. */
export const mostHeldMails = 1000;

export const restoreTexts = {
  heading: 'Restored Database',
  failed: 'Failed to fetch the state of the restored database',
  notice: 'Database restored',
  held: (mails: string) => `${mails} ${mails === '1 email' ? 'is' : 'are'} held.`,
  /** Follows "Database restored: ". */
  noticeHeld: (mails: string, backupMadeUtc: string) =>
    `${mails} ${mails === '1 email' ? 'is' : 'are'} held, because of the backup of ${formatMoment(backupMadeUtc)}.`,
  noticeMissing: (backupMadeUtc: string) =>
    `entries after ${formatMoment(backupMadeUtc)} are missing.`,
  from: (backupMadeUtc: string) =>
    `This database was restored from a backup of ${formatMoment(backupMadeUtc)}. Entries after that time are missing. Please enter them again.`,
  aboutHeld:
    'These emails were waiting when the backup was made, or are reminders that became due since then. Some of them may have been sent already. New emails are sent as usual.',
  aboutBulk: (count: number) =>
    count === 1
      ? 'A bulk email that was being sent is held, too. Resume or stop it on its own page.'
      : `${count} bulk emails that were being sent are held, too. Resume or stop each on its own page.`,
  listHeld: 'Show held emails',
  listBulk: 'Show bulk emails',
  release: 'Send held emails',
  askRelease:
    'Are you sure you want to send them now? A recipient who got one after the backup gets it again.',
  released: 'The held emails are on their way.',
  cancel: 'Cancel held emails',
  askCancel:
    'Are you sure you want to cancel them? They stay in Sent Mail, and each can be sent from there.',
  cancelled: 'The held emails are cancelled.',
  close: 'Close this notice',
  closed: 'The notice is closed.',
  nothingOpen: 'Another administrator has decided about these emails already.',
  nothingToDo: 'There is nothing to decide about a restored database.',
  /** The answer of a mail in Sent Mail. */
  cancelledAnswer: 'Cancelled after the database was restored.',
  /** Follows "held: " of a bulk email. */
  bulkHeldReason: (backupMadeUtc: string) =>
    `the database was restored from a backup of ${formatMoment(backupMadeUtc)}. If you resume, recipients who got this email after that get it again`,
} as const;

/** "12 emails", "1,000 or more emails". */
export function heldMailCount(count: number): string {
  if (count >= mostHeldMails) return '1,000 or more emails';
  return count === 1 ? '1 email' : `${count} emails`;
}

export const openRestore = z.object({
  backupMadeUtc: z.string(),
  restoredUtc: z.string(),
  /** At most `mostHeldMails`. */
  heldMails: z.int(),
  /** Each is resumed or stopped on its own page. */
  heldBulkEmails: z.int(),
});
export type OpenRestore = z.output<typeof openRestore>;

export const getOpenRestore = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/restores/open',
  permission: 'system',
  summary: 'The restore whose held emails wait for a decision, or null',
  reply: z.nullable(openRestore),
});

export const releaseHeldMails = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/restores/open/release',
  permission: 'system',
  summary: 'Send the emails that were held after a restore; a repeat is a 409',
});

export const cancelHeldMails = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/restores/open/cancel',
  permission: 'system',
  summary: 'Cancel the emails that were held after a restore; they stay in Sent Mail',
});
