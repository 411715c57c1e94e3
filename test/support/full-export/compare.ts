import { sql } from 'kysely';
import type { TestApp } from '#test/support/app.ts';

const day = (column: string) => `(${column} AT TIME ZONE 'Africa/Johannesburg')::date`;

/** What an export and its import keep of each table, with days instead of instants. */
const tables: Record<string, string> = {
  types: `SELECT name, description, fee_cents, is_family, ${day('retired_at')} FROM member_types`,
  statuses: `SELECT name FROM member_statuses`,
  members: `SELECT m.id, m.number, m.title, m.first_name, m.last_name, m.email, m.phone,
      m.postal_address, m.zip_code, t.name AS type, s.name AS status, m.deactivated_reason,
      m.signup_date, m.paid_until, m.merged_into, ${day('m.archived_at')} AS archived,
      ${day('m.status_set_at')} AS set_on, ${day('u.removed_at')} AS removed
    FROM members m JOIN users u ON u.id = m.user_id JOIN member_types t ON t.id = member_type_id
      JOIN member_statuses s ON s.id = member_status_id`,
  relatives: `SELECT id, main_member_id, seat, first_name, last_name, email, date_of_birth,
      ${day('aged_out_at')} AS aged, consent_words, ${day('consent_at')} AS consent, consent_source
    FROM member_relatives`,
  periods: `SELECT p.id, member_id, starts_on, ends_on, anchor_day, t.name, p.fee_cents, invoice_id,
      entered_by IS NOT NULL AS by_hand
    FROM membership_periods p JOIN member_types t ON t.id = member_type_id`,
  invoices: `SELECT i.id, number, member_id, t.name AS type, payer_first_name, payer_last_name,
      payer_email, payer_address, line, amount_cents, paid_cents, payment_type, issuer, payment_id, void_reason,
      ${day('i.created_at')} AS issued, ${day('sent_at')} AS sent, ${day('voided_at')} AS voided
    FROM invoices i LEFT JOIN member_types t ON t.id = member_type_id`,
  payments: `SELECT id, invoice_id, donation_id, amount_cents, paid_on, method, source,
      external_reference, bank_reference, payer_name, counted_cents, used_cents, credit_cents, reversed_reason, counts_for,
      ${day('recorded_at')} AS recorded, ${day('reversed_at')} AS reversed FROM payments`,
  donations: `SELECT d.id, number, first_name, last_name, email, t.name, amount_cents, paid_cents, payment_id,
      ${day('d.created_at')} AS given FROM donations d JOIN donation_types t ON t.id = donation_type_id`,
  consents: `SELECT id, email, purpose, words, source, is_beside_another, ${day('given_at')} AS given,
      ${day('withdrawn_at')} AS withdrawn FROM consents`,
  suppressions: `SELECT email, kind, reason, ${day('at')} AS since FROM suppressions`,
  creditUses: `SELECT id, payment_id, kind, amount_cents, used_on, reference, reason, carried_to,
      reversed_reason, ${day('recorded_at')} AS recorded, ${day('reversed_at')} AS reversed
    FROM credit_uses`,
  counters: `SELECT name, last_used FROM counters`,
  balances: `SELECT is_unpaid(payment_id, voided_at) AS open, voided_at IS NOT NULL AS void,
      count(*), sum(amount_cents), sum(paid_cents) AS paid FROM invoices GROUP BY 1, 2`,
  moneyByMonth: `SELECT to_char(paid_on, 'YYYY-MM') AS month, donation_id IS NULL AS of_invoices,
      count(*), sum(counted_cents) FROM payments WHERE counts_for IS NOT NULL GROUP BY 1, 2`,
};

/** The rows of each of these, in an order of their own. */
export async function contentsOf(app: TestApp): Promise<Record<string, unknown[]>> {
  const contents: Record<string, unknown[]> = {};
  for (const [name, query] of Object.entries(tables)) {
    const { rows } = await sql<object>`SELECT q.* FROM (${sql.raw(query)}) AS q
      ORDER BY q::text`.execute(app.db);
    contents[name] = rows;
  }
  return contents;
}
