import * as z from 'zod/mini';
import { donationReference } from '#contract/numbers.ts';
import { readIssuer } from '#server/features/company-info/queries.ts';
import type { Issuer } from '#server/platform/db/tables.ts';
import type { EmailToRender } from '#server/platform/mail/render-email.ts';

export interface DonationEmailData {
  firstName: string;
  organisation: Issuer;
  amountCents: number;
  /** `DON-00042`. */
  reference: string;
}

const about = z.object({ donationId: z.string() });

/** The data for both emails about a donation. `receivedOn` is null while it is pending. */
export async function readDonationEmailData({ db, mail }: EmailToRender) {
  const { donationId } = about.parse(mail.about);
  const row = await db
    .selectFrom('donations as d')
    .leftJoin('payments as p', 'p.id', 'd.payment_id')
    .where('d.id', '=', donationId)
    .select(['d.first_name', 'd.amount_cents', 'd.number', 'p.paid_on'])
    .executeTakeFirst();
  if (row === undefined) throw new Error(`mail ${mail.id} is about an unknown donation`);
  const data: DonationEmailData = {
    firstName: row.first_name,
    organisation: await readIssuer(db),
    amountCents: row.amount_cents,
    reference: donationReference(row.number),
  };
  return { data, receivedOn: row.paid_on };
}
