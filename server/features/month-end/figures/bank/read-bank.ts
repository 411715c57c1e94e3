import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import { feesAreInBalance } from '#server/features/ledger/fees-in-balance.ts';
import { readOpenings } from '#server/features/ledger/post-openings.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type InOpening, inOpeningOf, type StatedBalance, type StatedLate } from './in-opening.ts';
import { type BankLines, moneyOf, noLines, sumOf } from './bank-lines.ts';
import { noBookedLines, readBookedLines } from '../read-booked-lines.ts';
import { type BankControl, readBankControl } from './read-bank-control.ts';

/** What the imported statements of an account say. Cents; money out is negative. */
export interface BankFigures {
  id: string;
  name: string;
  /** The figures of an account in another currency are never added to rand. Missing: rand. */
  currency?: string;
  /** What the books have of it. Null: not in rand, or nobody knows with which balance it began. Missing: not read. */
  control?: BankControl | null;
  /** Nobody knows with which balance it began. Missing: somebody does, or it is not in rand. */
  lacksOpening?: true;
  /** Null if no statement has a balance. */
  opening: number | null;
  moneyIn: number;
  moneyOut: number;
  /** In the balance, and not in a line of their own. */
  fees: number;
  closing: number | null;
  /** Of the ledger, by the day in the books: payouts of PayFast, and what was dismissed. */
  payouts: number;
  dismissed: number;
  /** Of the lines: charges and interest, and what is not matched yet. */
  charges: number;
  open: number;
  /** Above zero. Missing: only their difference is known. */
  apart?: LinesApart;
  /** Of the lines, also if the balance does not have them. */
  lineFees: number;
  /** Of closed months, imported after they were closed. */
  late: BankLines;
  /** What of `late` the opening balance already has, by the month of the lines. Missing: nothing. */
  inOpening?: InOpening[];
  /** What the closing balance comes from. Null: nothing is known. Missing: an earlier version closed the month. */
  stated?: StatedBalance | null;
  /** No line came after the last balance of a statement. Otherwise the lines say what the balance must be. Missing: not read. */
  isStated?: boolean;
  /** The last day of the statements. */
  coveredTo: Day | null;
}

/** Money in and out. */
export interface LinesApart {
  dismissedIn: number;
  dismissedOut: number;
  interest: number;
  charged: number;
}

interface Reading {
  first: Day;
  last: Day;
  late: Map<string, BankLines>;
  /** Lines of `late` up to the day of the closing balance in `before`. */
  stated: Map<string, StatedLate[]>;
  /** What the closed month before says. */
  before: BankFigures[];
}

interface Entered {
  id: string;
  day: Day;
  cents: number;
}

/**
 * The accounts with statements. The closing balance comes from statements, and so does that with which the
 * month before was closed. The lines between them prove them.
 */
export async function readBank(db: Db, reading: Reading): Promise<BankFigures[]> {
  const accounts: BankFigures[] = [];
  const openings = await readOpenings({ db });
  const entered = openings.flatMap(({ bankAccountId: id, source, day, cents }) =>
    source === 'entered' && id !== null && day !== null && cents !== null
      ? [{ id, day, cents }]
      : [],
  );
  for (const { withFees, account } of await readChosen(db, { ...reading, entered })) {
    const isRand = account.currency === 'ZAR';
    const began = openings.find(({ bankAccountId }) => bankAccountId === account.id)?.day ?? null;
    const asked = { bankAccountId: account.id, to: reading.last, withFees };
    const control =
      isRand && began !== null ? await readBankControl(db, { ...asked, began }) : null;
    accounts.push({ ...account, control, ...(isRand && began === null && { lacksOpening: true }) });
  }
  return accounts;
}

interface Chosen {
  account: BankFigures;
  withFees: boolean;
}

async function readChosen(db: Db, reading: Reading & { entered: Entered[] }): Promise<Chosen[]> {
  const accounts = await readAccounts(db, { ...reading, withFees: false });
  const plain = accounts.map((account) => ({ account, withFees: false }));
  const proved = await readProved(db);
  if (proved.length === 0 && accounts.every(agrees)) return plain;
  // Some banks have the fee of a line in the balance.
  const withFees = await readAccounts(db, { ...reading, withFees: true });
  return plain.map((chosen) => {
    const { account } = chosen;
    const other = withFees.find(({ id }) => id === account.id);
    if (other === undefined) return chosen;
    const isBetter = proved.includes(account.id) || (!agrees(account) && agrees(other));
    return isBetter ? { account: other, withFees: true } : chosen;
  });
}

