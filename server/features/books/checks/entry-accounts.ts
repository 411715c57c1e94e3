import { sql } from 'kysely';
import { ledgerAccountNames } from '#contract/month-end/ledger-accounts.ts';
import { sqlKindOfMethod, sqlMoneyKinds } from '#server/features/ledger/accounts.ts';
import { rand } from './check.ts';

/** Of lines of the bank. Their source is the line or its match, never a payment. */
const isOfLine = sql`e.kind IN ('payout', 'deposited', 'moved', 'charge', 'transfer', 'elsewhere', 'line-undone')`;
/** Their source is no payment and no line. The check of the sources knows them. */
const ownKinds = sql`('card-fee', 'cash-difference', 'opening', 'deferred')`;

const accountName = sql`CASE s.account ${sql.join(
  Object.entries(ledgerAccountNames).map(
    ([kind, name]) => sql`WHEN ${sql.lit(kind)} THEN ${sql.lit(name)}`,
  ),
  sql` `,
)} END`;

/** Months that were closed before the first start of the ledger have *Conversion* instead of income and expenses. */
const convertedTo = sql`(
  SELECT (max(c.month) + interval '1 month' - interval '1 day')::date FROM closed_months AS c CROSS JOIN book_settings AS b
  WHERE c.closed_at <= coalesce(b.lines_posted_at, 'infinity'))`;

/** What each source has posted beside money and credits, which other queries compare. What was taken back is left out. */
const sums = sql`
  SELECT e.source_id, min(e.id) AS first, min(e.record_kind) AS record_kind, min(e.record_number) AS record_number,
    CASE WHEN e.kind IN ${ownKinds} THEN e.kind END AS own_kind, ${isOfLine} AS is_of_line, min(e.day) AS day,
    l.account, l.of_id, sum(l.cents)::bigint AS cents
  FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
  WHERE l.account <> 'credits' AND (l.account NOT IN ${sqlMoneyKinds} OR ${isOfLine} AND l.account <> 'bank')
  GROUP BY e.source_id, 5, 6, l.account, l.of_id HAVING sum(l.cents) <> 0`;

/** The method of the payment or refund of a match. */
const matchedMethod = sql`coalesce(u.refunded_by, p.method)`;

/** Whether an account is one that the cause of the entries has: a payment with its record, a match, or a line. */
const isExpected = sql`CASE
  WHEN s.account = 'conversion' AND s.own_kind IS DISTINCT FROM 'opening' THEN coalesce(s.day <= ${convertedTo}, false)
  WHEN s.own_kind = 'card-fee' THEN s.account = 'fees'
  WHEN s.own_kind = 'cash-difference' THEN s.account = 'elsewhere'
  WHEN s.own_kind = 'opening' THEN s.account IN ('opening', 'deferred', 'conversion')
  WHEN s.own_kind = 'deferred' THEN s.account IN ('deferred', 'membership')
  WHEN b.id IS NOT NULL THEN CASE s.account
    WHEN 'elsewhere' THEN b.state = 'dismissed' AND -s.cents IN (b.amount_cents, b.amount_cents + b.fee_cents)
    WHEN 'charges' THEN b.fee_cents <> 0
      OR EXISTS (SELECT FROM bank_matches WHERE line_id = b.id AND kind = 'reversal' AND fee_cents <> 0)
    WHEN 'fees' THEN EXISTS (SELECT FROM bank_matches WHERE line_id = b.id AND kind = 'reversal' AND fee_cents <> 0)
    ELSE false END
  WHEN m.kind = 'charge' THEN s.account = CASE WHEN s.cents < 0 THEN 'interest' ELSE 'charges' END
  WHEN m.kind IN ('charge-back', 'kept-charge') THEN s.account = 'charges'
  WHEN m.kind = 'kept-fee' THEN s.account = 'fees'
  WHEN m.kind = 'transfer' THEN s.account = 'transit'
  WHEN m.kind = 'payout' THEN s.account IN ('fees', 'payfast')
  WHEN s.account = 'opening' THEN p.reported_elsewhere
  WHEN s.account IN ('charges', 'fees') THEN m.kind IN ('recorded', 'refund', 'reversal') AND s.is_of_line
    AND (s.account = 'fees') = (${matchedMethod} = 'Card Machine')
  -- An earlier version posted refunds of card payments from PayFast.
  WHEN s.account IN ${sqlMoneyKinds} THEN u.id IS NOT NULL OR s.account = ${sqlKindOfMethod(matchedMethod)}
  WHEN s.is_of_line AND m.kind IS DISTINCT FROM 'reversal' THEN false
  WHEN u.id IS NOT NULL THEN u.kind <> 'refund' AND s.account IN ('kept', 'vat')
  WHEN s.account = 'vat' THEN i.id IS NOT NULL
  WHEN p.invoice_id IS NULL THEN p.id IS NOT NULL AND s.account = 'donation'
  ELSE s.account = CASE WHEN i.member_type_id IS NULL THEN 'invoice' ELSE 'membership' END
    AND s.of_id IS NOT DISTINCT FROM i.member_type_id
  END`;

/** Income, expenses and what is kept elsewhere are in the account that the payment, the match or the line says. */
export const wrongAccounts = sql`
  SELECT 'Ledger entry ' || s.first || coalesce(' of ' || CASE s.record_kind WHEN 'invoice' THEN 'INV-'
      WHEN 'donation' THEN 'DON-' END || zero_padded(s.record_number), '')
    || ': ' || ${rand(sql`abs(s.cents)`)} || ' is in ' || ${accountName} || ', and what caused it says another account' AS name
  FROM (${sums}) AS s
  LEFT JOIN bank_lines AS b ON b.id = s.source_id
  LEFT JOIN bank_matches AS m ON m.id = s.source_id
  LEFT JOIN credit_uses AS u ON u.id = coalesce(m.credit_use_id, s.source_id)
  LEFT JOIN payments AS p ON p.id = coalesce(m.payment_id, u.payment_id, s.source_id)
  LEFT JOIN invoices AS i ON i.id = p.invoice_id
  WHERE (${isExpected}) IS NOT TRUE`;
