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
 * What became of a notification. Money was recorded: `settled`; `already` (the same payment told
 * again); `credit` (for a record that was paid or void). The provider's word, and nothing to do:
 * `cancelled`, `failed`, `pending`. For an administrator: `refused` (a check failed), `unconfirmed`
 * (the provider could not be asked), `unjudged` (judging broke off each time). product-rules 6.11, 7.6.
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

/** These may be judged again; all others have been judged for good. */
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
  /** `null` while it waits to be judged. */
  verdict: z.nullable(z.enum(notificationVerdicts)),
  checks: z.array(notificationCheck),
  body: z.string(),
});
export type Notification = z.output<typeof notification>;

export const notificationTexts = {
  failed: 'Failed to fetch notifications',
  error: 'Error fetching notifications',
  notFound: 'This notification does not exist.',
  judged: 'The notification was judged again.',
  judgeFailed: 'The notification could not be judged.',
  askJudge:
    'All checks are made again, and the provider is asked once more. What passes is booked, and a receipt is sent.',
  noChecks: 'Nothing has been checked yet.',
  unknownRecord: (kind: PaymentKind) =>
    kind === 'donation' ? 'Unknown donation' : 'Unknown invoice',
  credits: (count: number) =>
    count === 1
      ? 'Money came in once for something that was already paid, or void.'
      : `Money came in ${count} times for something that was already paid, or void.`,
  creditNext:
    'It is kept as a credit and nobody was told. Please agree with the payer what becomes of it.',
  showCredits: 'Show the credits',
} as const;

/** On the badges; `waiting` while a notification has no verdict. */
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

/** What a verdict means to an administrator, and what there is to do. */
export const verdictWords: typeof verdictNames = {
  credit: 'Money came in for what was already paid, or void. Nothing was booked: it is a credit.',
  refused: 'A check failed, so nothing was booked.',
  unconfirmed: 'The provider could not be asked for two days. Nothing was booked: judge it again.',
  unjudged: 'Judging broke off each time. Nothing was booked: judge it again.',
  waiting: 'The provider is being asked whether it sent this. There is nothing to do.',
  settled: 'The payment was booked and the receipt sent.',
  already: 'The same payment told again. It had been booked before.',
  pending: 'The provider waits for the money. There is nothing to do.',
  cancelled: 'The payer gave up. There is nothing to do.',
  failed: 'The payment did not go through. There is nothing to do.',
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
  access: 'admin',
  summary: 'Notifications of the card provider, the newest first, with every check and its outcome',
  body: searchBody({ recordId: textFilter, providerId: textFilter, verdict: textFilter }, [
    'CreatedUtc',
  ]),
  reply: found(notification),
  csv: { name: 'card-notifications', columns: notificationCsv },
});

export const judgeNotificationAgain = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/payments/payfast/notifications/:id/judge',
  access: 'admin',
  summary: 'Judge a notification again; one that is judged for good stays as it is',
  params: idParams,
  reply: notification,
});
