import { sql } from 'kysely';
import type { Obstacle } from '#contract/imports/endpoints.ts';
import { importRecordTexts } from '#contract/imports/record-texts.ts';
import { donationReference, invoiceNumber } from '#contract/numbers.ts';
import type { Context } from '#server/context.ts';
import type { AppliedRow } from './import-kind.ts';

const texts = importRecordTexts.obstacle;

const facts = ['invoiceSent', 'payment', 'mail', 'notification', 'bankLine'] as const;
type Fact = (typeof facts)[number];

interface Options {
  table: 'invoices' | 'donations';
  locks: boolean;
}

/** What prevents the undo of paid invoices and received donations. product-rules 20.7. */
export async function findMoneyObstacles(
  { db }: Context,
  rows: AppliedRow[],
  { table, locks }: Options,
): Promise<Obstacle[]> {
  const ids = rows.map(({ recordId }) => recordId);
  const records = sql.table(table);
  const pointer = sql.ref(table === 'invoices' ? 'invoice_id' : 'donation_id');
  if (locks) {
    await sql`SELECT id FROM ${records} WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`.execute(
      db,
    );
  }
  const isSent = table === 'invoices' ? sql`(r.sent_at IS NOT NULL)` : sql`false`;
  const { rows: found } = await sql<Record<Fact, boolean> & { id: string; number: number }>`
    SELECT r.id, r.number, ${isSent} AS "invoiceSent",
      r.payment_id IS NULL
        OR (SELECT count(*) FROM payments WHERE ${pointer} = r.id) <> 1 AS payment,
      EXISTS (SELECT FROM mails WHERE record_of_mail(about) = r.id::text) AS mail,
      EXISTS (SELECT FROM card_notifications WHERE record_id = r.id::text) AS notification,
      EXISTS (SELECT FROM bank_matches AS m JOIN payments AS p ON p.id = m.payment_id
        WHERE p.${pointer} = r.id) AS "bankLine"
    FROM ${records} AS r WHERE r.id = ANY(${ids}::uuid[])`.execute(db);
  const byId = new Map(found.map((one) => [one.id, one]));
  return rows.flatMap(({ row, recordId }) => {
    const record = byId.get(recordId);
    if (record === undefined) return [];
    const name =
      table === 'invoices' ? invoiceNumber(record.number) : donationReference(record.number);
    return facts
      .filter((fact) => record[fact])
      .map((fact) => ({ row, sentence: `${name} ${texts[fact]}.`, recordId }));
  });
}
