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

const shown = sql`
  SELECT e.id, e.at, e.by_name AS "byName", e.action AS what, e.subject_name AS about,
    d.number AS "recordNumber", CASE WHEN d.number IS NOT NULL THEN e.subject_kind END AS "recordKind",
    coalesce(
      CASE WHEN jsonb_typeof(coalesce(e.after -> 'amount', e.before -> 'amount')) = 'number'
        THEN coalesce(e.after -> 'amount', e.before -> 'amount')::numeric::float8 END,
      (d.amount_cents / 100.0)::float8
    ) AS amount,
    coalesce(e.after ->> 'reason', e.after ->> 'despite', e.after ->> 'writeOffReason', e.after ->> 'voidReason') AS reason
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
