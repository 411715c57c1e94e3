import { formatRand } from '#contract/money.ts';

/* Apart from the other texts of payments, because the page to register loads those. product-rules 7.9. */

/** Of credits: the office has a list of them, and was mailed about card money among them. */
export const heldText = (rand: number) =>
  `We have your ${formatRand(rand)}. The office will contact you.`;

/** Of money that counts. */
export const partText = (paid: number, toPay: number) =>
  `We have your ${formatRand(paid)}. ${formatRand(toPay)} is still to pay.`;
