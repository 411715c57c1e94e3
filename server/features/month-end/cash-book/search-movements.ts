import { type RawBuilder, sql } from 'kysely';
import { addDays } from '#contract/calendar.ts';
import { dayOf, type Day } from '#contract/days.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import {
  type Movement,
  type MovementKind,
  movementGroups,
  movementKinds,
  fromCredits,
  owedAccount,
  owedAccountName,
  paymentKinds,
  type searchMovements,
} from '#contract/month-end/cash-book.ts';
import { ledgerAccountNames } from '#contract/month-end/ledger-accounts.ts';
import {
  firstDayOf,
  formatPeriod,
  lastDayOf,
  monthOf,
  monthsOf,
  type Period,
  periodForm,
  yearOf,
} from '#contract/month-end/periods.ts';
import { donationReference, invoiceNumber } from '#contract/numbers.ts';
import type { Context } from '#server/context.ts';
import { type AccountKind, sqlMoneyKinds } from '#server/features/ledger/accounts.ts';
import { sqlPaysRecord } from '#server/features/ledger/post.ts';
import { limitOffset } from '#server/platform/db/lists/list-query.ts';
import { type Listing, readByCursor } from '#server/platform/db/lists/listing.ts';
import { isGiven } from '#server/platform/db/lists/search-rows.ts';
import { matchingWords } from '#server/platform/db/lists/search-words.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { readOwedOn } from '../figures/read-balances.ts';
import { sqlIsFromCredit, sqlMethodOfEntry } from '../figures/read-movements.ts';
import { readSettings } from '../queries.ts';
import { readOpening, type SingleAccount } from './read-opening.ts';

type Filters = BodyOf<typeof searchMovements>;
type Reply = ReplyOf<typeof searchMovements>;

/** The movements of a period, the first one first. A balance needs one account with all of its movements. */
export function searchMovementRows(
  { db, at }: Pick<Context, 'db' | 'at'>,
  filters: Filters,
): Omit<Listing<Movement>, 'page'> & { page(): Promise<Reply> } {
  return {
    page: async () => {
      const asked = await prepare(db, filters, at);
      const { limit, offset } = limitOffset(filters);
      const { rows } = await sql<Partial<Row> & Sums>`
        WITH ${asked.matches}, page AS (
          SELECT * FROM matches ORDER BY ${asked.order} LIMIT ${limit} OFFSET ${offset}
        )
        SELECT s.*, r.* FROM (
          SELECT count(*) AS total, coalesce(sum(greatest(cents, 0)), 0)::bigint AS "inCents",
            coalesce(sum(least(cents, 0)), 0)::bigint AS "outCents" FROM matches
        ) AS s LEFT JOIN (${detailsOf(sql`page`)}) AS r ON true
        ORDER BY ${asked.orderOfRows}`.execute(db);
      const { total = 0, inCents = 0, outCents = 0 } = rows[0] ?? {};
      const { opening } = asked;
      return {
        results: rows.flatMap((row) =>
          'key' in row && row.key !== null ? [onWire(row as Row)] : [],
        ),
        totalCount: total,
        title: asked.title,
        opening: opening === null ? null : opening / 100,
        moneyIn: inCents / 100,
        moneyOut: -outCents / 100 || 0,
        closing: opening === null ? null : (opening + inCents + outCents) / 100,
      };
    },
    every: async function* () {
      const asked = await prepare(db, filters, at);
      yield* readByCursor(
        db,
        sql<Row>`WITH ${asked.matches} SELECT r.* FROM (${detailsOf(sql`matches`)}) AS r
          ORDER BY ${asked.orderOfRows}`,
        onWire,
      );
    },
  };
}

interface Sums {
  total: number;
  inCents: number;
  outCents: number;
}

interface Row {
  key: string;
  entry: number | null;
  bookedOn: Day;
  day: Day;
  what: MovementKind;
  recordKind: 'invoice' | 'donation' | null;
  recordNumber: number | null;
  recordId: string | null;
  person: string;
  account: AccountKind | typeof owedAccount;
  name: string | null;
  method: string | null;
  bankLineId: string | null;
  bankLine: string | null;
  cents: number;
  balance: number | null;
}

async function prepare(db: Db, filters: Filters, at: Date) {
  const { yearEndMonth } = await readSettings(db);
  const period = periodOf(filters, yearOf(monthOf(dayOf(at)), yearEndMonth));
  const months = monthsOf(period, yearEndMonth);
  const [first, last] = [firstDayOf(months[0] ?? ''), lastDayOf(months.at(-1) ?? '')];
  const account = accountOf(filters);
  const conditions = conditionsOf(filters, first);
  const isWhole = conditions.length === 0;
  const opening =
    isWhole && account.single !== null ? await openingOf(db, account.single, first) : null;
  const descending = filters.sortDescending === true;
  const balance =
    opening === null
      ? sql`NULL::bigint`
      : sql`(${opening} + sum(m.cents) OVER (ORDER BY ${orderBy('m', false)}))::bigint`;
  const all =
    account.single === owedAccount
      ? owedLines(first, last)
      : ledgerLines(account.where, first, last);
  const where = sql.join([sql`true`, ...conditions], sql` AND `);
  return {
    title: formatPeriod(period, yearEndMonth),
    opening,
    matches: sql`movements AS (${all}), matches AS MATERIALIZED (
      SELECT m.*, ${balance} AS balance FROM movements AS m WHERE ${where})`,
    order: orderBy('matches', descending),
    orderOfRows: orderBy('r', descending),
  };
}

