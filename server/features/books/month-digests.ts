import { type RawBuilder, sql } from 'kysely';
import { firstDayOf, type Month } from '#contract/month-end/periods.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/pool.ts';

export const sha256Of = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;

const dayText = (day: RawBuilder<unknown>) => sql`to_char(${day}, 'YYYY-MM-DD')`;
const zone = sql`'Africa/Johannesburg'`;
const next = sql`(c.month + interval '1 month')`;
/** An instant, so that an index on it is used. */
const isInMonth = (at: RawBuilder<unknown>) =>
  sql`${at} >= c.month::timestamp AT TIME ZONE ${zone} AND ${at} < ${next}::timestamp AT TIME ZONE ${zone}`;

/** Lines that begin with `name`. None: NULL. */
const section = (
  name: string,
  values: RawBuilder<unknown>,
  rows: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
) => sql`(
  SELECT string_agg(concat_ws(' ', ${sql.lit(name)}, ${values}), E'\n' ORDER BY ${order}) FROM ${rows})`;

/** Settings whose entries in the audit log keep their details for good. */
const settings = sql`('companyInfo', 'memberType')`;

/** The SHA-256 of the month before. Each list has it, so the digests are a chain. */
const previous = sql`(
  SELECT d.sha256 FROM closed_months AS p JOIN month_digests AS d ON d.closed_month_id = p.id
  WHERE p.reopened_at IS NULL AND p.month = c.month - interval '1 month')`;

/**
 * The list of the closed month `c` as the tables are now. docs/operations.md describes its lines. It names no person, so
 * that Erase leaves it as it is. A changed form is a change of all lists. product-rules 24.9.
 */
export const monthList = sql<string>`concat_ws(E'\n',
  'month ' || to_char(c.month, 'YYYY-MM'),
  'after ' || coalesce(${previous}, '-'),
  'figures ' || ${sha256Of(sql`c.figures::text`)},
  'schedules ' || ${sha256Of(sql`c.schedules::text`)},
  ${section(
    'ledger',
    sql`e.id, ${dayText(sql`e.day`)}, ${dayText(sql`e.booked_on`)}, e.kind, e.source_id,
      coalesce(CASE e.record_kind WHEN 'invoice' THEN 'INV-' ELSE 'DON-' END || zero_padded(e.record_number), '-'), (
        SELECT string_agg(concat_ws(':', l.account, l.of_id) || '=' || l.cents, ' '
          ORDER BY l.account COLLATE "C", l.of_id)
        FROM ledger_lines AS l WHERE l.entry_id = e.id)`,
    sql`ledger_entries AS e WHERE e.booked_on >= c.month AND e.booked_on < ${next}`,
    sql`e.id`,
  )},
  ${section(
    'invoice',
    sql`'INV-' || zero_padded(i.number), i.id, ${dayText(sql`i.created_at AT TIME ZONE ${zone}`)}, i.amount_cents`,
    sql`invoices AS i WHERE ${isInMonth(sql`i.created_at`)}`,
    sql`i.number`,
  )},
  ${section(
    'void',
    sql`'INV-' || zero_padded(i.number), i.id, ${dayText(sql`i.voided_at AT TIME ZONE ${zone}`)}, i.amount_cents`,
    sql`invoices AS i WHERE ${isInMonth(sql`i.voided_at`)}`,
    sql`i.number`,
  )},
  ${section(
    'write-off',
    sql`'CN-' || zero_padded(w.number), w.invoice_id, ${dayText(sql`w.recorded_at AT TIME ZONE ${zone}`)}, w.amount_cents`,
    sql`write_offs AS w WHERE ${isInMonth(sql`w.recorded_at`)}`,
    sql`w.number`,
  )},
  ${section(
    'bank',
    sql`${dayText(sql`b.day`)}, b.statement_id, b.account_id, b.amount_cents, b.occurrence`,
    // With the accounts, because the index of lines begins with them.
    sql`bank_accounts AS x JOIN bank_lines AS b ON b.account_id = x.id AND b.day >= c.month AND b.day < ${next}`,
    sql`b.account_id, b.day, b.amount_cents, b.occurrence, b.statement_id`,
  )},
  ${section(
    'audit',
    sql`a.id, to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), a.action, a.subject_kind,
      a.subject_id, CASE WHEN a.subject_kind IN ${settings} THEN ${sha256Of(sql`a.before::text || a.after::text`)} END`,
    sql`audit_entries AS a WHERE ${isInMonth(sql`a.at`)}`,
    sql`a.id`,
  )}) || E'\n'`;

/** Stores the lists of closed months that have none, the earliest first: of a closing, and of an earlier version. */
export async function storeMonthDigests({ db, at }: Pick<Context, 'db' | 'at'>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT c.id FROM closed_months AS c WHERE c.reopened_at IS NULL
      AND NOT EXISTS (SELECT FROM month_digests AS d WHERE d.closed_month_id = c.id)
    ORDER BY c.month`.execute(db);
  for (const { id } of rows) {
    await sql`
      INSERT INTO month_digests (closed_month_id, list, sha256, made_at)
      SELECT id, list, ${sha256Of(sql`list`)}, ${at}
      FROM (SELECT c.id, ${monthList} AS list FROM closed_months AS c WHERE c.id = ${id}) AS made
      ON CONFLICT DO NOTHING`.execute(db);
  }
}

/** The digest of a month that is closed, or its list. */
export async function findDigest(
  db: Db,
  month: Month,
  what: 'sha256' | 'list' = 'sha256',
): Promise<string | undefined> {
  const row = await db
    .selectFrom('month_digests as d')
    .innerJoin('closed_months as c', 'c.id', 'd.closed_month_id')
    .select(`d.${what} as value`)
    .where('c.month', '=', firstDayOf(month))
    .where('c.reopened_at', 'is', null)
    .executeTakeFirst();
  return row?.value;
}

/** In groups that a person can compare, and that a narrow page can wrap. */
export const inGroups = (digest: string): string => digest.match(/.{8}/g)?.join(' ') ?? digest;
