import { sql } from 'kysely';
import { failing, type BookCheck } from './check.ts';

/** Money that the card provider reported, and that was accepted, is a payment. */
export function cardNotificationCheck(): BookCheck {
  return {
    name: 'Card notifications',
    advice:
      'Open Card Notifications and press Check again for each. If it stays, compare your PayFast account, and have the database examined (docs/operations.md, Books).',
    run: (db) =>
      failing(db, withoutPayment, {
        ok: 'Every accepted notification of PayFast has its payment.',
        failed: 'PayFast reported payments that were accepted and are not here:',
      }),
  };
}

const withoutPayment = sql`
  SELECT DISTINCT 'PayFast number ' || n.provider_id
    || CASE WHEN n.record_number = '' THEN '' ELSE ' (' || n.record_number || ')' END AS name
  FROM card_notifications AS n
  LEFT JOIN payments AS p ON p.external_reference = 'payfast:' || n.provider_id
  WHERE n.verdict IN ('settled', 'already', 'credit') AND p.id IS NULL`;
