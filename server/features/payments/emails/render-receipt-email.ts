import * as z from 'zod/mini';
import { invoiceNumber, membershipNumber } from '#contract/numbers.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { renderLetter } from '#server/platform/mail/email-template.ts';
import { receiptLetter, type ReceiptLetter } from './receipt-email.ts';
import type { WriteLetter } from '#server/platform/mail/render-email.ts';

const about = z.object({ invoiceId: z.string() });

/** The mail of kind `receipt`: the one that settling sends. Rules §8. */
export const writeReceiptLetter: WriteLetter = async ({ db, publicUrl, mail }) => {
  const { invoiceId } = about.parse(mail.about);
  const row = await paidInvoice(db, invoiceId);
  if (row === undefined) throw new Error(`mail ${mail.id} is about an invoice that is not paid`);
  const letter = receiptLetter({
    firstName: row.payer_first_name,
    organisation: row.issuer.name || 'our organisation',
    amountCents: row.amount_cents,
    paidOn: row.paid_on,
    line: row.line,
    invoiceNumber: invoiceNumber(row.number),
    membership: membershipOf(row),
    signInUrl: `${publicUrl}/login`,
  });
  return renderLetter(letter, row.issuer);
};

function paidInvoice(db: Db, invoiceId: string) {
  return db
    .selectFrom('invoices as i')
    .innerJoin('payments as p', 'p.id', 'i.payment_id')
    .leftJoin('membership_periods as e', 'e.invoice_id', 'i.id')
    .leftJoin('members as m', 'm.id', 'i.member_id')
    .where('i.id', '=', invoiceId)
    .select(['i.number', 'i.payer_first_name', 'i.issuer', 'i.line', 'p.amount_cents', 'p.paid_on'])
    .select(['e.ends_on', 'm.number as member_number'])
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('membership_periods as earlier')
            .whereRef('earlier.member_id', '=', 'i.member_id')
            .whereRef('earlier.ends_on', '<', 'e.starts_on')
            .select('earlier.id'),
        )
        .as('is_renewal'),
    )
    .executeTakeFirst();
}

type Row = NonNullable<Awaited<ReturnType<typeof paidInvoice>>>;

function membershipOf(row: Row): ReceiptLetter['membership'] {
  if (row.ends_on === null || row.member_number === null) return null;
  return {
    number: membershipNumber(row.member_number),
    validUntil: row.ends_on,
    isNew: !row.is_renewal,
  };
}
