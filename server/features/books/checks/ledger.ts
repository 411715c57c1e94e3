import { sql } from 'kysely';
import { sqlKindOfMethod, sqlMoneyKinds } from '#server/features/ledger/accounts.ts';
import { dayText, failing, rand, type BookCheck } from './check.ts';
import { wrongAccounts } from './entry-accounts.ts';

/** The ledger says of each payment and each use of a credit what their records say. product-rules 23.1. */
export function ledgerCheck(): BookCheck {
  return {
    name: 'Ledger',
    advice:
      'Compare the payment with the bank and with a backup from before, keep that backup, and have the database examined (docs/operations.md, Books).',
    run: (db) =>
      failing(
        db,
        sql`${wrongSources} UNION ALL ${strayEntries} UNION ALL ${wrongDays} UNION ALL ${wrongEntries}
          UNION ALL ${wrongAccounts} UNION ALL ${wrongLineDays} UNION ALL ${wrongNumbers}`,
        {
          ok: 'Every payment, every use of a credit and every difference of the cash is in the ledger with its amount, day and account.',
          failed: 'Payments, uses of credits, differences of the cash and the ledger do not agree:',
        },
      ),
  };
}

/** Money that the bank took back came. That it went is an entry of the line. */
const stands = sql`(p.reversed_at IS NULL OR p.returned_on IS NOT NULL OR EXISTS (SELECT FROM bank_matches AS m
  WHERE m.payment_id = p.id AND m.kind = 'reversal' AND m.reversed_at IS NULL))`;

/** Other money paid its invoice until a later day. Until then it was a credit. */
const countedLater = sql`(p.source <> 'credit' AND EXISTS (
  SELECT FROM ledger_entries WHERE source_id = p.id AND kind = 'carried'))`;

/** What the ledger has to have of each: cents of money in an account, and of what is owed to payers. */
const expected = sql`
  SELECT p.id, CASE WHEN p.reported_elsewhere THEN 'brought' WHEN p.source = 'credit' THEN 'carried'
      ELSE 'received' END AS kind, p.paid_on AS day,
    ${sqlKindOfMethod('p.method')} AS account, p.invoice_id, p.donation_id, p.amount_cents,
    CASE WHEN ${stands} AND p.source <> 'credit' AND NOT p.reported_elsewhere THEN p.amount_cents ELSE 0 END AS money,
    CASE WHEN NOT ${stands} THEN 0
      -- Its invoice was voided or needed it, perhaps after the day on which it went back.
      WHEN p.reversed_at IS NOT NULL AND (p.counted_cents = 0 OR ${countedLater}) THEN NULL
      WHEN p.source = 'credit' THEN p.counted_cents
      ELSE p.counted_cents - p.amount_cents END AS credits
  -- Of what was reported elsewhere only a credit is in these books.
  FROM payments AS p WHERE NOT p.reported_elsewhere OR p.counted_cents < p.amount_cents
  UNION ALL
  SELECT u.id, CASE u.kind WHEN 'refund' THEN 'refunded' ELSE 'kept' END, u.used_on,
    -- A matched line of the bank says from where it went.
    CASE WHEN u.kind = 'refund' AND NOT EXISTS (SELECT FROM bank_matches WHERE credit_use_id = u.id AND reversed_at IS NULL)
      THEN coalesce(${sqlKindOfMethod('u.refunded_by')}, 'bank') END, p.invoice_id, p.donation_id, u.amount_cents,
    CASE WHEN u.reversed_at IS NULL AND u.kind = 'refund' THEN -u.amount_cents ELSE 0 END,
    CASE WHEN u.reversed_at IS NULL THEN u.amount_cents ELSE 0 END
  FROM credit_uses AS u JOIN payments AS p ON p.id = u.payment_id WHERE u.carried_to IS NULL
  UNION ALL
  SELECT id, 'cash-difference', day, 'cash', NULL, NULL, cents, CASE WHEN reversed_at IS NULL THEN cents ELSE 0 END, 0
  FROM cash_differences`;

/** The kinds of entries that these cause. */
const kinds = sql`('received', 'carried', 'released', 'undone', 'refunded', 'kept', 'use-undone', 'brought', 'cash-difference')`;
const firstKinds = sql`('received', 'carried', 'refunded', 'kept', 'brought', 'cash-difference')`;

