import * as z from 'zod/mini';
import { day } from '#contract/fields.ts';

/** Each is shown and ticked. */
export const mostSameLines = 1000;

const rows = z.array(z.int()).check(z.maxLength(mostSameLines));

/** Lines that another kind of file has probably brought. */
export const sameLineFields = {
  /** New by their text. The account has a line of the same day and amount. */
  sameLines: z.array(
    z.object({
      row: z.int(),
      day,
      moneyIn: z.nullable(z.number()),
      moneyOut: z.nullable(z.number()),
      text: z.string(),
      textHere: z.string(),
      /** The texts name different numbers, or no payer in common, so it is probably another payment. */
      isUnlike: z.optional(z.boolean()),
    }),
  ),
  /** The rows of these that an administrator says are here. Null: nobody has said so yet. */
  sameRows: z.nullable(rows),
};

/** Rows of `sameLines` that are here already. The others are imported. */
export const sameRowsAnswer = { sameRows: z.optional(rows) };
