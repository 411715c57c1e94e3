import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

/** Failed mails are counted up to this number: after an outage there may be thousands. */
export const mostFailedMails = 100;

/** Failed mails are counted for this long. */
export const failedMailDays = 30;

export const menuCounts = z.object({
  pendingDonations: z.int(),
  unpaidInvoices: z.int(),
  /** Card payments that pay no record. */
  credits: z.int(),
  /** Bulk emails that are being sent, paused ones included. */
  runningBulkEmails: z.int(),
  /** Of the last days, and not sent again; at most `mostFailedMails`. */
  failedMails: z.int(),
});
export type MenuCounts = z.output<typeof menuCounts>;

export const getMenuCounts = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/menu-counts',
  access: 'admin',
  summary: 'How many records wait for an administrator, for the menu',
  reply: menuCounts,
});
