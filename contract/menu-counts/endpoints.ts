import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { getStarted } from '#contract/get-started/endpoints.ts';

/** Failed mails are counted up to this number: after an outage there may be thousands. */
export const mostFailedMails = 100;

/** Open bank lines are counted up to this number: the first statement may have thousands. */
export const mostOpenLines = 1000;

/** Proofs, statements and possible duplicates are counted up to this number each. */
export const mostWaiting = 100;

/** Failed mails are counted for this long. */
export const failedMailDays = 30;

/** `null` for a caller whose role does not show what is counted. */
const count = z.nullable(z.int());

const menuCounts = z.object({
  pendingDonations: count,
  unpaidInvoices: count,
  /** Card payments that pay no record. */
  credits: count,
  /** Bulk emails that are being sent, paused ones included. */
  runningBulkEmails: count,
  /** Of the last days, and not sent again; at most `mostFailedMails`. */
  failedMails: count,
  /** Kept before there was a mail server, and not sent since; at most `mostWaiting`, 0 without one. */
  keptMails: count,
  /** Members who asked to be erased and have no answer. */
  erasureRequests: count,
  /** Lines of bank statements that wait to be matched; at most `mostOpenLines`. */
  openBankLines: count,
  /** Statements that were read and not imported; at most `mostWaiting`, as the next two. */
  waitingStatements: count,
  /** Proofs of payment of invoices that are not paid. */
  waitingProofs: count,
  /** Pairs of members who may be the same person. */
  duplicates: count,
  /** 1 if there is no good backup since two nights, or the last one failed. */
  backupProblems: count,
  /** What failed in the last System Check, without the backups. */
  systemFailures: count,
  /** As it is now: the session's token has the one of the time of signing in. */
  ownName: z.string(),
  /** No mail server is set, so no email leaves. False in the demo, which says so itself. */
  isMailCaptured: z.boolean(),
  /** Null for a caller without a step, and in the demo. */
  getStarted: z.nullable(getStarted),
});
export type MenuCounts = z.output<typeof menuCounts>;

/** What waits, as a number. */
export type WaitingCount = Exclude<keyof MenuCounts, 'getStarted' | 'isMailCaptured' | 'ownName'>;

/** The descriptions of the menu's entries; each begins with the number that the menu shows. */
export const menuCountTexts = {
  pendingDonations: (count) => `${count} pending`,
  unpaidInvoices: (count) => `${count} unpaid`,
  credits: (count) => (count === 1 ? '1 credit' : `${count} credits`),
  runningBulkEmails: (count) => `${count} being sent`,
  failedMails: (count) => `${upTo(mostFailedMails, count)} failed`,
  keptMails: (count) => `${upTo(mostWaiting, count)} kept`,
  erasureRequests: (count) => (count === 1 ? '1 request' : `${count} requests`),
  openBankLines: (count) => `${upTo(mostOpenLines, count)} open`,
  waitingStatements: (count) => `${upTo(mostWaiting, count)} not imported`,
  waitingProofs: (count) => `${upTo(mostWaiting, count)} waiting`,
  duplicates: (count) =>
    count === 1 ? '1 possible duplicate' : `${upTo(mostWaiting, count)} possible duplicates`,
} as const satisfies Partial<Record<WaitingCount, (count: number) => string>>;

/** The numbers that the menu shows. Today shows the others, too. */
export type MenuCount = keyof typeof menuCountTexts;

function upTo(most: number, count: number): string {
  return count < most ? String(count) : `${most - 1}+`;
}

export const getMenuCounts = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/menu-counts',
  access: 'staff',
  summary: 'How many records wait for an administrator, for the menu',
  reply: menuCounts,
});
