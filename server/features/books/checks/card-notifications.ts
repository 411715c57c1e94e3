import { sql } from 'kysely';
import { sqlCardFees } from '#server/features/ledger/post-card-fees.ts';
import { failing, rand, type BookCheck } from './check.ts';

/** Money that the card provider reported and confirmed is a payment or a credit, and its fee is in the ledger. */
export function cardNotificationCheck(): BookCheck {
  return {
    name: 'Card notifications',
    advice:
      'Open Card Notifications and press Check again for each. If it stays, compare your PayFast account, and have the database examined (docs/operations.md, Books).',
    run: (db) =>
      failing(
        db,
        sql`${withoutPayment} UNION ALL ${settledTwice} UNION ALL ${changedFees} UNION ALL ${wrongFees}`,
        {
          ok: 'Every payment that PayFast confirmed is a payment or a credit here, with its fee.',
          failed: 'Messages of PayFast, payments and fees do not agree:',
        },
      ),
  };
}

const message = sql`'PayFast number ' || n.provider_id
  || CASE WHEN n.record_number = '' THEN '' ELSE ' (' || n.record_number || ')' END`;

const withoutPayment = sql`
  SELECT DISTINCT ${message} || ': its payment is not here, or has another amount' AS name
  FROM card_notifications AS n
  LEFT JOIN payments AS p ON p.external_reference = 'payfast:' || n.provider_id
  WHERE (n.verdict IN ('settled', 'already', 'credit')
      OR n.is_signed AND n.payment_status = 'COMPLETE'
        AND n.checks @> '[{"name": "confirmation", "outcome": "passed"}]')
    AND (p.id IS NULL OR p.amount_cents <> n.amount_cents)`;

/** Further messages of a payment are `already`. */
const settledTwice = sql`
  SELECT 'PayFast number ' || provider_id || ': ' || count(*) || ' messages have recorded its payment'
  FROM card_notifications WHERE verdict IN ('settled', 'credit') AND provider_id <> ''
  GROUP BY provider_id HAVING count(*) > 1`;

/** As the message has it before its signature. Erase empties the message. */
const feeInBody = sql`round(substring(split_part(encode(n.body, 'escape'), 'signature=', 1)
  FROM '(?:^|&)amount_fee=-?([0-9]{1,9}(?:[.][0-9]{1,2})?)(?:&|$)')::numeric * 100)::bigint`;

const changedFees = sql`
  SELECT ${message} || ': its fee is ' || coalesce(${rand(sql`n.fee_cents`)}, 'not known') || ', in the message '
    || coalesce(${rand(feeInBody)}, 'not known')
  FROM card_notifications AS n
  WHERE n.verdict IN ('settled', 'already', 'credit') AND n.body <> '' AND n.fee_cents IS DISTINCT FROM ${feeInBody}`;

const providerIds = sql`(SELECT provider_id AS id FROM card_notifications WHERE is_signed
  UNION SELECT provider_id FROM provider_transactions)`;

const wrongFees = sql`
  SELECT 'PayFast number ' || f.id || ': its fee is ' || ${rand(sql`coalesce(f.cents, 0)`)} || ', the ledger has '
    || ${rand(sql`coalesce(p.cents, 0)`)}
  FROM (${sqlCardFees(providerIds)}) AS f
  LEFT JOIN (
    SELECT e.source_id, -sum(l.cents)::bigint AS cents FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
    WHERE e.kind = 'card-fee' AND l.account = 'payfast' GROUP BY 1
  ) AS p ON p.source_id = f."sourceId"
  WHERE coalesce(f.cents, 0) <> coalesce(p.cents, 0)`;
