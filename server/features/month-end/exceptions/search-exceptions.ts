import { type RawBuilder, sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import type {
  Exception,
  ExceptionAction,
  searchExceptions,
} from '#contract/month-end/exceptions.ts';
import type { Context } from '#server/context.ts';
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
    coalesce(
      CASE WHEN jsonb_typeof(coalesce(e.after -> 'amount', e.before -> 'amount')) = 'number'
        THEN coalesce(e.after -> 'amount', e.before -> 'amount')::numeric::float8 END,
      (SELECT amount_cents / 100.0 FROM invoices WHERE id = e.subject_id AND e.subject_kind = 'invoice')::float8,
      (SELECT amount_cents / 100.0 FROM donations WHERE id = e.subject_id AND e.subject_kind = 'donation')::float8
    ) AS amount,
    coalesce(e.after ->> 'reason', e.after ->> 'despite', e.after ->> 'writeOffReason', e.after ->> 'voidReason') AS reason
  FROM audit_entries AS e`;

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

function onWire({ id, at, reason, ...row }: Row): Exception {
  return { ...row, id: String(id), at: at.toISOString(), reason: reason ?? '' };
}
