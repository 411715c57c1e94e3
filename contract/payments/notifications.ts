import * as z from 'zod/mini';
import type { CsvColumns } from '#contract/csv.ts';
import { endpoint } from '#contract/endpoint.ts';
import { id, idParams } from '#contract/fields.ts';
import { type PaymentKind, paymentKinds } from './endpoints.ts';
import { found, searchBody, textFilter } from '#contract/search.ts';

const notificationCheck = z.object({
  name: z.string(),
  outcome: z.enum(['passed', 'failed', 'unknown']),
  words: z.string(),
});

/**
 * The outcome of a notification. Money was recorded: `settled`; `already` (a repeat of the same
 * payment); `credit` (the record was already paid, void or deleted, or the amount was never asked or is less than the donation). The provider's status, no action needed:
 * `cancelled`, `failed`, `pending`. For an administrator: `refused` (a check failed), `unconfirmed`
 * (the provider did not reply), `unjudged` (the evaluation failed repeatedly). product-rules 6.11, 7.6.
 */
export const notificationVerdicts = [
  'settled',
  'already',
  'credit',
  'cancelled',
  'failed',
  'pending',
  'refused',
  'unconfirmed',
  'unjudged',
] as const;
export type NotificationVerdict = (typeof notificationVerdicts)[number];

/** These may be evaluated again. All other verdicts are final. */
export const judgeableVerdicts = ['refused', 'unconfirmed', 'unjudged'] as const;

export const notification = z.object({
  id,
  kind: z.enum(paymentKinds),
  receivedUtc: z.string(),
  recordId: z.string(),
  providerId: z.string(),
  paymentStatus: z.string(),
  amount: z.nullable(z.number()),
  sourceAddress: z.string(),
  /** `null` until it is evaluated. */
  verdict: z.nullable(z.enum(notificationVerdicts)),
  checks: z.array(notificationCheck),
  body: z.string(),
});
export type Notification = z.output<typeof notification>;

export const notificationTexts = {
  failed: 'Failed to fetch notifications',
  error: 'Error fetching notifications',
  notFound: 'This notification does not exist.',
  judged: 'The notification was checked again.',
  judgeFailed: 'The notification could not be checked.',
  askJudge:
    'All checks run again, including the confirmation by the provider. If they pass, the payment is booked and a receipt is sent.',
  noChecks: 'Nothing has been checked yet.',
  unknownRecord: (kind: PaymentKind) =>
    kind === 'donation' ? 'Unknown donation' : 'Unknown invoice',
  credits: (count: number) =>
    count === 1
      ? '1 payment waits under Credits: it pays no record, or it went back after it was used.'
      : `${count} payments wait under Credits: they pay no record, or they went back after they were used.`,
  creditNext:
    'The payer got no email. Please agree with the payer what to do: pay an invoice, refund it, or make it a donation.',
  showCredits: 'Open the credits',
} as const;

/** The badge labels; `waiting` while a notification has no verdict. */
export const verdictNames: Readonly<Record<NotificationVerdict | 'waiting', string>> = {
  credit: 'Credit',
  refused: 'Refused',
  unconfirmed: 'Not confirmed',
  unjudged: 'Not judged',
  waiting: 'Waiting for confirmation',
  settled: 'Settled',
  already: 'Already counted',
  pending: 'Pending',
  cancelled: 'Cancelled',
  failed: 'Failed',
};

/** The explanation of each verdict for administrators, and the next step. */
export const verdictWords: typeof verdictNames = {
  credit:
    'This payment arrived for a record that was already paid, void or deleted, or nobody had asked for its amount, or it is less than the donation. It is recorded as a credit.',
  refused: 'A check failed, so nothing was booked.',
  unconfirmed:
    'The provider did not confirm this within two days. Nothing was booked. Please check it again.',
  unjudged: 'The checks failed to complete. Nothing was booked. Please check it again.',
  waiting: 'Waiting for the provider to confirm that it sent this. You do not need to do anything.',
  settled: 'The payment was booked and the receipt sent.',
  already: 'A repeat of a payment that had already been booked.',
  pending: 'The provider is waiting for the money. You do not need to do anything.',
  cancelled: 'The payer cancelled. You do not need to do anything.',
  failed: 'The payment failed. You do not need to do anything.',
};

const notificationCsv = [
  { header: 'Received', field: 'receivedUtc', kind: 'moment' },
  { header: 'Kind', field: 'kind', names: { donation: 'Donation', subscription: 'Membership' } },
  { header: 'Paid for', field: 'recordId' },
  { header: 'PayFast number', field: 'providerId' },
  { header: 'Payment status', field: 'paymentStatus' },
  { header: 'Amount', field: 'amount', kind: 'money' },
  { header: 'Verdict', field: 'verdict', names: verdictNames, empty: verdictNames.waiting },
] as const satisfies CsvColumns<Notification>;

export const searchNotifications = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/payments/payfast/notifications/search',
  permission: 'money.read',
  readOnly: true,
  summary: 'Notifications of the card provider, the newest first, with every check and its outcome',
  body: searchBody({ recordId: textFilter, providerId: textFilter, verdict: textFilter }, [
    'CreatedUtc',
    'Kind',
    'ProviderId',
    'Amount',
    'Verdict',
  ]),
  reply: found(notification),
  csv: { name: 'card-notifications', columns: notificationCsv },
});

export const judgeNotificationAgain = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/payments/payfast/notifications/:id/judge',
  permission: 'money.write',
  summary: 'Evaluate a notification again; a final verdict stays unchanged',
  params: idParams,
  reply: notification,
});
