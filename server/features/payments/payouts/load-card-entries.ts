import { type RawBuilder, sql } from 'kysely';
import { addDays } from '#contract/calendar.ts';
import { endOf, startOf, type Day } from '#contract/days.ts';
import { isId } from '#contract/fields.ts';
import { sqlCardReference } from '#server/features/ledger/post-refunds.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { readAmount } from '#server/platform/payfast/amount.ts';
import type { Field } from '#server/platform/payfast/fields.ts';
import { readNotification } from '#server/platform/payfast/notification.ts';
import type { CardEntry } from './find-payout.ts';

/** Older money is in a payout that nobody matched. */
const longestDays = 60;
/** As the provider's list calls a payment. */
const paymentType = 'FUNDS_RECEIVED';
/** Our own word for money that went back. The provider does not publish its code. */
const returnType = 'RECORDED_AS_RETURNED';

/** Card money up to the day that is in no payout: of the provider's list, or without it of the notifications. */
export async function loadCardEntries(db: Db, day: Day): Promise<CardEntry[]> {
  const period = { start: startOf(addDays(day, -longestDays)), end: endOf(day) };
  const listed = await loadListed(db, period);
  if (listed.length > 0) return listed;
  const entries = [...(await loadNotified(db, period)), ...(await loadReturned(db, period))];
  return entries.toSorted((one, other) => one.happenedAt.getTime() - other.happenedAt.getTime());
}

/** Of a payment of test mode that is undone, or is not alone any more: PayFast pays out real payments. product-rules 27.1. */
const isNoMoney = (providerId: RawBuilder<unknown>) => sql`EXISTS (
  SELECT FROM payments WHERE external_reference = 'payfast:' || ${providerId} AND is_test
    AND (reversed_at IS NOT NULL OR EXISTS (SELECT FROM payments WHERE source = 'payfast' AND NOT is_test)))`;

interface Period {
  start: Date;
  end: Date;
}

/** Without the payouts themselves, whose code the provider does not publish. */
async function loadListed(db: Db, { start, end }: Period): Promise<CardEntry[]> {
  const { rows } = await sql<CardEntry>`
    SELECT t.provider_id AS "providerId", t.type, t.happened_at AS "happenedAt",
      t.gross_cents AS "grossCents", t.fee_cents AS "feeCents", t.net_cents AS "netCents",
      t.record_id AS "recordId"
    FROM provider_transactions AS t
    WHERE t.happened_at >= ${start} AND t.happened_at < ${end} AND NOT t.is_test
      AND NOT ${isNoMoney(sql`t.provider_id`)}
      AND NOT (t.net_cents < 0 AND t.type ~* 'pay_?out|settle|withdraw|transfer')
      AND NOT EXISTS (SELECT FROM payout_entries AS e WHERE e.provider_id = t.provider_id
        AND (e.gross_cents > 0 AND t.gross_cents > 0
          OR (e.type, e.happened_at, e.gross_cents) = (t.type, t.happened_at, t.gross_cents)
          -- Booked before the list had it.
          OR e.type = ${returnType} AND e.gross_cents = t.gross_cents))
    ORDER BY t.happened_at, t.provider_id, t.id`.execute(db);
  return rows;
}

/** One for each payment. Messages whose text was erased have no fee any more, and are left out. */
async function loadNotified(db: Db, { start, end }: Period): Promise<CardEntry[]> {
  const { rows } = await sql<{ providerId: string; body: Buffer; happenedAt: Date; id: string }>`
    SELECT DISTINCT ON (n.provider_id) n.provider_id AS "providerId", n.body,
      n.received_at AS "happenedAt", n.record_id AS id
    FROM card_notifications AS n
    WHERE n.received_at >= ${start} AND n.received_at < ${end} AND n.is_signed
      AND n.payment_status = 'COMPLETE' AND n.verdict IN ('settled', 'already', 'credit')
      AND n.provider_id <> '' AND n.body <> '' AND NOT ${isNoMoney(sql`n.provider_id`)}
      AND NOT EXISTS (SELECT FROM payout_entries AS e
        WHERE e.provider_id = n.provider_id AND e.gross_cents > 0)
    ORDER BY n.provider_id, n.received_at`.execute(db);
  return rows.flatMap((row) => {
    const amounts = amountsIn(readNotification(row.body).fields);
    if (amounts === null) return [];
    const { providerId, happenedAt, id } = row;
    return [
      { providerId, type: paymentType, happenedAt, ...amounts, recordId: isId(id) ? id : null },
    ];
  });
}

const startOfDay = (column: string) =>
  sql`${sql.ref(column)}::timestamp AT TIME ZONE 'Africa/Johannesburg'`;

/**
 * What went back of card payments, as it was recorded: payments that were undone, on the day on which the card scheme took them
 * back if it was entered, and refunds at the provider. The provider keeps its fee, and takes the rest from its next payout.
 */
async function loadReturned(db: Db, { start, end }: Period): Promise<CardEntry[]> {
  // Equal ones of a day are a moment apart: an entry of a payout is stored once.
  const { rows } = await sql<CardEntry>`
    SELECT r."providerId", ${returnType} AS type, r.at + (r.place - 1) * interval '1 millisecond' AS "happenedAt",
      -r.cents AS "grossCents", 0 AS "feeCents", -r.cents AS "netCents", r."recordId"
    FROM (
      SELECT substr(${sqlCardReference}, 9) AS "providerId", m.at, m.cents,
        coalesce(p.invoice_id, p.donation_id) AS "recordId",
        row_number() OVER (PARTITION BY ${sqlCardReference}, m.at, m.cents ORDER BY m.source_id) AS place,
        sum(m.cents) OVER (PARTITION BY ${sqlCardReference}, m.at) AS together
      FROM (
        SELECT id, id AS source_id, amount_cents AS cents, coalesce(${startOfDay('returned_on')}, reversed_at) AS at
        FROM payments WHERE reversed_at >= ${start} AND source = 'payfast'
        UNION ALL
        SELECT payment_id, id, amount_cents, ${startOfDay('used_on')}
        FROM credit_uses WHERE refunded_by = 'Credit Card' AND reversed_at IS NULL
      ) AS m JOIN payments AS p ON p.id = m.id
      WHERE m.at >= ${start} AND m.at < ${end} AND ${sqlCardReference} LIKE 'payfast:%'
    ) AS r WHERE NOT ${isNoMoney(sql`r."providerId"`)} AND NOT EXISTS (
      SELECT FROM payout_entries AS e WHERE e.provider_id = r."providerId" AND (
        e.gross_cents = -r.cents
          AND (e.type <> ${returnType} OR e.happened_at = r.at + (r.place - 1) * interval '1 millisecond')
        -- An earlier version stored those of a day together.
        OR e.type = ${returnType} AND e.gross_cents = -r.together AND e.happened_at = r.at))
    ORDER BY "happenedAt", r."providerId", r.cents`.execute(db);
  return rows;
}

function amountsIn(fields: readonly Field[]) {
  const textOf = (wanted: string) => fields.find(({ name }) => name === wanted)?.value ?? '';
  const grossCents = readAmount(textOf('amount_gross'));
  const fee = readAmount(textOf('amount_fee').replace(/^-/, ''));
  if (grossCents === null || fee === null) return null;
  const feeCents = fee === 0 ? 0 : -fee;
  return { grossCents, feeCents, netCents: grossCents + feeCents };
}
