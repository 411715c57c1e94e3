import * as z from 'zod/mini';
import { consentChoices } from '#contract/privacy/consents.ts';
import { endpoint } from '#contract/endpoint.ts';
import { chosenId, email, id, idParams, money, personName } from '#contract/fields.ts';
import { eftDetails } from '#contract/invoices/bank-details.ts';
import { formatRand } from '#contract/money.ts';
import { leastCardAmount } from '#contract/limits.ts';
import { paidFields } from '#contract/payments/payment-details.ts';

/** The seeded methods. The last two open an external transfer site. product-rules 13.6. */
export const donationTypeNames = {
  card: 'Credit Card',
  eft: 'EFT',
  worldRemit: 'World Remit',
  wise: 'Wise',
} as const;

export const donationTexts = {
  heading: 'Manage Donations',
  failed: 'Failed to fetch donations',
  error: 'Error fetching donations',
  typesFailed: 'Failed to fetch donation types',
  notFound: 'This donation does not exist.',
  badAmount: 'Please enter a valid donation amount.',
  noMethod: 'Please select a payment method.',
  tooSmallForCard:
    'A donation by card is at least R5.00. Please enter more, or choose another method.',
  recorded:
    'Your donation has been recorded. You will be sent an email with our bank details in order to complete your donation.',
  receivedWhole: (rand: number) =>
    `This donation is ${formatRand(rand)}. If less came, change its amount first, then process the payment.`,
  missingId: 'Unable to process payment. Missing donation ID.',
  submitFailed: 'Something went wrong while submitting your donation. Please try again later.',
  askProcess: 'Are you sure you want to mark this donation as received?',
  processed: 'Donation marked as received successfully.',
  processFailed: 'Failed to process donation.',
  isReceived: 'This donation has been received and cannot be changed or deleted.',
  isWithdrawn:
    'This donation was made by booking a bank line, which was undone. Book the line again, or add a donation.',
  hadPayment: 'This donation once had a payment and cannot be deleted.',
  saved: 'Donation saved.',
  added: 'Donation added.',
  needsAnswer: 'Needs an answer',
  markAnswered: 'Mark as answered',
  answered: 'Donation marked as answered.',
  saveFirst: 'Please save your changes before you process the payment.',
} as const;

/** Whether the amount is below the card provider's minimum. product-rules 7.10. */
export function isTooSmallForCard(typeName: string | undefined, rand: number): boolean {
  return typeName === donationTypeNames.card && rand < leastCardAmount;
}

export const donationType = z.object({
  id,
  name: z.string(),
  /** The site for World Remit and Wise transfers; `null` for the other methods. */
  transferUrl: z.nullable(z.string()),
});
export type DonationType = z.output<typeof donationType>;

const donationState = z.enum(['unpaid', 'failed', 'cancelled', 'paid']);

export const donation = z.object({
  id,
  reference: z.string(),
  /** `DON-00042-X`: what the donor writes on a bank transfer. */
  paymentReference: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  donationTypeId: id,
  donationTypeName: z.string(),
  amount: money,
  isReceived: z.boolean(),
  receivedDate: z.nullable(z.string()),
  /** The day on which the money arrived. `receivedDate` is the time of recording. */
  receivedOn: z.nullable(z.string()),
  ...paidFields,
  /** The donor was promised a mail that says how to transfer the money, and has not got it. */
  needsAnswer: z.boolean(),
  /** Made by booking a bank line, which was undone: it waits for no money. */
  isWithdrawn: z.boolean(),
  state: donationState,
  createdUtc: z.string(),
});
export type Donation = z.output<typeof donation>;

/** The part that is visible to anyone with the id. product-rules 3.5. */
const publicDonation = z.object({
  id,
  amount: money,
  isReceived: z.boolean(),
  state: donationState,
});

const amount = z
  .number(donationTexts.badAmount)
  .check(
    z.refine((rand) => Math.round(rand * 100) > 0, { error: donationTexts.badAmount, abort: true }),
  );

export const donationForm = z.object({
  amount: z.pipe(amount, money),
  firstName: personName('First name is required.'),
  lastName: personName('Last name is required.'),
  email: email(),
  donationTypeId: chosenId(donationTexts.noMethod),
  consents: z.optional(z.nullable(consentChoices)),
});

export const donationFields = [
  'firstName',
  'lastName',
  'email',
  'amount',
  'donationTypeId',
] as const;

export const listDonationTypes = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/donations/types',
  access: 'anyone',
  summary: 'The payment methods for donations',
  reply: z.array(donationType),
});

export const donate = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/donations',
  access: 'anyone',
  summary: 'Record a donation; no mail is sent when an Admin records it',
  body: donationForm,
  /** The EFT details are for a donor who has chosen EFT. */
  reply: z.extend(donation, { eftDetails: z.nullable(eftDetails) }),
  status: 201,
  idempotent: true,
  limit: { most: 120, per: 'hour' },
});

export const getDonation = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/donations/:id',
  access: 'anyone',
  summary: 'One donation: all fields for an Admin, amount and state for anyone else',
  params: idParams,
  reply: z.union([donation, publicDonation]),
  versioned: donationFields,
});