const wrongSources = sql`
  SELECT coalesce(CASE WHEN x.kind IN ('refunded', 'kept') THEN 'Use of ' WHEN x.kind = 'cash-difference'
        THEN 'Difference of the cash of ' ELSE 'Payment of ' END
      || ${rand(sql`x.amount_cents`)} || ' of ' || ${dayText(sql`x.day`)} || coalesce(
        (SELECT ' (INV-' || zero_padded(number) || ')' FROM invoices WHERE id = x.invoice_id),
        (SELECT ' (DON-' || zero_padded(number) || ')' FROM donations WHERE id = x.donation_id),
        CASE WHEN x.kind = 'cash-difference' THEN '' ELSE ' (without a record)' END),
      'Ledger entry ' || e.first || ', whose payment is not here') || CASE
    WHEN e.id IS NULL THEN ': it is not in the ledger'
    WHEN x.id IS NULL THEN ': it moves ' || ${rand(sql`e.money`)} || ' of money and ' || ${rand(sql`e.credits`)} || ' of credits'
    WHEN e.money <> x.money OR e.credits <> x.credits THEN ': the ledger has ' || ${rand(sql`e.money`)}
      || ' of money and ' || ${rand(sql`e.credits`)} || ' of credits, it has ' || ${rand(sql`x.money`)} || ' and '
      || ${rand(sql`coalesce(x.credits, e.credits)`)}
    WHEN e.kind IS DISTINCT FROM x.kind THEN ': the ledger has it as another kind'
    WHEN e.day <> x.day THEN ': the ledger has it on ' || ${dayText(sql`e.day`)}
    ELSE ': the ledger has its money in another account' END AS name
  FROM (${expected}) AS x
  FULL JOIN (
    SELECT e.source_id AS id, min(e.id) AS first,
      -- That an invoice needed the payment later is neither its kind nor its day.
      (array_agg(e.kind ORDER BY e.kind = 'carried', e.id) FILTER (WHERE e.kind IN ${firstKinds}))[1] AS kind,
      -- The last one: a payment can be corrected, and a refund can leave another account than it was recorded in.
      (array_agg(e.day ORDER BY e.kind = 'carried', e.id DESC) FILTER (WHERE e.kind IN ${firstKinds}))[1] AS day,
      coalesce(sum(l.cents) FILTER (WHERE l.account IN ${sqlMoneyKinds}), 0)::bigint AS money,
      coalesce(sum(l.cents) FILTER (WHERE l.account = 'credits'), 0)::bigint AS credits,
      (array_agg(l.account ORDER BY e.id DESC, l.cents) FILTER (WHERE l.account IN ${sqlMoneyKinds} AND e.kind IN ${firstKinds}))[1] AS account
    FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
    WHERE e.kind IN ${kinds} GROUP BY e.source_id
  ) AS e ON e.id = x.id
  WHERE (coalesce(x.money, 0), CASE WHEN x.id IS NULL THEN 0 ELSE coalesce(x.credits, e.credits) END)
      IS DISTINCT FROM (e.money, e.credits)
    OR x.id IS NOT NULL AND ((e.kind, e.day) IS DISTINCT FROM (x.kind, x.day) OR e.account <> x.account)`;

const entry = sql`'Ledger entry ' || e.id || coalesce(' of ' || CASE e.record_kind WHEN 'invoice' THEN 'INV-'
  ELSE 'DON-' END || zero_padded(e.record_number), '')`;

/** What makes entries that are of no payment: accounts with a first balance, PayFast's payments, and months that were closed. */
const otherSources = sql`
  SELECT 'opening' AS kind, id FROM bank_accounts
  UNION ALL SELECT 'opening', md5('opening balance ' || account)::uuid FROM (VALUES ('cash'), ('payfast')) AS a (account)
  -- The first start of the ledger opened deferred income with the last closed month.
  UNION ALL SELECT kind, id FROM closed_months CROSS JOIN (VALUES ('opening'), ('deferred')) AS k (kind)
  UNION ALL SELECT 'card-fee', md5('card fee ' || provider_id)::uuid FROM (
    SELECT provider_id FROM provider_transactions UNION SELECT provider_id FROM card_notifications
    UNION SELECT provider_id FROM payout_entries
    UNION SELECT substr(external_reference, 9) FROM payments WHERE source = 'payfast'
  ) AS p`;

const strayEntries = sql`
  SELECT 'Ledger entry ' || min(e.id) || ', ' || e.kind || ': what should have caused it is not here'
  FROM ledger_entries AS e
  WHERE e.kind IN ('opening', 'card-fee', 'deferred')
    AND NOT EXISTS (SELECT FROM (${otherSources}) AS o WHERE o.kind = e.kind AND o.id = e.source_id)
  GROUP BY e.source_id, e.kind`;

/** An entry is in the books on its own day, or on the first day after a month that was closed. */
const wrongDays = sql`
  SELECT ${entry} || ': it is of ' || ${dayText(sql`e.day`)}
    || ' and in the books on ' || ${dayText(sql`e.booked_on`)} || ', and no month was closed between them'
  FROM ledger_entries AS e
  WHERE e.booked_on <> e.day AND NOT EXISTS (
    SELECT FROM closed_months AS c WHERE c.month + interval '1 month' = e.booked_on AND e.day < e.booked_on)`;

/** A charge or a payout is of the day of its line. Money that was recorded by hand can keep its own day. */
const wrongLineDays = sql`
  SELECT ${entry} || ': it is of ' || ${dayText(sql`e.day`)} || ', its line of the bank is of ' || ${dayText(sql`b.day`)}
  FROM ledger_entries AS e LEFT JOIN bank_matches AS m ON m.id = e.source_id
  JOIN bank_lines AS b ON b.id = coalesce(m.line_id, e.source_id)
  WHERE e.kind IN ('charge', 'transfer', 'payout', 'elsewhere') AND e.day <> b.day`;

/** A record that was deleted has no number to compare. */
const wrongNumbers = sql`
  SELECT ${entry} || ': its record is ' || CASE e.record_kind WHEN 'invoice' THEN 'INV-' ELSE 'DON-' END
    || zero_padded(coalesce(i.number, d.number))
  FROM ledger_entries AS e
  LEFT JOIN invoices AS i ON e.record_kind = 'invoice' AND i.id = e.record_id
  LEFT JOIN donations AS d ON e.record_kind = 'donation' AND d.id = e.record_id
  WHERE coalesce(i.number, d.number) <> e.record_number`;

const wrongEntries = sql`
  SELECT ${entry} || ': its lines do not add up to nothing'
  FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
  GROUP BY e.id HAVING sum(l.cents) <> 0`;
