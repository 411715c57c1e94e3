import { sql } from 'kysely';
import { failing, type BookCheck } from './check.ts';

/** Money that the card provider reported and confirmed is a payment or a credit. */
export function cardNotificationCheck(): BookCheck {
  return {
    name: 'Card notifications',
    advice:
      'Open Card Notifications and press Check again for each. If it stays, compare your PayFast account, and have the database examined (docs/operations.md, Books).',
    run: (db) =>
      failing(db, withoutPayment, {
        ok: 'Every payment that PayFast confirmed is a payment or a credit here.',
        failed: 'PayFast confirmed payments that are not here, or not with their amount:',
      }),
  };
}

const withoutPayment = sql`
  SELECT DISTINCT 'PayFast number ' || n.provider_id
    || CASE WHEN n.record_number = '' THEN '' ELSE ' (' || n.record_number || ')' END AS name
  FROM card_notifications AS n
  LEFT JOIN payments AS p ON p.external_reference = 'payfast:' || n.provider_id
  WHERE (n.verdict IN ('settled', 'already', 'credit')
      OR n.is_signed AND n.payment_status = 'COMPLETE'
        AND n.checks @> '[{"name": "confirmation", "outcome": "passed"}]')
    AND (p.id IS NULL OR p.amount_cents <> n.amount_cents)`;
