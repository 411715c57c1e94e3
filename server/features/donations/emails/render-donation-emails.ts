import * as z from 'zod/mini';
import { donationReference } from '#contract/numbers.ts';
import { readCompanyInfo, readIssuer } from '#server/features/company-info/queries.ts';
import { renderLetter } from '#server/platform/mail/email-template.ts';
import { donationDetailsLetter, donationThanksLetter } from './donation-emails.ts';
import type { LetterToWrite, WriteLetter } from '#server/platform/mail/render-email.ts';

const about = z.object({ donationId: z.string() });

/** The mail of kind `donation-details`: where to pay. */
export const writeDonationDetails: WriteLetter = async (given) => {
  const { letter } = await read(given);
  return renderLetter(donationDetailsLetter(letter), letter.organisation);
};

/** The mail of kind `donation-thanks`: the receipt. */
export const writeDonationThanks: WriteLetter = async (given) => {
  const { letter, receivedOn } = await read(given);
  if (receivedOn === null) throw new Error(`mail ${given.mail.id} is about a pending donation`);
  const { pboNumber } = await readCompanyInfo(given.db);
  return renderLetter(
    donationThanksLetter({ ...letter, receivedOn, pboNumber }),
    letter.organisation,
  );
};

async function read({ db, mail }: LetterToWrite) {
  const { donationId } = about.parse(mail.about);
  const row = await db
    .selectFrom('donations as d')
    .leftJoin('payments as p', 'p.id', 'd.payment_id')
    .where('d.id', '=', donationId)
    .select(['d.first_name', 'd.amount_cents', 'd.number', 'p.paid_on'])
    .executeTakeFirst();
  if (row === undefined) throw new Error(`mail ${mail.id} is about an unknown donation`);
  const letter = {
    firstName: row.first_name,
    organisation: await readIssuer(db),
    amountCents: row.amount_cents,
    reference: donationReference(row.number),
  };
  return { letter, receivedOn: row.paid_on };
}
