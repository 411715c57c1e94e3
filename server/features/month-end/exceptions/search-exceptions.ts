import { type RawBuilder, sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import type {
  Exception,
  ExceptionAction,
  searchExceptions,
} from '#contract/month-end/exceptions.ts';
import { erased } from '#contract/privacy/erased.ts';
import type { Context } from '#server/context.ts';
import { documentOf } from '#server/features/ledger/document-of.ts';
import { isException } from '#server/features/books/exceptions/which-exceptions.ts';
import { limitOffset } from '#server/platform/db/lists/list-query.ts';
import { type Listing, readByCursor } from '#server/platform/db/lists/listing.ts';
import { isGiven, onDays } from '#server/platform/db/lists/search-rows.ts';
import { matchingWords } from '#server/platform/db/lists/search-words.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { readAskedPeriod } from '../asked-period.ts';

type Filters = BodyOf<typeof searchExceptions>;

interface Row {
  id: number;
  at: Date;
  byName: string;
  what: ExceptionAction;
  about: string;
  /** Of an invoice or a donation. */
  recordKind: 'invoice' | 'donation' | null;
  recordNumber: number | null;
  amount: number | null;
  reason: string | null;
}

/** The latest first. Without an amount of its own an entry has that of its document. */
export function searchExceptionRows(
  { db, at }: Pick<Context, 'db' | 'at'>,
  filters: Filters,
): Listing<Exception> {
  const direction = filters.sortDescending === false ? sql`ASC` : sql`DESC`;
  const order = sql`e.at ${direction}, e.id ${direction}`;
  return {
    page: async () => {
      const { limit, offset } = limitOffset(filters);
      const where = await conditionsOf(db, filters, at);
      const [{ rows }, counts] = [
        await sql<Row>`${shown} WHERE ${where} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`.execute(
          db,
        ),
        await sql<{ total: number }>`
          SELECT count(*) AS total FROM audit_entries AS e WHERE ${where}`.execute(db),
      ];
      return { results: rows.map(onWire), totalCount: counts.rows[0]?.total ?? 0 };
    },
    async *every() {
      const where = await conditionsOf(db, filters, at);
      yield* readByCursor(db, sql<Row>`${shown} WHERE ${where} ORDER BY ${order}`, onWire);
    },
  };
}

/** A value of an entry that is a number. */
const numberIn = (value: RawBuilder<unknown>) =>
  sql`CASE WHEN jsonb_typeof(${value}) = 'number' THEN (${value})::numeric END`;
/** Of a count of the cash the only value of an entry, which is a text: "1 250.00". */
const countIn = (values: RawBuilder<unknown>) =>
  sql`CASE WHEN e.action = 'countCash' THEN (
    SELECT nullif(regexp_replace(value, '[^0-9.-]', '', 'g'), '')::numeric FROM jsonb_each_text(${values})) END`;
/** The fee, the amount or the count that an entry has changed. */
const changedIn = (values: RawBuilder<unknown>) =>
  sql`coalesce(${numberIn(sql`${values} -> 'amount'`)}, ${numberIn(sql`${values} -> 'fee'`)}, ${countIn(values)})`;

/** What was undone or written off can be a part of the invoice. */
const partOfInvoice = sql`CASE
  WHEN e.action IN ('writeOffInvoice', 'undoWriteOff')
    THEN greatest(${numberIn(sql`e.after -> 'writtenOff'`)}, ${numberIn(sql`e.before -> 'writtenOff'`)})
  WHEN e.action = 'undoInvoicePayment'
    THEN ${numberIn(sql`e.after -> 'balance'`)} - ${numberIn(sql`e.before -> 'balance'`)} END`;

const vatBasis = sql`CASE WHEN e.action = 'updateCompanyInfo' AND e.after ? 'vatBasis' THEN
  'VAT basis: ' || coalesce(initcap(e.after ->> 'vatBasis'), 'not answered') END`;
const amountBefore = sql`CASE WHEN e.action IN ('updateInvoice', 'updateDonation', 'updateMemberType', 'countCash') THEN
  'It was R' || ${changedIn(sql`e.before`)}::numeric(14, 2) END`;

const shown = sql`
  SELECT e.id, e.at, e.by_name AS "byName", e.action AS what, e.subject_name AS about,
    d.number AS "recordNumber", CASE WHEN d.number IS NOT NULL THEN e.subject_kind END AS "recordKind",
    coalesce(${changedIn(sql`e.after`)}, ${changedIn(sql`e.before`)}, ${partOfInvoice}, d.amount_cents / 100.0)::float8 AS amount,
    coalesce(e.after ->> 'reason', e.after ->> 'despite', e.after ->> 'writeOffReason', e.after ->> 'voidReason',
      ${vatBasis}, ${amountBefore}) AS reason
  FROM audit_entries AS e LEFT JOIN LATERAL (
    SELECT number, amount_cents FROM invoices WHERE id = e.subject_id AND e.subject_kind = 'invoice'
    UNION ALL SELECT number, amount_cents FROM donations WHERE id = e.subject_id AND e.subject_kind = 'donation'
  ) AS d ON true`;

async function conditionsOf(db: Db, { period, what, text }: Filters, at: Date) {
  const { first: from, last: to } = await readAskedPeriod({ db, at }, period);
  const conditions: RawBuilder<boolean>[] = [
    isException,
    ...onDays(sql`e.at`, { from, to }),
    ...(isGiven(what) ? [sql<boolean>`e.action = ${what}`] : []),
    ...matchingWords(sql<string>`e.search_text`, text),
  ];
  return sql.join(conditions, sql` AND `);
}

/** Of a payer who was erased the entry has no name, and its document still has a number. */
function onWire({ id, at, reason, recordKind, recordNumber, ...row }: Row): Exception {
  const about =
    row.about === erased.text ? documentOf(recordKind, recordNumber) || row.about : row.about;
  return { ...row, about, id: String(id), at: at.toISOString(), reason: reason ?? '' };
}
