import { sql } from 'kysely';
import { mostNamedRows } from '#contract/books/endpoints.ts';
import { formatInstant } from '#contract/days.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { monthList, sha256Of } from '../month-digests.ts';
import { type BookCheck, type BookFinding, dayText, failing, rand } from './check.ts';

/** Explained differences that the finding names. */
const mostExplained = 5;

/** Closed months are as their lists, and the lists have their SHA-256. product-rules 23.5. */
export function monthDigestCheck(): BookCheck {
  return {
    name: 'Closed months',
    advice:
      'Somebody has changed these outside the application, or the disk has. Compare them with a backup from before and with the digests that were mailed, keep that backup, and have the database examined (docs/operations.md, Digests of closed months).',
    run: compareMonths,
  };
}

async function compareMonths(db: Db): Promise<BookFinding> {
  const result = await failing(db, sql`${wrongDigests} UNION ALL ${goneMonths}`, {
    ok: 'No month is closed.',
    failed: 'Closed months are not as they were closed:',
  });
  const explained: string[] = [];
  // One month after the other, so that the memory that it takes does not grow with the years.
  for (const id of await readClosed(db)) {
    const { isSame, ok } = await compareMonth(db, id);
    if (result.count === 0) result.finding = ok;
    for (const { name, why } of isSame ? [] : await readDifferences(db, id)) {
      if (why === null) {
        result.finding = 'Closed months are not as they were closed:';
        result.rows.push(name);
        result.count += 1;
      } else explained.push(`${name}: ${why}`);
    }
  }
  const rows = result.rows.slice(0, mostNamedRows);
  return { ...result, rows, finding: withExplained(result, explained) };
}

function withExplained({ finding, count }: BookFinding, explained: string[]): string {
  if (count > 0 || explained.length === 0) return finding;
  const more = explained.length - mostExplained;
  const named = [...explained.slice(0, mostExplained), ...(more > 0 ? [`and ${more} more`] : [])];
  return `${finding} The audit log explains what differs: ${named.join('; ')}.`;
}

const monthName = sql`to_char(c.month, 'FMMonth YYYY')`;
/** Months that an earlier version closed got their lists later. */
const isOfThisVersion = sql`c.closed_at > (
  SELECT applied_at FROM migrations WHERE name LIKE '0075%')`;

const wrongDigests = sql`
  SELECT ${monthName} || CASE
    WHEN d.list IS NULL THEN ': its list was deleted'
    WHEN d.sha256 <> ${sha256Of(sql`d.list`)} THEN ': its list or its digest was changed'
    WHEN c.reopened_at IS NOT NULL THEN ': the earlier figures were changed after it was reopened'
    ELSE ': its list was made again after it was closed' END AS name
  FROM closed_months AS c LEFT JOIN month_digests AS d ON d.closed_month_id = c.id
  WHERE d.sha256 <> ${sha256Of(sql`d.list`)}
    OR c.reopened_at IS NOT NULL AND split_part(d.list, E'\n', 3) <> 'figures ' || ${sha256Of(sql`c.figures::text`)}
    OR d.made_at IS DISTINCT FROM c.closed_at AND ${isOfThisVersion}`;

const goneMonths = sql`
  SELECT a.subject_name || ': the audit log says that it was closed, and it was deleted'
  FROM audit_entries AS a
  WHERE a.action = 'closeMonth' AND NOT EXISTS (SELECT FROM closed_months AS c WHERE c.id = a.subject_id)`;

async function readClosed(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('closed_months as c')
    .innerJoin('month_digests as d', 'd.closed_month_id', 'c.id')
    .select('c.id')
    .where('c.reopened_at', 'is', null)
    .orderBy('c.month')
    .execute();
  return rows.map(({ id }) => id);
}

const ofClosing = (id: string) => sql`
  closed_months AS c JOIN month_digests AS d ON d.closed_month_id = c.id WHERE c.id = ${id}`;