/** The accounts of which a statement has the fees of lines in its balance, so that the ledger has them, too. */
async function readProved(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM bank_accounts AS a WHERE ${feesAreInBalance(sql`a.id`)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** What the balance moved by. */
export function movedBy(account: BankFigures): number {
  const known = (account.inOpening ?? []).reduce((all, { cents }) => all + cents, 0);
  return sumOf(account) + sumOf(account.late) - known;
}

function agrees(account: BankFigures): boolean {
  const { opening, closing } = account;
  return opening === null || closing === null || opening + movedBy(account) === closing;
}

async function readAccounts(
  db: Db,
  reading: Reading & { entered: Entered[]; withFees: boolean },
): Promise<BankFigures[]> {
  const { first, last, late, before, entered, withFees } = reading;
  const change = withFees ? sql`amount_cents + fee_cents` : sql`amount_cents`;
  const { rows } = await sql<BankFigures & LinesApart>`
    SELECT a.id, a.bank || ' ' || a.number AS name,
      coalesce((SELECT currency FROM bank_statements WHERE account_id = a.id AND currency IS NOT NULL
        ORDER BY to_day DESC LIMIT 1), 'ZAR') AS currency,
      coalesce(${balanceOn(sql`${first}::date - 1`, change)},
        CASE WHEN o.day BETWEEN ${first} AND ${last} THEN o.cents END) AS opening, l.*, m.*,
      (SELECT max(to_day) FROM bank_statements WHERE account_id = a.id AND state = 'imported') AS "coveredTo",
      ${balanceOn(sql`${last}::date`, change)} AS closing,
      CASE WHEN s.day IS NOT NULL THEN (
        SELECT json_build_object('day', s.day, 'isEntered', s."isEntered", 'moneyIn', ${moneyOf('in')},
          'moneyOut', ${moneyOf('out')}, 'fees', coalesce(sum(fee_cents), 0))
        FROM bank_lines WHERE account_id = a.id AND day BETWEEN date_trunc('month', s.day) AND s.day
      ) END AS stated, NOT s."isEntered" AND NOT EXISTS (
        SELECT FROM bank_lines WHERE account_id = a.id AND day > s.day AND day <= ${last}) AS "isStated"
    FROM bank_accounts AS a
    LEFT JOIN jsonb_to_recordset(${JSON.stringify(entered)}::jsonb) AS o (id uuid, day date, cents bigint) ON o.id = a.id
    CROSS JOIN LATERAL (SELECT coalesce(t.day, o.day) AS day, t.day IS NULL AS "isEntered" FROM (
      SELECT max(least(to_day, ${last}::date)) AS day FROM bank_statements
      WHERE account_id = a.id AND state = 'imported' AND closing_cents IS NOT NULL AND from_day <= ${last}::date + 1
    ) AS t) AS s CROSS JOIN LATERAL (
      SELECT ${moneyOf('in')} AS "moneyIn", ${moneyOf('out')} AS "moneyOut",
        coalesce(sum(${change} - amount_cents), 0)::bigint AS fees,
        coalesce(sum(fee_cents), 0)::bigint AS "lineFees",
        coalesce(sum(sign(amount_cents) * (abs(amount_cents) - booked_cents))
          FILTER (WHERE state = 'open'), 0)::bigint AS open
      FROM bank_lines WHERE account_id = a.id AND day BETWEEN ${first} AND ${last}
    ) AS l CROSS JOIN LATERAL (
      SELECT coalesce(sum(CASE m.kind WHEN 'kept-charge' THEN -1 ELSE sign(b.amount_cents) END * m.amount_cents)
          FILTER (WHERE m.kind IN ('charge', 'charge-back', 'kept-charge')), 0)::bigint AS charges,
        coalesce(sum(m.amount_cents) FILTER (WHERE m.kind = 'charge' AND b.amount_cents > 0), 0)::bigint AS interest,
        coalesce(sum(CASE m.kind WHEN 'kept-charge' THEN 1 ELSE -sign(b.amount_cents) END * m.amount_cents) FILTER (
          WHERE m.kind IN ('charge-back', 'kept-charge') OR m.kind = 'charge' AND b.amount_cents < 0), 0)::bigint AS charged
      FROM bank_lines AS b JOIN bank_matches AS m ON m.line_id = b.id AND m.reversed_at IS NULL
      WHERE b.account_id = a.id AND b.day BETWEEN ${first} AND ${last}
    ) AS m
    WHERE (SELECT min(day) FROM bank_lines WHERE account_id = a.id) <= ${last}
      OR a.id = ANY (${before.map(({ id }) => id)}::uuid[])
    ORDER BY a.bank, a.number`.execute(db);
  const booked = await readBookedLines(db, first, last);
  return rows.map(({ interest, charged, ...row }) => {
    const { payouts, dismissedIn, dismissedOut } = booked.get(row.id) ?? noBookedLines;
    const account = { ...row, payouts, dismissed: dismissedIn - dismissedOut };
    const apart = { dismissedIn, dismissedOut, interest, charged };
    const lines = late.get(account.id) ?? noLines;
    const ofAccount = { ...lines, fees: withFees ? lines.fees : 0 };
    const closed = before.find(({ id }) => id === account.id)?.closing ?? null;
    const read = account.opening === null ? null : account.opening - sumOf(ofAccount);
    const figures = { ...account, apart, opening: closed ?? read, late: ofAccount };
    const inOpening = inOpeningOf(account, reading);
    return inOpening.length === 0 ? figures : { ...figures, inOpening };
  });
}

/**
 * From the closing balance of the statement with the day, or of the last one before it, by the lines between,
 * or from the balance that was entered. One that goes
 * on after the day has all of it, and one that ends on it can be of noon.
 */
function balanceOn(day: ReturnType<typeof sql>, change: ReturnType<typeof sql>) {
  const moved = (from: unknown, to: unknown) => sql`coalesce((SELECT sum(${change})
    FROM bank_lines WHERE account_id = a.id AND day > ${from} AND day <= ${to}), 0)`;
  const ended = sql`FROM bank_statements AS s WHERE s.account_id = a.id AND s.state = 'imported'
    AND s.closing_cents IS NOT NULL`;
  return sql`coalesce(
    (SELECT s.closing_cents - ${moved(day, sql`s.to_day`)} ${ended} AND s.to_day >= ${day}
      AND s.from_day <= ${day} + 1 ORDER BY s.to_day > ${day} AND s.from_day <= ${day} DESC, s.to_day, s.imported_at DESC LIMIT 1),
    (SELECT s.closing_cents + ${moved(sql`s.to_day`, day)} ${ended} AND s.to_day < ${day}
      ORDER BY s.to_day DESC, s.imported_at DESC LIMIT 1),
    CASE WHEN o.day <= ${day} THEN o.cents + ${moved(sql`o.day`, day)} END)::bigint`;
}
