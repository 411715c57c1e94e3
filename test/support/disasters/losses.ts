import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import pg from 'pg';
import type { Load } from './load.ts';

export type Counts = Record<string, number | string>;

/** Prints the counts of a disaster, for the table of `npm run disasters`. */
export function report(t: TestContext, counts: Counts): void {
  t.diagnostic(JSON.stringify({ disaster: t.name, counts }));
}

/**
 * Compares what was answered with what is in the database: nothing of it may be missing, nothing may be
 * there twice, and the numbers have no gaps. Each change must have queued its mail, once.
 */
export async function countLosses(url: string, { answered, failures, count }: Load) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const rows = async (sql: string) => (await client.query<Row>(sql)).rows;
    const donations = await rows(
      `SELECT email AS key, count(*)::int FROM donations WHERE ${ours('email')} GROUP BY 1`,
    );
    const members = await rows(
      `SELECT email AS key, count(*)::int FROM members WHERE ${ours('email')} GROUP BY 1`,
    );
    const invoices = await rows(
      `SELECT payer_email AS key, count(*)::int FROM invoices WHERE ${ours('payer_email')} GROUP BY 1`,
    );
    const payments = await rows(
      `SELECT payer_email AS key, count(*)::int
       FROM payments JOIN invoices ON invoices.id = payments.invoice_id GROUP BY 1`,
    );
    const periods = await rows(
      `SELECT payer_email AS key, count(*)::int
       FROM membership_periods AS p JOIN invoices ON invoices.id = p.invoice_id GROUP BY 1`,
    );
    const mails = await rows(
      `SELECT kind || ' ' || to_email AS key, count(*)::int FROM mails
       WHERE ${ours('to_email')} GROUP BY 1`,
    );
    const gaps = await rows(
      ['invoices', 'donations', 'members']
        .map(
          (table) => `SELECT '${table}' AS key,
            coalesce(max(number) - min(number) + 1 - count(number), 0)::int AS count FROM ${table}`,
        )
        .join(' UNION ALL '),
    );
    const lost = [
      ...missing(answered.donations, donations),
      ...missing(answered.registrations, members),
      ...missing(answered.registrations, invoices),
      ...missing(answered.payments, payments),
      ...missing(answered.payments, periods),
      ...missing(
        answered.donations.map((email) => `donation-details ${email}`),
        mails,
      ),
      ...missing(
        answered.payments.map((email) => `receipt ${email}`),
        mails,
      ),
    ];
    const all = [donations, members, invoices, payments, periods, mails];
    const twice = all.flat().filter((row) => row.count > 1);
    const gapped = gaps.filter((row) => row.count > 0);
    const counts = {
      answered: count(),
      'not answered at first': [...failures.values()].reduce((sum, one) => sum + one, 0),
      lost: lost.length,
      twice: twice.length,
      'gaps in numbers': gapped.length,
    };
    assert.deepEqual({ lost, twice, gapped }, { lost: [], twice: [], gapped: [] });
    assert.ok(counts.answered > 0, 'nothing was answered');
    return counts;
  } finally {
    await client.end();
  }
}

const ours = (column: string) => `${column} LIKE 'load-%'`;

interface Row {
  key: string;
  count: number;
}

function missing(keys: string[], rows: Row[]): string[] {
  const stored = new Set(rows.map(({ key }) => key));
  return keys.filter((key) => !stored.has(key));
}

/** The only failures that a client may see while something is away: 503, and no connection. */
export function assertPolite({ failures }: Load): void {
  const others = [...failures.keys()].filter((what) => !['503', 'no connection'].includes(what));
  assert.deepEqual(others, [], JSON.stringify([...failures]));
}