async function compareMonth(db: Db, id: string): Promise<{ isSame: boolean; ok: string }> {
  const { rows } = await sql<{ month: string; sha256: string; madeAt: Date; isSame: boolean }>`
    SELECT ${monthName} AS month, d.sha256, d.made_at AS "madeAt", d.list = ${monthList} AS "isSame"
    FROM ${ofClosing(id)}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a closed month without a list');
  const { month, sha256, madeAt, isSame } = row;
  const made = formatInstant(madeAt.toISOString());
  const ok = `Every closed month is as its list. The digest of ${month}, made on ${made}, is ${sha256}.`;
  return { isSame, ok };
}

interface Difference {
  name: string;
  /** What the audit log says of it. */
  why: string | null;
}

/** Transactions end within this time, and clocks of processes differ by less. */
const tolerance = sql`interval '1 hour'`;
const field = (number: number) => sql`split_part(line, ' ', ${sql.lit(number)})`;
/**
 * When the call or job began that saved the record. A call of the last minutes of a month can end after the closing, and a
 * clock can be set back.
 */
const addedAt = sql`(CASE d.kind WHEN 'audit' THEN d.id::timestamptz
  WHEN 'invoice' THEN (SELECT created_at FROM invoices WHERE id = d.id::uuid)
  WHEN 'void' THEN (SELECT voided_at FROM invoices WHERE id = d.id::uuid)
  WHEN 'write-off' THEN (SELECT max(recorded_at) FROM write_offs WHERE invoice_id = d.id::uuid) END)`;
const byDay = sql`to_char(a.at AT TIME ZONE 'Africa/Johannesburg', 'FMDD Mon YYYY')`;

/** The lines of the list that are not in the tables, and the other way round: one for each entry or record. */
async function readDifferences(db: Db, id: string): Promise<Difference[]> {
  const linesOf = (list: 'stored' | 'now') =>
    sql`SELECT string_to_table(${sql.ref(list)}, E'\n') FROM lists`;
  const { rows } = await sql<Difference>`
    WITH lists AS MATERIALIZED (
      SELECT c.month, d.made_at, d.list AS stored, ${monthList} AS now FROM ${ofClosing(id)}
    ),
    lines (line, is_gone) AS (
      SELECT *, true FROM (${linesOf('stored')} EXCEPT ALL ${linesOf('now')}) AS gone
      UNION ALL SELECT *, false FROM (${linesOf('now')} EXCEPT ALL ${linesOf('stored')}) AS added
    ),
    differing AS (
      SELECT ${field(1)} AS kind, max(${field(2)}) AS key, max(${field(3)}) AS id,
        max(${field(7)}) AS document, max(line) FILTER (WHERE NOT is_gone) AS line,
        max(${field(5)}) AS cents,
        CASE WHEN bool_and(is_gone) THEN 'gone' WHEN bool_or(is_gone) THEN 'changed' ELSE 'added' END AS change
      FROM lines
      GROUP BY ${field(1)}, CASE ${field(1)} WHEN 'bank' THEN line WHEN 'figures' THEN '' WHEN 'after' THEN ''
        WHEN 'schedules' THEN '' ELSE ${field(2)} END
    )
    SELECT CASE d.kind
        WHEN 'ledger' THEN 'Ledger entry ' || d.key || coalesce(' of ' || nullif(d.document, '-'), '')
        WHEN 'invoice' THEN d.key
        WHEN 'void' THEN 'Voiding of ' || d.key
        WHEN 'write-off' THEN 'Credit note ' || d.key
        WHEN 'bank' THEN 'Bank line of ' || ${dayText(sql`d.key::date`)} || ', ' || ${rand(sql`d.cents::bigint`)}
        WHEN 'audit' THEN 'Audit entry ' || d.key
        WHEN 'after' THEN 'Digest of the month before'
        WHEN 'schedules' THEN 'Schedules'
        ELSE 'Figures' END
      || CASE d.change WHEN 'gone' THEN ': deleted after ' WHEN 'added' THEN ': added after '
        ELSE ': changed after ' END || ${monthName} || ' was closed' AS name,
      coalesce(a.why, m.why, CASE WHEN d.change || d.kind = 'addedschedules' THEN 'an earlier version made the list'
        WHEN d.change = 'added' AND ${addedAt} >= c.made_at - ${tolerance}
        THEN 'it was being saved while the month was closed' END) AS why
    FROM differing AS d CROSS JOIN lists AS c
    LEFT JOIN LATERAL (
      SELECT CASE action WHEN 'deleteInvoice' THEN 'deleted' WHEN 'updateInvoice' THEN 'changed'
        WHEN 'importPayment' THEN 'imported' WHEN 'removeStatement' THEN 'its statement was removed'
        ELSE 'its statement was imported' END || ' on ' || ${byDay} AS why
      FROM audit_entries AS a
      WHERE d.kind IN ('invoice', 'bank') AND a.subject_id = CASE WHEN d.kind IN ('invoice', 'bank') THEN d.id::uuid END
        AND a.at >= c.made_at - ${tolerance}
        AND a.action = CASE d.kind || ' ' || d.change WHEN 'invoice gone' THEN 'deleteInvoice'
          WHEN 'invoice changed' THEN 'updateInvoice' WHEN 'invoice added' THEN 'importPayment'
          WHEN 'bank gone' THEN 'removeStatement' WHEN 'bank added' THEN 'importStatement' END
        AND (a.action <> 'updateInvoice' OR a.subject_name = 'Erased'
          OR (a.after ->> 'amount')::numeric * 100 = split_part(d.line, ' ', 5)::numeric)
      ORDER BY a.id DESC LIMIT 1
    ) AS a ON true
    LEFT JOIN LATERAL (
      SELECT 'a merge was undone' AS why FROM member_merges AS m
      WHERE d.kind = 'void' AND d.change = 'gone' AND m.undone_at >= c.made_at - ${tolerance}
        AND CASE WHEN d.kind = 'void' THEN d.id::uuid END = ANY (m.record_ids) LIMIT 1
    ) AS m ON true
    ORDER BY 1`.execute(db);
  return rows;
}
