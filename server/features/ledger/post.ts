import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import { paymentKinds } from '#contract/month-end/cash-book.ts';
import type { Context } from '#server/context.ts';
import { type Account, sqlIncomeKinds } from './accounts.ts';

/**
 * `received` with a payment, `carried` from a credit to a record. `released`: a payment no longer counts and is a credit.
 * `undone`: a payment never was. `refunded` and `kept`: what became of a credit. `use-undone`: it is a credit again.
 * `brought`: a credit that was owed before these books began, or its undo.
 *
 * Of lines of the bank: a `payout` of PayFast, a `charge` or interest, a `transfer` between own accounts, cash that was
 * `deposited`, money that is in another account than it was recorded in (`moved`), a payment that the bank took back
 * (`returned`), and what is kept `elsewhere`. `line-undone`: the line is open again.
 *
 * `cash-difference`: by what a count of the cash differed.
 *
 * `vat`: an answer on the VAT basis corrects what payments posted before.
 */
export type EntryKind =
  | 'received'
  | 'carried'
  | 'released'
  | 'undone'
  | 'refunded'
  | 'kept'
  | 'use-undone'
  | 'returned'
  | 'vat'
  | 'brought'
  | 'payout'
  | 'deposited'
  | 'moved'
  | 'charge'
  | 'transfer'
  | 'elsewhere'
  | 'line-undone'
  | 'card-fee'
  | 'cash-difference'
  | 'opening'
  | 'deferred';

/** Kinds that move the money of a payment, in SQL: `kind IN ${sqlPaymentEntryKinds}`. Figures and their check share it. */
export const sqlPaymentEntryKinds = sql`(${sql.join(paymentKinds.map((kind) => sql.lit(kind)))})`;

/** Lines `l` of entries `e` that pay their record: income and its VAT. A credit that is kept pays nothing. */
export const sqlPaysRecord = sql`(l.account IN ${sqlIncomeKinds}
  OR l.account = 'vat' AND e.kind NOT IN ('kept', 'use-undone'))`;

/** The payment of the source of an entry, in SQL: of a bank line the one that it was booked as. */
export const sqlPaymentOf = (source: string) =>
  sql`coalesce((SELECT payment_id FROM bank_matches WHERE id = ${sql.ref(source)}), ${sql.ref(source)})`;

/** The document of an entry. */
export interface EntryRecord {
  kind: 'invoice' | 'donation';
  id: string;
}

/** Cents. A debit, or less than nothing for a credit. */
export type Posting = readonly [account: Account, cents: number];

export interface Entry {
  kind: EntryKind;
  /** The true day. It is booked on the first open one, and not before what was booked of the same money. */
  day: Day;
  /** The payment whose money moves. The default is the source: the money belongs to no payment. */
  paymentId?: string;
  /** It is booked on this day or the first open one after it, whatever was booked of the same money. */
  bookedFrom?: Day;
  /** The row that caused it: a payment, the use of a credit, the match of a bank line, or the line. */
  sourceId: string;
  /** The default is that of the payment. */
  record?: EntryRecord | null;
  /** They add up to nothing. */
  postings: readonly Posting[];
}

/** The only way to write into the ledger. Throws if the postings of an entry do not add up to nothing. */
export async function post({ db }: Pick<Context, 'db'>, entries: readonly Entry[]): Promise<void> {
  const rows = entries.flatMap((entry) => {
    const lines = entry.postings.filter(([, cents]) => cents !== 0);
    return lines.length === 0 ? [] : rowOf(entry, lines);
  });
  if (rows.length === 0) return;
  await sql`
    WITH input AS MATERIALIZED (
      SELECT nextval(pg_get_serial_sequence('ledger_entries', 'id')) AS id, e.*
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS e (day date, kind text, payment_id uuid,
        booked_from date, source_id uuid, record_kind text, record_id uuid, lines jsonb)
    ), posted AS (
      INSERT INTO ledger_entries (id, day, booked_on, kind, source_id, record_kind, record_id, record_number)
      SELECT i.id, i.day,
        ledger_day(greatest(i.day, i.booked_from), CASE WHEN i.booked_from IS NULL THEN i.payment_id END), i.kind, i.source_id,
        coalesce(i.record_kind, p.record_kind), coalesce(i.record_id, p.record_id),
        CASE i.record_kind WHEN 'invoice' THEN (SELECT number FROM invoices WHERE id = i.record_id)
          WHEN 'donation' THEN (SELECT number FROM donations WHERE id = i.record_id)
          ELSE p.record_number END
      FROM input AS i LEFT JOIN LATERAL (
        SELECT record_kind, record_id, record_number FROM ledger_entries
        WHERE i.record_kind IS NULL AND source_id = i.payment_id LIMIT 1
      ) AS p ON true
    )
    INSERT INTO ledger_lines (entry_id, account, of_id, cents)
    SELECT i.id, l.account, CASE WHEN b.takes_eft THEN NULL ELSE l.of_id END, l.cents
    FROM input AS i
    CROSS JOIN LATERAL jsonb_to_recordset(i.lines) AS l (account text, of_id uuid, cents bigint)
    LEFT JOIN bank_accounts AS b ON b.id = l.of_id AND l.account = 'bank'`.execute(db);
}

function rowOf(
  { kind, day, bookedFrom, sourceId, paymentId = sourceId, record = null }: Entry,
  lines: readonly Posting[],
): object {
  return {
    day,
    kind,
    booked_from: bookedFrom ?? null,
    payment_id: paymentId,
    source_id: sourceId,
    record_kind: record?.kind ?? null,
    record_id: record?.id ?? null,
    lines: lines.map(([{ kind: account, of = null }, cents]) => ({ account, of_id: of, cents })),
  };
}
