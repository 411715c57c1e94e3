import * as z from 'zod/mini';
import { sql } from 'kysely';
import { donationReference } from '#contract/numbers.ts';
import { paymentReference } from '#contract/payment-references/payment-reference.ts';
import { readIssuer } from '#server/features/company-info/queries.ts';
import type { Issuer } from '#server/platform/db/tables.ts';
import type { EmailToRender } from '#server/platform/mail/render-email.ts';

export interface DonationEmailData {
  firstName: string;
  /** First and last name. */
  name: string;
  email: string;
  /** How the donor wants to pay. */
  method: string;
  organisation: Issuer;
  amountCents: number;
  /** `DON-00042`. */
  reference: string;
  /** `DON-00042-X`. */
  paymentReference: string;
}

/** Of the payment that was received, and of what came before it. More than the donation can have come. */
export interface DonationMoney {
  receivedCents: number;
  usedCents: number;
  heldCents: number;
}

const sumOf = (column: 'amount_cents' | 'used_cents' | 'credit_cents') => sql<number>`(
  SELECT coalesce(sum(h.${sql.ref(column)}), 0)::integer FROM payments AS h
  WHERE h.donation_id = d.id AND h.reversed_at IS NULL AND h.recorded_at <= p.recorded_at)`;

const about = z.object({ donationId: z.string() });

/** The data for the emails about a donation. `receivedOn` is null while it is pending. */
export async function readDonationEmailData({ db, mail }: EmailToRender) {
  const { donationId } = about.parse(mail.about);
  const row = await db
    .selectFrom('donations as d')
    .leftJoin('payments as p', 'p.id', 'd.payment_id')
    .innerJoin('donation_types as t', 't.id', 'd.donation_type_id')
    .where('d.id', '=', donationId)
    .select(['d.first_name', 'd.last_name', 'd.email', 'd.amount_cents', 'd.number'])
    .select(['d.needs_answer_since', 'p.paid_on', 't.name as method'])
    .select(sumOf('amount_cents').as('received_cents'))
    .select([sumOf('used_cents').as('used_cents'), sumOf('credit_cents').as('held_cents')])
    .executeTakeFirst();
  if (row === undefined) throw new Error(`mail ${mail.id} is about an unknown donation`);
  const data: DonationEmailData = {
    firstName: row.first_name,
    name: `${row.first_name} ${row.last_name}`,
    email: row.email,
    method: row.method,
    organisation: await readIssuer(db),
    amountCents: row.amount_cents,
    reference: donationReference(row.number),
    paymentReference: paymentReference('DON', row.number),
  };
  return {
    data,
    donationId,
    receivedOn: row.paid_on,
    money: {
      receivedCents: row.received_cents,
      usedCents: row.used_cents,
      heldCents: row.held_cents,
    },
    needsAnswer: row.needs_answer_since !== null,
  };
}
