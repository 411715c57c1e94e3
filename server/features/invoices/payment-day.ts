import { sql } from 'kysely';
import type { FoundElsewhere } from '#server/platform/db/lists/sort-keys.ts';

/** The paid ones by their payments; those that nobody has paid stand behind them. */
export const paymentDay: FoundElsewhere = {
  key: sql`(SELECT paid_on FROM payments WHERE id = i.payment_id)`,
  first: (by, count) => sql`
    (SELECT i.id, p.paid_on AS key FROM payments p JOIN invoices i ON i.payment_id = p.id
      ORDER BY ${by(sql`p.paid_on`, sql`i.id`)} LIMIT ${count})
    UNION ALL
    (SELECT i.id, NULL FROM invoices i WHERE i.payment_id IS NULL
      ORDER BY ${by(sql`i.id`, sql`i.id`)} LIMIT ${count})`,
};
