import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { day, id, idParams } from './fields.ts';
import { found, searchBody, textFilter } from './search.ts';

/** What is paid for: a membership invoice, or a donation. The words of the addresses. */
export const paymentKinds = ['subscription', 'donation'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

export const paymentTexts = {
  redirecting: 'Redirecting to PayFast for payment...',
  goOn: 'Continue to PayFast',
  slow: 'If nothing happens, please go on by yourself.',
  askAgain: 'Pay by card?',
  wasThere:
    'You have come back from PayFast. If you have paid, look at the status instead of paying again.',
  seeStatus: 'See payment status',
  errorTitle: 'Error',
  tryAgain: 'Try again',
  badType: 'Invalid payment type provided.',
  noAmount: (kind: PaymentKind) => `Amount is missing for the ${kind}.`,
  noRecord: (kind: PaymentKind) => `Record ID is missing for the ${kind}.`,
  unknownFormat: 'Unknown data format returned from the server.',
  redirectFailed: 'An error occurred while processing the payment. Please try again later.',
  unknownTitle: 'Unknown Payment',
  unknown: 'No details found for the provided ID.',
  status: 'Payment Status',
  statusLoading: 'Loading the payment status…',
  completed: 'Payment Completed!',
  thanks: 'Thank you. Your receipt comes by email.',
  notCompleted: 'Payment Not Completed',
  unconfirmed: 'We were unable to confirm your payment.',
  mayBeLate:
    'If you have paid, please do not pay again: reload the status later, or wait for our email.',
  pending: 'Payment Pending',
  takesAMinute: 'This can take a minute. You may close this page; we will email you.',
  reload: 'Reload Payment Status',
  unchanged: 'Nothing has changed yet.',
  cancelled: 'Payment Cancelled',
  notPaid: 'You left PayFast without paying. You can try again whenever it suits you.',
  toLogin: 'Go to Login',
  settled: 'This has been paid already.',
  payNow: 'Pay now',
  isVoid: 'This invoice is void: it can not be paid.',
  tooSmall: 'A payment by card is at least R5.00. Please pay by EFT.',
  paidInFuture: 'The payment date can not be in the future.',
  paidTooEarly: 'The payment date can not be more than a year ago.',
} as const;

/** The form that the browser posts to the provider, signed by the server. Rules §1, §3. */
export const getPaymentForm = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/payments/payfast/:type/:id',
  access: 'anyone',
  summary: 'The signed form of an unpaid record, in posting order',
  params: z.object({ type: z.enum(paymentKinds, paymentTexts.badType), id }),
  reply: z.object({
    action: z.string(),
    fields: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
});

/** When the money came, if that was on an earlier day than today. */
export const paymentDay = z.object({ paidOn: z.optional(z.nullable(day)) });

const notificationCall = {
  method: 'POST',
  access: 'anyone',
  summary: "The provider's notification: kept as it came, judged afterwards",
  raw: 'application/x-www-form-urlencoded',
} as const;

export const notifySubscription = /* @__PURE__ */ endpoint({
  ...notificationCall,
  path: '/payments/payfast/subscription',
});
export const notifyDonation = /* @__PURE__ */ endpoint({
  ...notificationCall,
  path: '/payments/payfast/donation',
});

const notificationCheck = z.object({
  name: z.string(),
  outcome: z.enum(['passed', 'failed', 'unknown']),
  words: z.string(),
});

/**
 * What became of a notification. Money was recorded: `settled`; `already` (the same payment told
 * again); `credit` (for a record that was paid or void). The provider's word, and nothing to do:
 * `cancelled`, `failed`, `pending`. For an administrator: `refused` (a check failed), `unconfirmed`
 * (the provider could not be asked), `unjudged` (judging broke off each time). Rules §6, §7.
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

export const searchNotifications = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/payments/payfast/notifications/search',
  access: 'admin',
  summary: 'Notifications of the card provider, the newest first, with every check and its outcome',
  body: searchBody({ recordId: textFilter, providerId: textFilter, verdict: textFilter }, [
    'CreatedUtc',
  ]),
  reply: found(notification),
});

export const judgeNotificationAgain = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/payments/payfast/notifications/:id/judge',
  access: 'admin',
  summary: 'Judge a notification again; one that is judged for good stays as it is',
  params: idParams,
  reply: notification,
});