/** Entries in the order in which they were posted; what changed invoices comes first on its day. */
function orderBy(alias: string, descending: boolean): RawBuilder<unknown> {
  const keys = ['booked_on', 'entry', 'change_id', 'account', 'of_id'];
  return sql.join(
    keys.map((key) =>
      descending
        ? sql`${sql.ref(`${alias}.${key}`)} DESC NULLS LAST`
        : sql`${sql.ref(`${alias}.${key}`)} NULLS FIRST`,
    ),
  );
}

function periodOf({ period }: Filters, thisYear: Period): Period {
  return isGiven(period) && periodForm.test(period) ? period : thisYear;
}

interface Asked {
  where: RawBuilder<unknown>;
  /** Null: several accounts. */
  single: SingleAccount | typeof owedAccount | null;
}

/** An account that does not exist has no movements. */
function accountOf({ account }: Filters): Asked {
  const asked = isGiven(account) ? account : 'money';
  if (asked === 'all') return { where: sql`true`, single: null };
  if (asked === 'money') return { where: sql`l.account IN ${sqlMoneyKinds}`, single: null };
  if (asked === owedAccount) return { where: sql`true`, single: owedAccount };
  const [kind = '', of] = asked.split(':');
  if (of !== undefined) {
    return {
      where: sql`l.account = ${kind} AND l.of_id::text = ${of}`,
      single: { kind: kind as AccountKind, of, isEvery: false },
    };
  }
  // Fees are of several member types; the bank account that takes EFT has no id.
  const isBank = kind === 'bank';
  return {
    where: isBank ? sql`l.account = ${kind} AND l.of_id IS NULL` : sql`l.account = ${kind}`,
    single: { kind: kind as AccountKind, of: null, isEvery: !isBank },
  };
}

async function openingOf(db: Db, account: NonNullable<Asked['single']>, first: Day) {
  if (account !== owedAccount) return readOpening(db, account, first);
  const owed = await readOwedOn(db, addDays(first, -1));
  return owed.reduce((total, { cents }) => total + cents, 0);
}

const ledgerLines = (where: RawBuilder<unknown>, first: Day, last: Day) => sql`
  SELECT e.id AS entry, NULL::bigint AS change_id, e.booked_on, e.day, e.kind AS what, e.source_id, e.record_kind,
    e.record_id, e.record_number, l.account, l.of_id, l.cents, e.day < ${first}::date AS is_late
  FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
  WHERE e.booked_on BETWEEN ${first} AND ${last} AND ${where}`;

/** What is owed of invoices is no account: payments make it less, and changes of the invoices are stored beside. */
const owedLines = (first: Day, last: Day) => sql`
  SELECT e.id AS entry, NULL::bigint AS change_id, e.booked_on, e.day, e.kind AS what, e.source_id, e.record_kind,
    e.record_id, e.record_number, ${owedAccount}::text AS account, NULL::uuid AS of_id, l.cents,
    e.day < ${first}::date AS is_late
  FROM ledger_entries AS e
  CROSS JOIN LATERAL (
    SELECT sum(l.cents)::bigint AS cents FROM ledger_lines AS l WHERE l.entry_id = e.id AND ${sqlPaysRecord}
  ) AS l
  WHERE e.booked_on BETWEEN ${first} AND ${last} AND e.record_kind = 'invoice' AND e.kind <> 'deferred' AND l.cents <> 0
    AND EXISTS (SELECT FROM invoice_changes WHERE invoice_id = e.record_id)
  UNION ALL
  SELECT NULL, id, booked_on, day, event, NULL, 'invoice', invoice_id, invoice_number, ${owedAccount}, NULL, owed_cents,
    day < ${first}::date
  FROM invoice_changes WHERE booked_on BETWEEN ${first} AND ${last} AND owed_cents <> 0`;

/** The money of an entry, and its payment, as the figures of the month read them. */
const moneyOfEntry = sql`
  FROM (SELECT m.entry AS id, m.what AS kind, m.source_id) AS e
  CROSS JOIN LATERAL (
    SELECT min(account) AS money_account, coalesce(sum(cents), 0) AS money
    FROM ledger_lines WHERE entry_id = e.id AND account IN ${sqlMoneyKinds}
  ) AS l
  LEFT JOIN bank_matches AS t ON t.id = e.source_id
  LEFT JOIN payments AS p ON p.id = coalesce(t.payment_id, e.source_id)`;
const sqlMethod = sql<string>`(
  SELECT CASE WHEN ${sqlIsFromCredit} THEN ${fromCredits} ELSE ${sqlMethodOfEntry} END ${moneyOfEntry})`;

