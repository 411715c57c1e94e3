import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { id, money } from '#contract/fields.ts';

/** The kinds of payable record, as written in URLs: a membership invoice or a donation. */
export const paymentKinds = ['subscription', 'donation'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

export const paymentTexts = {
  redirecting: 'Redirecting to PayFast for payment...',
  goOn: 'Continue to PayFast',
  slow: 'If nothing happens, press the button to continue.',
  askAgain: 'Pay by card?',
  wasThere:
    'You have returned from PayFast. If you have paid, check the status instead of paying again.',
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
  thanksOnly: 'Thank you.',
  thanksForDonation: 'Thank you for your donation.',
  /** True before it has gone, and afterwards. */
  receiptByEmail: 'A receipt is sent to your email address.',
  donateAgain: 'Donate again',
  notCompleted: 'Payment Not Completed',
  unconfirmed: 'We were unable to confirm your payment.',
  failed: 'PayFast says that the payment failed, so no money was taken. You can try again.',
  mayBeLate: 'If you have paid, please do not pay again. Reload the status later.',
  pending: 'Payment Pending',
  takesAMinute: 'This can take a minute. You may close this page.',
  receiptComes: 'When the payment is confirmed, a receipt is sent to your email address.',
  reload: 'Reload Payment Status',
  unchanged: 'The status has not changed.',
  cancelled: 'Payment Cancelled',
  notPaid: 'You left PayFast without paying. You can try again at any time.',
  toLogin: 'Go to Login',
  toOwnPages: 'Go to my pages',
  settled: 'This has already been paid.',
  payNow: 'Pay now',
  isVoid: 'This invoice is void and cannot be paid.',
  isWrittenOff: 'This invoice has been written off and needs no payment.',
  tooSmall: 'A payment by card is at least R5.00. Please pay by EFT.',
  noCard: 'Payments by card are not offered. Please pay by EFT.',
  paidInFuture: 'The payment date cannot be in the future.',
  paidTooEarly: 'The payment date cannot be more than a year ago.',
} as const;

/** The signed form that the browser posts to the provider. product-rules 1.23, 3.6. */
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

/** What the page after a payment shows. Only the payer has the address. product-rules 3.6, 7.9. */
export const getPaymentSummary = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/payments/summary/:type/:id',
  access: 'anyone',
  summary:
    'A paid record on the day of its payment: its number, and what a membership payment gave. Of any record, the money that is held, and what is paid of it',
  params: z.object({ type: z.enum(paymentKinds, paymentTexts.badType), id }),
  reply: z.object({
    reference: z.string(),
    amount: money,
    /** What the payment that paid it brought; 0 if it is not paid. */
    received: z.number(),
    /** Credits of this record. */
    held: z.number(),
    /** What counts for it while something is still to pay; otherwise 0. */
    paid: z.number(),
    /** Whether a part of `paid` came by card within the last day. */
    isPaidByCard: z.boolean(),
    /** `false`: the latest card payment pays nothing, so there was no receipt for it. */
    isReceipted: z.boolean(),
    membership: z.nullable(
      z.object({
        /** Initials, unless the caller may see the member. */
        name: z.string(),
        number: z.string(),
        validUntil: z.string(),
      }),
    ),
  }),
});
export type PaymentSummary = z.output<typeof getPaymentSummary.reply>;

const notificationCall = {
  method: 'POST',
  access: 'anyone',
  summary: "The provider's notification: stored as received, evaluated afterwards",
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
