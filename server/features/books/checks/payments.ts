import { sql } from 'kysely';
import { dayText, failing, rand, type BookCheck } from './check.ts';

const amount = sql`p.amount_cents`;

/** Each payment is used as its uses say, and money that was carried on arrived as a whole. */
export function paymentCheck(): BookCheck {
  return {
    name: 'Payments and credits',
    advice:
      'Compare the payment and the uses of its credit (Credits) with the bank. Do not refund or carry on anything of it. Have the database examined (docs/operations.md, Books).',
    run: (db) =>
      failing(db, wrongPayments, {
        ok: 'The uses of every credit agree with its payment, and no payment is used twice.',
        failed: 'Payments and the uses of their credits do not agree:',
      }),
  };
}

/** It is undone, because the bank or the card scheme took the money back. */
const wentBack = sql`(p.returned_on IS NOT NULL OR EXISTS (SELECT FROM bank_matches AS m
  WHERE m.payment_id = p.id AND m.kind = 'reversal' AND m.reversed_at IS NULL))`;

const wrongPayments = sql`
  SELECT ${rand(amount)} || ' of ' || ${dayText(sql`p.paid_on`)} || coalesce(
      ' (INV-' || zero_padded(i.number) || ')', ' (DON-' || zero_padded(d.number) || ')',
      ' (without a record)') || CASE
    WHEN p.used_cents <> coalesce(u.cents, 0) THEN ': ' || ${rand(sql`p.used_cents`)}
      || ' is noted as used, its uses are ' || ${rand(sql`coalesce(u.cents, 0)`)}
    WHEN u.cents IS NOT NULL AND p.reversed_at IS NOT NULL AND NOT ${wentBack}
      THEN ': its money never came, and was used'
    WHEN p.counted_cents + p.used_cents > p.amount_cents THEN ': more is used than was received'
    WHEN p.source <> 'credit' THEN ': it is new money, and a credit was carried to it'
    WHEN c.uses IS NULL THEN ': it came from a credit, and no credit was used for it'
    WHEN c.uses > 1 THEN ': several credits were carried to it'
    WHEN c.cents <> p.amount_cents THEN ': ' || ${rand(sql`c.cents`)} || ' of a credit was carried to it'
    ELSE ': only one of it and its credit was undone' END AS name
  FROM payments AS p
  LEFT JOIN invoices AS i ON i.id = p.invoice_id
  LEFT JOIN donations AS d ON d.id = p.donation_id
  LEFT JOIN (
    SELECT payment_id, sum(amount_cents) AS cents FROM credit_uses
    WHERE reversed_at IS NULL GROUP BY payment_id
  ) AS u ON u.payment_id = p.id
  LEFT JOIN (
    SELECT carried_to, count(*) AS uses, sum(amount_cents) AS cents,
      bool_and(reversed_at IS NULL) AS is_carried
    FROM credit_uses WHERE carried_to IS NOT NULL GROUP BY carried_to
  ) AS c ON c.carried_to = p.id
  WHERE p.used_cents <> coalesce(u.cents, 0)
    OR u.cents IS NOT NULL AND p.reversed_at IS NOT NULL AND NOT ${wentBack}
    OR p.counted_cents + p.used_cents > p.amount_cents
    OR (p.source = 'credit') <> (c.uses IS NOT NULL)
    OR c.uses > 1
    OR c.cents <> p.amount_cents
    OR c.is_carried <> (p.reversed_at IS NULL)`;
