import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import { type MovementKind, movementNames } from '#contract/month-end/cash-book.ts';
import type { VatBasis } from '#contract/vat.ts';
import { documentOf } from '#server/features/ledger/document-of.ts';
import { sqlPaymentOf } from '#server/features/ledger/post.ts';
import type { Db } from '#server/platform/db/pool.ts';

export interface VatSchedule {
  first: Day;
  last: Day;
  basis: VatBasis;
  rows: VatRow[];
}

interface VatRow {
  bookedOn: Day;
  day: Day;
  document: string;
  what: string;
  /** Cents, with the VAT. Less than nothing: taken back. */
  cents: number;
  vatCents: number;
}

interface Read extends Omit<VatRow, 'document' | 'what'> {
  kind: MovementKind;
  recordKind: 'invoice' | 'donation' | null;
  number: number | null;
}

/** What returns declare: payments, or invoices and credit notes. */
export async function readVatSchedule(
  db: Db,
  basis: VatBasis,
  { first, last }: { first: Day; last: Day },
): Promise<VatSchedule> {
  const { rows } =
    basis === 'payments'
      ? await readPayments(db, first, last)
      : await readInvoices(db, first, last);
  return {
    first,
    last,
    basis,
    rows: rows.map(({ kind, recordKind, number, ...row }) => ({
      ...row,
      document: documentOf(recordKind, number),
      what: movementNames[kind],
    })),
  };
}

/** As the account VAT has them. What was posted whole before the basis was answered has VAT and no amount. With small parts of an invoice whose VAT rounds to nothing. */
const readPayments = (db: Db, first: Day, last: Day) =>
  sql<Read>`
  SELECT e.booked_on AS "bookedOn", e.day, e.kind, e.record_kind AS "recordKind", e.record_number AS number,
    -sum(l.cents)::bigint AS cents, coalesce(-sum(l.cents) FILTER (WHERE l.account = 'vat'), 0)::bigint AS "vatCents"
  FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
  WHERE e.booked_on BETWEEN ${first} AND ${last}
    AND l.account IN ('membership', 'invoice', 'kept', 'vat')
    AND (EXISTS (SELECT FROM ledger_lines WHERE entry_id = e.id AND account = 'vat') OR EXISTS (
      SELECT FROM payments AS p JOIN invoices AS i ON i.id = e.record_id
      WHERE p.id = ${sqlPaymentOf('e.source_id')}
        AND p.vat_cents = 0 AND (i.issuer -> 'vat' ->> 'percent')::numeric > 0))
  GROUP BY e.id HAVING bool_or(l.account = 'vat') OR sum(l.cents) <> 0 ORDER BY e.booked_on, e.id`.execute(
    db,
  );

/** By the rate of each invoice. */
const readInvoices = (db: Db, first: Day, last: Day) =>
  sql<Read>`
  SELECT booked_on AS "bookedOn", day, event AS kind, 'invoice' AS "recordKind", invoice_number AS number, owed_cents AS cents,
    round(owed_cents * vat_percent::numeric / (100 + vat_percent))::bigint AS "vatCents"
  FROM invoice_changes
  WHERE booked_on BETWEEN ${first} AND ${last} AND vat_percent > 0 AND owed_cents <> 0
  ORDER BY booked_on, id`.execute(db);
