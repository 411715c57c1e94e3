import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { accountClasses, type AccountKind } from './accounts.ts';
import { documentOf } from './document-of.ts';

interface Row {
  id: number;
  day: Day;
  bookedOn: Day;
  kind: string;
  recordKind: 'invoice' | 'donation' | null;
  recordNumber: number | null;
  lines: { account: AccountKind; of: string | null; name: string | null; cents: number }[];
}

const entriesAtOnce = 2000;

/**
 * The ledger as a journal of hledger, in parts: an entry with the day in the books, the true day as secondary date, and the
 * number of its document. Another program can check it. Call it in a snapshot.
 */
export async function* journalOf(db: Db): AsyncGenerator<string> {
  yield 'commodity ZAR 1000.00\n';
  for (let after = 0; ;) {
    const rows = await readEntries(db, after);
    if (rows.length === 0) return;
    yield rows.map(entryText).join('');
    after = rows.at(-1)?.id ?? after;
  }
}

async function readEntries(db: Db, after: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT e.id::integer AS id, e.day, e.booked_on AS "bookedOn", e.kind, e.record_kind AS "recordKind",
      e.record_number AS "recordNumber", l.lines
    FROM (SELECT * FROM ledger_entries WHERE id > ${after} ORDER BY id LIMIT ${entriesAtOnce}) AS e
    CROSS JOIN LATERAL (
      SELECT json_agg(json_build_object('account', l.account, 'of', l.of_id, 'cents', l.cents,
        'name', coalesce(b.bank || ' ' || b.number, t.name, l.of_id::text)) ORDER BY l.account, l.of_id) AS lines
      FROM ledger_lines AS l LEFT JOIN bank_accounts AS b ON b.id = l.of_id
      LEFT JOIN member_types AS t ON t.id = l.of_id WHERE l.entry_id = e.id
    ) AS l ORDER BY e.id`.execute(db);
  return rows;
}

function entryText({
  id,
  day,
  bookedOn,
  kind,
  recordKind,
  recordNumber: number,
  lines,
}: Row): string {
  const about = [documentOf(recordKind, number), kind].filter(Boolean).join(' ');
  const postings = (lines ?? []).map(
    ({ account, of, name, cents }) =>
      `    ${accountClasses[account]}:${account}${childOf(of, name)}  ZAR ${(cents / 100).toFixed(2)}\n`,
  );
  return `\n${bookedOn}=${day} (${id}) ${about}\n${postings.join('')}`;
}

/** Two spaces end the name of an account, a colon begins its child, and a semicolon a comment. A name that is changed gets a piece of its id. */
function childOf(of: string | null, name: string | null): string {
  if (of === null || name === null) return '';
  const plain = name.replaceAll(/[:;()[\]\s]+/g, ' ').trim();
  return plain === name ? `:${name}` : `:${plain} ${of.slice(0, 8)}`;
}
