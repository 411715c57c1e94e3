import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, money } from '#contract/fields.ts';

/** Bytes. product-rules 26.2. */
export const largestProof = 10 * 1024 * 1024;
export const mostProofs = 10;
/** For an invoice of a member whose address is not proved. */
export const mostProofsUnproved = 3;
/** Bytes of one of these. */
export const largestProofUnproved = 2 * 1024 * 1024;
/** Bytes of all files that wait. */
export const largestWaiting = 500 * 1024 * 1024;
/** Of these, those of members whose address is not proved. */
export const largestWaitingUnproved = 200 * 1024 * 1024;
/** Days in which a link works. */
export const proofLinkDays = 180;
export const proofsInAnHour = 5;
/** The types that the file dialog offers. The server checks the content itself. */
export const proofTypes =
  'application/pdf,image/jpeg,image/png,image/webp,.pdf,.jpg,.jpeg,.png,.webp';

export const proofTexts = {
  fromProfile: 'Already paid? Send us the proof of payment',
  heading: 'Proof of Payment',
  intro: 'Send us the proof that you have paid this invoice: the PDF from your bank, or a picture.',
  nextStep: 'It does not pay the invoice. We record the payment when the money is in our account.',
  invoice: 'Invoice',
  toPay: 'To pay',
  payTo: 'To',
  file: 'PDF or picture',
  hint: 'A PDF, or a photo or screenshot, of at most 10 MB.',
  send: 'Send proof of payment',
  sendAnother: 'Send another file',
  thanks: 'Thank you',
  received: 'We have received your proof of payment.',
  receivedNext:
    'The payment is recorded when the money is in our account. We will then send you a receipt.',
  missing: 'Please choose a file that is not empty.',
  wrongType: 'Please choose a PDF, or a picture such as a photo or a screenshot.',
  tooLarge: 'A proof of payment is at most 10 MB. Please choose a smaller file.',
  tooLargeUnproved:
    'Here a proof of payment is at most 2 MB. Please choose a smaller file, or open the link in our latest email about the invoice, which takes 10 MB.',
  unreadable: 'The file did not arrive complete. Please send it again.',
  failed:
    'The file could not be sent. Please check your connection and press the button again. Your file is still chosen.',
  paidTitle: 'This invoice is paid',
  paid: 'This invoice is paid. Thank you. You need not send anything.',
  voidTitle: 'This invoice was withdrawn',
  isVoid: 'This invoice was withdrawn. There is nothing to pay, and you need not send anything.',
  writtenOffTitle: 'This invoice needs no payment',
  isWrittenOff:
    'This invoice was written off. There is nothing to pay, and you need not send anything.',
  fullTitle: 'We have your files',
  full: 'We have as many files for this invoice as it can have. If something is missing, please write to us.',
  noRoom:
    'We cannot take more files at this moment. Please send the proof of payment to us by email.',
  underWay:
    'Another file for this invoice is arriving. Please send this one when the other is complete.',
  tooMany: (wait: string) =>
    `You have sent ${proofsInAnHour} files in the last hour. Please send the next one in ${wait}.`,
  badTitle: 'This link does not work',
  badLink:
    'This link does not work. Please open the one in our latest email about the invoice, or sign in and open it from My Profile.',
  loadFailed: 'The invoice could not be loaded. Please try again.',
  toHome: 'Go Back to Home',
  toProfile: 'Go to My Profile',
} as const;

const linkToken = z.string(proofTexts.badLink).check(z.maxLength(200, proofTexts.badLink));

const proofLink = z.object({
  invoiceNumber: z.string(),
  /** The rest to pay. */
  balance: money,
  /** `full`: it has as many files as it can have. */
  state: z.enum(['open', 'full', 'paid', 'void', 'writtenOff']),
});
export type ProofLink = z.output<typeof proofLink>;

/** A POST, so that the token is in no address and in no log. */
export const readProofLink = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/payment-proofs/link',
  access: 'anyone',
  readOnly: true,
  summary: 'The invoice that a link for a proof of payment is for: its number, balance and state',
  body: z.object({ token: linkToken }),
  reply: proofLink,
});

/** The token is before the file in the form: without it, no file is read. */
export const sendProof = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/payment-proofs',
  access: 'anyone',
  summary: 'Send a proof of payment for an invoice that is not paid; the same file counts once',
  body: z.object({ token: linkToken }),
  upload: { field: 'file', largest: largestProof, texts: proofTexts },
  limit: { most: 30, per: 'hour' },
});

export const getProofToken = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/invoices/:id/proof-token',
  access: 'signedIn',
  permission: 'money.read',
  summary: 'The token with which a proof of payment for an own invoice can be sent',
  params: idParams,
  reply: z.object({ token: z.string() }),
});
