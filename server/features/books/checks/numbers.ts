import { sql } from 'kysely';
import { mostNamedRows } from '#contract/books/endpoints.ts';
import { creditNoteNumber, donationReference, invoiceNumber } from '#contract/numbers.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { BookCheck, BookFinding } from './check.ts';

interface Numbered {
  table: 'invoices' | 'donations' | 'write_offs';
  counter: 'invoice' | 'donation' | 'credit-note';
  /** The audit entry of a deletion, also by undoing an import. */
  deletion: 'deleteInvoice' | 'deleteDonation' | null;
  nameOf: (number: number) => string;
}

const kinds: Numbered[] = [
  {
    table: 'invoices',
    counter: 'invoice',
    deletion: 'deleteInvoice',
    nameOf: invoiceNumber,
  },
  {
    table: 'donations',
    counter: 'donation',
    deletion: 'deleteDonation',
    nameOf: donationReference,
  },
  { table: 'write_offs', counter: 'credit-note', deletion: null, nameOf: creditNoteNumber },
];

/** Every number up to the counter is there, or the audit log says why it is not. */
export function numberCheck(): BookCheck {
  return {
    name: 'Numbers',
    advice:
      'Nothing here explains these numbers. Look for them in backups and in the mails that were sent, and have the database examined (docs/operations.md, Books).',
    async run(db) {
      const results = [];
      for (const kind of kinds) results.push(await checkNumbers(db, kind));
      const count = results.reduce((sum, result) => sum + result.count, 0);
      return {
        count,
        rows: results.flatMap(({ rows }) => rows).slice(0, mostNamedRows),
        finding:
          count === 0
            ? 'The numbers of invoices, donations and credit notes have no gaps that the audit log does not explain.'
            : 'Numbers of invoices, donations or credit notes are missing, and the audit log does not say why:',
      };
    },
  };
}

interface Range {
  from: number;
  to: number;
}

async function checkNumbers(db: Db, kind: Numbered): Promise<Pick<BookFinding, 'rows' | 'count'>> {
  const { nameOf } = kind;
  const [gaps, explained] = [await readGaps(db, kind), await readExplained(db, kind)];
  const missing = gaps.flatMap((gap) => without(gap, explained));
  const count = missing.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const above = await readAbove(db, kind);
  const rows = missing.map(({ from, to }) =>
    from === to ? nameOf(from) : `${nameOf(from)} to ${nameOf(to)}`,
  );
  const isExplained = count <= (await countErased(db, kind));
  return {
    count: (isExplained ? 0 : count) + above.length,
    rows: [
      ...(isExplained ? [] : rows),
      ...above.map((number) => `${nameOf(number)} is above the counter`),
    ].slice(0, mostNamedRows),
  };
}

/** Ranges of numbers without a record, in their order. */
async function readGaps(db: Db, { table, counter }: Numbered): Promise<Range[]> {
  const { rows } = await sql<Range>`
    SELECT previous + 1 AS "from", number - 1 AS "to" FROM (
      SELECT number, lag(number, 1, 0) OVER (ORDER BY number) AS previous FROM (
        SELECT number FROM ${sql.table(table)}
        UNION ALL SELECT last_used + 1 FROM counters WHERE name = ${counter}
      ) AS numbers
    ) AS pairs WHERE number > previous + 1 ORDER BY number`.execute(db);
  return rows;
}

async function readAbove(db: Db, { table, counter }: Numbered): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    SELECT number FROM ${sql.table(table)}
    WHERE number > (SELECT last_used FROM counters WHERE name = ${counter})
    ORDER BY number LIMIT ${sql.lit(mostNamedRows)}`.execute(db);
  return rows.map(({ number }) => number);
}

/** Deletions, and numbers that an administrator skipped in Company Info. */
async function readExplained(db: Db, { counter, deletion }: Numbered): Promise<Range[]> {
  const { rows } = await sql<Range>`
    SELECT number AS "from", number AS "to" FROM (
      SELECT substring(subject_name FROM '^(?:INV|DON)-([0-9]+)')::integer AS number
      FROM audit_entries WHERE action = ${deletion}
    ) AS deleted WHERE number IS NOT NULL
    UNION ALL
    SELECT (before ->> 'lastUsedInvoiceNumber')::integer + 1,
      (after ->> 'lastUsedInvoiceNumber')::integer
    FROM audit_entries WHERE action = 'updateCompanyInfo' AND ${counter} = 'invoice'
      AND (after ->> 'lastUsedInvoiceNumber') IS NOT NULL
    ORDER BY 1`.execute(db);
  return rows;
}

/** Deletions whose details were erased after their period: their numbers are not known any more. */
async function countErased(db: Db, { deletion }: Numbered): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM audit_entries
    WHERE action = ${deletion} AND subject_name = 'Erased'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The parts of a range that no other range covers. The others are in the order of their beginnings. */
function without(range: Range, others: Range[]): Range[] {
  const parts: Range[] = [];
  let next = range.from;
  for (const { from, to } of others) {
    if (to < next) continue;
    if (from > range.to) break;
    if (from > next) parts.push({ from: next, to: from - 1 });
    next = to + 1;
  }
  if (next <= range.to) parts.push({ from: next, to: range.to });
  return parts;
}