/** In which the search box finds its words: of the record, of the bank line, and the number of the document. */
const sqlText = sql<string>`concat_ws(' ',
  (SELECT search_text FROM invoices WHERE id = m.record_id AND m.record_kind = 'invoice'),
  (SELECT search_text FROM donations WHERE id = m.record_id AND m.record_kind = 'donation'),
  (SELECT fold(payer_name) FROM payments WHERE id = m.source_id),
  (SELECT string_agg(b.search_text, ' ') FROM bank_matches AS t JOIN bank_lines AS b ON b.id = t.line_id
    WHERE m.source_id IN (t.id, t.payment_id, t.credit_use_id)),
  (SELECT search_text FROM bank_lines WHERE id = m.source_id),
  lpad(m.record_number::text, 5, '0'), to_char(abs(m.cents) / 100.0, 'FM999999990.00'))`;

function conditionsOf({ what, method, recordKind, isLate, text }: Filters, first: Day) {
  const kinds = isGiven(what) ? kindsOf(what) : null;
  return [
    ...(kinds === null ? [] : [sql<boolean>`m.what = ANY (${kinds})`]),
    ...(isGiven(recordKind) ? [sql<boolean>`m.record_kind = ${recordKind}`] : []),
    ...(isGiven(isLate) ? [sql<boolean>`(m.day < ${first}::date) = ${isLate}`] : []),
    ...(isGiven(method) ? [sql<boolean>`${sqlMethod} = ${method}`] : []),
    ...matchingWords(sqlText, text),
  ];
}

/** One that does not exist has no movements. */
function kindsOf(what: string): readonly MovementKind[] {
  const group = Object.entries(movementGroups).find(([name]) => name === what);
  return group?.[1].kinds ?? movementKinds.filter((kind) => kind === what);
}

/** Joined for the rows that are shown only. */
const detailsOf = (rows: RawBuilder<unknown>) => sql`
  SELECT m.*, concat_ws('-', m.entry, 'c' || m.change_id, m.account, m.of_id) AS key, m.booked_on AS "bookedOn",
    m.record_kind AS "recordKind", m.record_number AS "recordNumber", coalesce(i.id, d.id) AS "recordId",
    coalesce(p.payer_name, nullif(trim(concat(i.payer_first_name, ' ', i.payer_last_name)), ''),
      nullif(trim(concat(d.first_name, ' ', d.last_name)), ''), '') AS person,
    coalesce(a.bank || ' ' || a.number, y.name) AS name,
    CASE WHEN m.what = ANY (${[...paymentKinds]}) THEN ${sqlMethod} END AS method,
    b.id AS "bankLineId", concat_ws(' ', b.text, b.reference) AS "bankLine"
  FROM ${rows} AS m
  LEFT JOIN bank_matches AS t ON t.id = m.source_id
  LEFT JOIN credit_uses AS u ON u.id = coalesce(t.credit_use_id, m.source_id)
  LEFT JOIN payments AS p ON p.id = coalesce(t.payment_id, u.payment_id, m.source_id)
  LEFT JOIN invoices AS i ON m.record_kind = 'invoice' AND i.id = m.record_id
  LEFT JOIN donations AS d ON m.record_kind = 'donation' AND d.id = m.record_id
  LEFT JOIN bank_lines AS b ON b.id = coalesce(t.line_id, (
    SELECT line_id FROM bank_matches WHERE payment_id = m.source_id ORDER BY reversed_at NULLS FIRST, id LIMIT 1), (
    SELECT line_id FROM bank_matches WHERE credit_use_id = m.source_id ORDER BY reversed_at NULLS FIRST, id LIMIT 1),
    m.source_id)
  LEFT JOIN bank_accounts AS a ON m.account = 'bank' AND (a.id = m.of_id OR m.of_id IS NULL AND a.takes_eft)
  LEFT JOIN member_types AS y ON y.id = m.of_id`;

function onWire(row: Row): Movement {
  const { entry, bookedOn, day, what, recordKind, recordId, person, cents, balance } = row;
  return {
    id: row.key,
    entry,
    bookedOn,
    day,
    what,
    document: documentOf(row),
    recordKind,
    recordId,
    person,
    accountName: accountName(row),
    method: row.method ?? '',
    bankLineId: row.bankLineId,
    bankLine: row.bankLine ?? '',
    moneyIn: cents > 0 ? cents / 100 : null,
    moneyOut: cents < 0 ? -cents / 100 : null,
    balance: balance === null ? null : balance / 100,
  };
}

function documentOf({ recordKind, recordNumber }: Row): string {
  if (recordKind === null || recordNumber === null) return '';
  return recordKind === 'invoice' ? invoiceNumber(recordNumber) : donationReference(recordNumber);
}

function accountName({ account, name }: Row): string {
  if (account === owedAccount) return owedAccountName;
  if (name === null) return ledgerAccountNames[account];
  return account === 'bank' ? name : `${ledgerAccountNames[account]}: ${name}`;
}
