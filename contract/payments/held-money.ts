import { formatRand } from '#contract/money.ts';

/** Apart from the other texts of payments, because the page to register loads those. product-rules 7.9. */
export const heldText = (rand: number) =>
  `We have your ${formatRand(rand)}. The office will contact you.`;
