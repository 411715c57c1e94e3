import { type RawBuilder, sql } from 'kysely';
import { dayOf } from '#contract/days.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { erased } from '#contract/privacy/erased.ts';
import { whereOpen } from '#server/features/invoices/open-invoices.ts';

export interface Limit {
  /** Records from before this instant are too old. */
  before: Date;
  /** An invoice or donation that had a payment is part of the accounts. `null`: for ever. */
  accountsBefore: Date | null;
}

/** Selects the ids of the records that are too old. Literals, because partial indexes have them. */
export type Due = (limit: Limit) => RawBuilder<unknown>;

const name = sql.lit(erased.firstName);

/** Instants of what a person did. None may be within the period. What was merged goes with the record that stays. */
function isQuiet({ before }: Limit): RawBuilder<boolean> {
  return sql<boolean>`u.role = 'Member' AND m.merged_into IS NULL AND m.created_at < ${before}
    AND (m.status_set_at IS NULL OR m.status_set_at < ${before})
    AND NOT EXISTS (SELECT FROM sessions WHERE user_id = m.user_id)
    AND NOT EXISTS (SELECT FROM security_events WHERE user_id = m.user_id AND kind = 'signIn')
    AND NOT EXISTS (SELECT FROM member_returns WHERE member_id = m.id AND typed IS NOT NULL)
    AND NOT EXISTS (SELECT FROM invoices AS i WHERE i.member_id = m.id AND (
      ${whereOpen('i')} AND i.created_at >= ${before}
      OR EXISTS (SELECT FROM payments AS p WHERE p.invoice_id = i.id
        AND (p.recorded_at >= ${before} OR p.credit_cents <> 0))))
    AND NOT EXISTS (SELECT FROM donations AS d
      WHERE d.email_folded = m.email_folded AND d.created_at >= ${before})
    AND NOT EXISTS (SELECT FROM consents AS c WHERE c.email = m.email
      AND c.withdrawn_at IS NULL AND c.given_at >= ${before})`;
}

const people = sql`members AS m JOIN users AS u ON u.id = m.user_id
  JOIN member_statuses AS s ON s.id = m.member_status_id`;

export const formerMembers: Due = (limit) => {
  const { before } = limit;
  const day = dayOf(before);
  return sql`
    SELECT m.id FROM ${people}
    WHERE m.id IN (
        SELECT id FROM members WHERE archived_at IS NOT NULL
          AND email NOT LIKE '%@erased.invalid' AND archived_at < ${before}
        UNION ALL SELECT id FROM members WHERE archived_at IS NULL AND paid_until < ${day}::date)
      AND (m.paid_until IS NULL OR m.paid_until < ${day}::date)
      AND (m.archived_at IS NOT NULL
        OR s.name IN (${statusNames.expired}, ${statusNames.deactivated}))
      AND ${isQuiet(limit)}`;
};

/** They never had a period or a payment. An archived one is a former member. */
export const unpaidMembers: Due = (limit) => sql`
  SELECT m.id FROM ${people}
  WHERE m.archived_at IS NULL AND m.paid_until IS NULL AND m.created_at < ${limit.before}
    AND s.name IN (${statusNames.pending}, ${statusNames.deactivated})
    AND NOT EXISTS (SELECT FROM invoices AS i JOIN payments AS p ON p.invoice_id = i.id
      WHERE i.member_id = m.id)
    AND ${isQuiet(limit)}`;

/** A payment that was undone keeps the donation in the accounts. */
export const unpaidDonations: Due = ({ before, accountsBefore }) => sql`
  SELECT d.id FROM donations AS d
  WHERE d.payment_id IS NULL AND d.first_name <> ${name} AND d.created_at < ${before}
    AND NOT EXISTS (SELECT FROM payments AS p WHERE p.donation_id = d.id AND (
      ${accountsBefore}::timestamptz IS NULL
      OR greatest(p.recorded_at, p.reversed_at) >= ${accountsBefore}
      OR p.credit_cents <> 0))
    AND NOT EXISTS (SELECT FROM card_notifications AS n WHERE n.record_id = d.id::text
      AND n.is_signed AND (n.next_attempt_at IS NOT NULL OR n.received_at >= ${before}))`;

/** Payments of the record `id` that the accounts still need. */
function isSettledSince(id: RawBuilder<unknown>, column: string, before: Date) {
  return sql`EXISTS (SELECT FROM payments AS p WHERE ${sql.ref(`p.${column}`)} = ${id}
    AND (greatest(p.recorded_at, p.reversed_at) >= ${before} OR p.paid_on >= ${dayOf(before)}::date
      OR p.credit_cents <> 0))`;
}

export const accountInvoices: Due = ({ before }) => sql`
  SELECT i.id FROM invoices AS i
  WHERE i.payer_first_name <> ${name} AND NOT ${whereOpen('i')}
    AND i.created_at < ${before} AND coalesce(i.voided_at, i.created_at) < ${before}
    AND NOT EXISTS (SELECT FROM write_offs AS w WHERE w.invoice_id = i.id
      AND greatest(w.recorded_at, w.reversed_at) >= ${before})
    AND NOT ${isSettledSince(sql`i.id`, 'invoice_id', before)}`;

export const accountDonations: Due = ({ before }) => sql`
  SELECT d.id FROM donations AS d
  WHERE d.payment_id IS NOT NULL AND d.first_name <> ${name} AND d.created_at < ${before}
    AND NOT ${isSettledSince(sql`d.id`, 'donation_id', before)}`;

/** Money that names its payer itself, and was dealt with. */
export const accountMoney: Due = ({ before }) => sql`
  SELECT p.id FROM payments AS p
  WHERE p.payer_name <> ${name} AND p.credit_cents = 0 AND p.paid_on < ${dayOf(before)}::date
    AND p.recorded_at < ${before} AND coalesce(p.reversed_at, p.recorded_at) < ${before}
    AND NOT EXISTS (SELECT FROM credit_uses AS u WHERE u.payment_id = p.id
      AND greatest(u.recorded_at, u.reversed_at) >= ${before})`;

export const oldRecipients: Due = ({ before }) => sql`
  SELECT r.id FROM bulk_emails AS b JOIN bulk_recipients AS r ON r.bulk_email_id = b.id
  WHERE coalesce(b.completed_at, b.stopped_at) < ${before}
    AND r.email NOT LIKE '%@erased.invalid' AND r.outcome NOT IN ('pending', 'sending')`;
