import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

/**
 * Each payment by EFT is on a statement, matched with its line. Those by card have PayFast's fee, and are paid out on the Monday
 * after them, but for the last week.
 */
export async function fillBank(db: Db): Promise<void> {
  await db.transaction().execute(async (inside) => {
    // The sums are right already.
    await sql`SET LOCAL session_replication_role = replica; SET LOCAL statement_timeout = 0`.execute(
      inside,
    );
    await sql`
      CREATE TEMPORARY TABLE cards ON COMMIT DROP AS
      SELECT id, (1000000 + row_number() OVER (ORDER BY paid_on, id))::text AS provider_id, paid_on,
        paid_on::timestamp + interval '10 hours' AS at, amount_cents, 200 + amount_cents * 35 / 1000 AS fee_cents,
        (date_trunc('week', paid_on) + interval '7 days')::date AS paid_out_on,
        coalesce(invoice_id, donation_id) AS record_id
      FROM payments WHERE method = 'Credit Card'`.execute(inside);
    await sql`
      CREATE TEMPORARY TABLE payouts ON COMMIT DROP AS
      SELECT paid_out_on AS day, gen_random_uuid() AS line_id, gen_random_uuid() AS match_id,
        nextval(pg_get_serial_sequence('ledger_entries', 'id')) AS entry_id, sum(amount_cents - fee_cents)::integer AS cents
      FROM cards WHERE paid_out_on < (SELECT max(paid_out_on) FROM cards) GROUP BY 1`.execute(
      inside,
    );
    for (const fill of [...statement, ...cardFees, ...payouts]) await fill.execute(inside);
  });
}

const statement = [
  sql`INSERT INTO bank_accounts (id, bank, number, name, created_at)
    VALUES (gen_random_uuid(), 'FNB', '62000000033', '', '2025-01-01')`,
  sql`UPDATE bank_accounts SET takes_eft = true`,
  sql`INSERT INTO bank_statements (id, account_id, file_name, sha256, state, source, layout, from_day,
      to_day, opening_cents, closing_cents, line_count, new_count, done, created_by, created_at, imported_by, imported_at)
    SELECT gen_random_uuid(), a.id, 'all.csv', repeat('a', 64), 'imported', 'csv', 'fnb-history', '2025-01-01', '2026-01-31', 0,
      (SELECT sum(amount_cents) FROM payments WHERE method = 'EFT') + (SELECT sum(cents) FROM payouts),
      1, 1, 1, u.id, now(), u.id, now()
    FROM bank_accounts AS a, (SELECT id FROM users WHERE role = 'Admin' LIMIT 1) AS u`,
  sql`INSERT INTO bank_lines (id, account_id, statement_id, row_number, day, amount_cents, text,
      reference, kind, normal_text, occurrence, state, booked_cents, certainty, judged_at)
    SELECT n.id, s.account_id, s.id, row_number() OVER (), n.day, n.cents, 'MAGTAPE CREDIT', '',
      'MAGTAPE CREDIT', 'MAGTAPE CREDIT', row_number() OVER (), 'matched', n.cents, 'none', now()
    FROM (SELECT id, paid_on AS day, amount_cents AS cents FROM payments WHERE method = 'EFT'
      UNION ALL SELECT line_id, day, cents FROM payouts) AS n, bank_statements AS s`,
  sql`INSERT INTO bank_matches (id, line_id, kind, amount_cents, payment_id, certainty, why, recorded_at, recorded_by)
    SELECT gen_random_uuid(), p.id, 'recorded', p.amount_cents, p.id, 'certain', 'x', p.recorded_at, s.created_by
    FROM payments AS p, bank_statements AS s WHERE p.method = 'EFT'`,
];

const cardFees = [
  sql`UPDATE payments AS p SET source = 'payfast', external_reference = 'payfast:' || c.provider_id FROM cards AS c WHERE c.id = p.id`,
  sql`INSERT INTO provider_transactions (id, provider_id, type, happened_at, gross_cents, fee_cents, net_cents, record_id, is_test, first_seen_at)
    SELECT gen_random_uuid(), provider_id, 'FUNDS_RECEIVED', at, amount_cents, -fee_cents, amount_cents - fee_cents, record_id, false, at
    FROM cards`,
  sql`ALTER TABLE cards ADD entry_id bigint DEFAULT nextval(pg_get_serial_sequence('ledger_entries', 'id'))`,
  sql`INSERT INTO ledger_entries (id, day, booked_on, kind, source_id)
    SELECT entry_id, paid_on, paid_on, 'card-fee', md5('card fee ' || provider_id)::uuid FROM cards`,
  sql`INSERT INTO ledger_lines (entry_id, account, cents) SELECT entry_id, 'fees', fee_cents FROM cards
    UNION ALL SELECT entry_id, 'payfast', -fee_cents FROM cards`,
];

const payouts = [
  sql`INSERT INTO bank_matches (id, line_id, kind, amount_cents, certainty, why, recorded_at, recorded_by)
    SELECT p.match_id, p.line_id, 'payout', p.cents, 'certain', 'x', p.day, s.created_by FROM payouts AS p, bank_statements AS s`,
  sql`INSERT INTO payout_entries (match_id, place, provider_id, type, happened_at, gross_cents, fee_cents, net_cents, record_id)
    SELECT p.match_id, row_number() OVER (PARTITION BY p.match_id ORDER BY c.provider_id), c.provider_id, 'FUNDS_RECEIVED', c.at,
      c.amount_cents, -c.fee_cents, c.amount_cents - c.fee_cents, c.record_id
    FROM payouts AS p JOIN cards AS c ON c.paid_out_on = p.day`,
  sql`INSERT INTO ledger_entries (id, day, booked_on, kind, source_id) SELECT entry_id, day, day, 'payout', match_id FROM payouts`,
  sql`INSERT INTO ledger_lines (entry_id, account, cents) SELECT entry_id, 'bank', cents FROM payouts
    UNION ALL SELECT entry_id, 'payfast', -cents FROM payouts`,
];
