import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import { readAmount } from '#server/platform/payfast/amount.ts';
import { readNotification } from '#server/platform/payfast/notification.ts';
import { deletions } from '../asked-amounts.ts';
import type {
  ComparedData,
  ListedTransaction,
  ComparedRecord,
  ReportedPayment,
} from './find-differences.ts';

export interface ComparedPeriod {
  start: Date;
  end: Date;
  /** The days whose payments must be in the list. */
  firstToFind: string;
  lastToFind: string;
}

const source = 'payfast:';

/** The transactions of the periods and of open differences, with all that they are compared with. */
export async function loadCompared(
  db: Db,
  periods: readonly ComparedPeriod[],
): Promise<ComparedData> {
  const paymentsToFind = await loadPaymentsToFind(db, periods);
  const transactions = await loadTransactions(
    db,
    periods,
    paymentsToFind.map(({ providerId }) => providerId),
  );
  const recordIds = unique(transactions.flatMap(({ recordId }) => recordId ?? []));
  const [payments, records, notifiedFees] = await Promise.all([
    loadPayments(db, unique(transactions.map(({ providerId }) => providerId))),
    loadRecords(db, recordIds),
    loadNotifiedFees(db, recordIds),
  ]);
  return { transactions, payments, records, notifiedFees, paymentsToFind };
}

async function loadTransactions(
  db: Db,
  periods: readonly ComparedPeriod[],
  providerIds: readonly string[],
): Promise<ListedTransaction[]> {
  const inPeriods = periods.map(
    ({ start, end }) => sql`SELECT id FROM provider_transactions
      WHERE happened_at >= ${start} AND happened_at < ${end}`,
  );
  // Others of the same payment and of the same record tell about reversals and second payments.
  const { rows } = await sql<ListedTransaction>`
    -- Arrays are read once, also where nobody has counted the rows lately.
    WITH compared AS MATERIALIZED (
      SELECT provider_id, record_id, id FROM provider_transactions WHERE id = ANY (ARRAY(
        ${sql.join(inPeriods, sql` UNION `)}
        UNION SELECT transaction_id FROM payment_differences
        WHERE resolved_at IS NULL AND dismissed_at IS NULL AND transaction_id IS NOT NULL
        UNION SELECT id FROM provider_transactions WHERE provider_id = ANY (${providerIds}::text[])
      ))
    )
    SELECT id, provider_id AS "providerId", type, happened_at AS "happenedAt",
      gross_cents AS "grossCents", fee_cents AS "feeCents", record_id AS "recordId",
      is_test AS "isTest"
    FROM provider_transactions WHERE id = ANY (ARRAY(
      SELECT id FROM compared
      UNION SELECT id FROM provider_transactions
      WHERE provider_id = ANY (ARRAY(SELECT provider_id FROM compared WHERE provider_id <> ''))
      UNION SELECT id FROM provider_transactions
      WHERE record_id = ANY (ARRAY(SELECT record_id FROM compared))
    ))
    ORDER BY happened_at, id`.execute(db);
  return rows;
}

const paymentColumns = sql`id, substr(external_reference, ${sql.lit(source.length + 1)}) AS "providerId",
  amount_cents AS "amountCents", paid_on AS "paidOn",
  reversed_at IS NOT NULL OR used_cents = amount_cents AS "isUsed",
  reversed_at IS NOT NULL OR used_cents = amount_cents AND NOT EXISTS (
    WITH RECURSIVE onward AS (
      SELECT u.carried_to AS id FROM credit_uses AS u
      WHERE u.payment_id = payments.id AND u.reversed_at IS NULL AND u.carried_to IS NOT NULL
      UNION SELECT u.carried_to FROM onward AS o JOIN credit_uses AS u ON u.payment_id = o.id
      WHERE u.reversed_at IS NULL AND u.carried_to IS NOT NULL
    )
    SELECT FROM onward JOIN payments AS c ON c.id = onward.id
    WHERE c.reversed_at IS NULL AND c.used_cents < c.amount_cents) AS "isClosed",
  coalesce(invoice_id, donation_id) AS "recordId"`;

async function loadPayments(db: Db, providerIds: string[]): Promise<ReportedPayment[]> {
  const references = providerIds.map((providerId) => `${source}${providerId}`);
  const { rows } = await sql<ReportedPayment>`
    SELECT ${paymentColumns} FROM payments
    WHERE external_reference = ANY (${references}::text[])`.execute(db);
  return rows;
}

/** Payments that the list must have, also those of open differences. */
async function loadPaymentsToFind(
  db: Db,
  periods: readonly ComparedPeriod[],
): Promise<ReportedPayment[]> {
  const ofPeriods = periods.map(
    ({ firstToFind, lastToFind }) => sql`SELECT id FROM payments
      WHERE source = 'payfast' AND external_reference LIKE 'payfast:%'
        AND paid_on BETWEEN ${firstToFind} AND ${lastToFind}`,
  );
  const { rows } = await sql<ReportedPayment>`
    SELECT ${paymentColumns} FROM payments WHERE id IN (
      ${sql.join(ofPeriods, sql` UNION `)}
      UNION SELECT payment_id FROM payment_differences
      WHERE resolved_at IS NULL AND dismissed_at IS NULL AND payment_id IS NOT NULL
    )`.execute(db);
  return rows;
}

async function loadRecords(db: Db, ids: string[]): Promise<ComparedRecord[]> {
  const byHand = (column: string, record: string) => sql`ARRAY(
    SELECT p.amount_cents FROM payments AS p WHERE ${sql.ref(column)} = ${sql.ref(record)}
      AND p.source = 'administrator' AND p.method = 'Credit Card' AND p.reversed_at IS NULL
  ) AS "byHandCents"`;
  const { rows } = await sql<ComparedRecord>`
    SELECT i.id, i.amount_cents AS "amountCents", ${byHand('p.invoice_id', 'i.id')}
    FROM invoices AS i WHERE i.id = ANY (${ids}::uuid[])
    UNION ALL SELECT d.id, d.amount_cents, ${byHand('p.donation_id', 'd.id')}
    FROM donations AS d WHERE d.id = ANY (${ids}::uuid[])
    UNION ALL SELECT subject_id, null, '{}' FROM audit_entries
    WHERE subject_id = ANY (${ids}::uuid[]) AND action = ANY (${Object.values(deletions)}::text[])`.execute(
    db,
  );
  return rows;
}

/** From the stored notifications. Those whose text was erased have none. */
async function loadNotifiedFees(db: Db, recordIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('card_notifications')
    .select(['provider_id', 'body'])
    .where('record_id', 'in', recordIds.length > 0 ? recordIds : [''])
    .where('is_signed', '=', true)
    .where('payment_status', '=', 'COMPLETE')
    .execute();
  return new Map(
    rows.flatMap(({ provider_id, body }): [string, number][] => {
      const { fields } = readNotification(body);
      const text = fields.find(({ name }) => name === 'amount_fee')?.value ?? '';
      const cents = readAmount(text.replace(/^-/, ''));
      return cents === null || cents === 0 ? [] : [[provider_id, -cents]];
    }),
  );
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => value !== '');
}
