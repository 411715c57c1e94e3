import { type RawBuilder, sql } from 'kysely';
import { type LineState, lineStateNames } from '#contract/bank-statements/layouts.ts';
import { formatDay } from '#contract/days.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { searchEverything, SearchResult } from '#contract/global-search/endpoints.ts';
import { invoiceStateNames } from '#contract/invoices/endpoints.ts';
import { memberTexts } from '#contract/members/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import { donationReference, invoiceNumber, membershipNumber } from '#contract/numbers.ts';
import type { Context } from '#server/context.ts';
import { may } from '#server/platform/access/permissions.ts';
import { columnOf } from '#server/platform/db/lists/search-rows.ts';
import { matchingBeginnings } from '#server/platform/db/lists/search-words.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type Sought, soughtIn } from './sought.ts';

/** Of each kind, the members twice as many. */
const most = 4;

/** Rows of a common word that are compared and counted. The rest is for the list, which has all of them. */
const mostCompared = 200;

/** One more, so that it is known whether there are more. */
const compared = sql.lit(mostCompared + 1);

/** The members first, then invoices, donations and bank lines, as far as the caller may see them. */
export async function findEverything(ctx: Context, text: string): Promise<Found> {
  const sought = soughtIn(text);
  if (sought === null) return none;
  const mayMoney = may(ctx, 'money.read');
  const found = await Promise.all([
    may(ctx, 'members.read') ? findMembers(ctx, sought) : none,
    mayMoney ? findInvoices(ctx, sought) : none,
    mayMoney ? findDonations(ctx, sought) : none,
    mayMoney ? findBankLines(ctx.db, sought) : none,
  ]);
  return {
    results: found.flatMap(({ results }) => results),
    totalCount: found.reduce((sum, { totalCount }) => sum + totalCount, 0),
    isMore: found.some(({ isMore }) => isMore),
    more: found.flatMap(({ more }) => more),
  };
}

type Found = ReplyOf<typeof searchEverything>;
const none: Found = { results: [], totalCount: 0, isMore: false, more: [] };

/** Of the rows that are compared, for each row. */
const total = sql`count(*) OVER ()::int AS total`;

interface Counted {
  total: number;
}

function foundOf<Row extends Counted>(
  rows: readonly Row[],
  wireOf: (row: Row) => SearchResult,
): Found {
  const count = rows[0]?.total ?? 0;
  const results = rows.map(wireOf);
  const [first] = results;
  return {
    results,
    more: first !== undefined && count > results.length ? [first.kind] : [],
    totalCount: Math.min(count, mostCompared),
    isMore: count > mostCompared,
  };
}

/**
 * The ids of rows that match. MATERIALIZED: the words are found by their index and not by reading the table
 * until there are enough.
 */
function candidates(table: 'members' | 'invoices' | 'donations', { text, number }: Sought) {
  const matches = sql.join(matchingBeginnings(columnOf('search_text'), text), sql` AND `);
  return sql`WITH matches AS MATERIALIZED (SELECT id FROM ${sql.table(table)} WHERE ${matches}),
    candidates AS (
      SELECT id FROM ${sql.table(table)} WHERE number = ${number}::int
      UNION (SELECT id FROM matches LIMIT ${compared}))`;
}

/** First the number, then names that begin with the first word. */
function rank({ text, number }: Sought, lastName: string, firstName: string): RawBuilder<unknown> {
  const [first = ''] = text.split(/\s+/);
  const begins = (name: string) => sql`${sql.ref(name)} LIKE ltrim(containing(${first}), '%')`;
  return sql`number = ${number}::int IS TRUE DESC,
    (${begins(lastName)} OR ${begins(firstName)}) DESC, ${sql.ref(lastName)}, ${sql.ref(firstName)}`;
}

interface MemberRow {
  id: string;
  number: number | null;
  name: string;
  email: string;
  place: string;
  status: string;
  isArchived: boolean;
}

async function findMembers(ctx: Context, sought: Sought): Promise<Found> {
  const { rows } = await sql<MemberRow & Counted>`
    ${candidates('members', sought)}
    SELECT ${total}, m.id, m.number, m.first_name || ' ' || m.last_name AS name, m.email,
      concat_ws(', ', m.town, m.province) AS place, m.archived_at IS NOT NULL AS "isArchived",
      (SELECT name FROM member_statuses WHERE id = m.member_status_id) AS status
    FROM members AS m WHERE m.id IN (SELECT id FROM candidates)
    ORDER BY m.archived_at IS NOT NULL, ${rank(sought, 'm.last_name_folded', 'm.first_name_folded')}, m.id
    LIMIT ${sql.lit(2 * most)}`.execute(ctx.db);
  const mayRecord = may(ctx, 'payments.record');
  return foundOf(rows, ({ id, number, name, email, place, status, isArchived }) => ({
    kind: 'member',
    id,
    title: name,
    line: inWords(number === null ? null : membershipNumber(number), place, email),
    status: isArchived ? memberTexts.archivedBadge : status,
    payAt: mayRecord && !isArchived ? { kind: 'member', id } : null,
  }));
}

interface InvoiceRow {
  id: string;
  number: number;
  name: string;
  line: string;
  amountCents: number;
  isOpen: boolean;
  isVoid: boolean;
  isPaid: boolean;
  /** Of a membership invoice. */
  memberId: string | null;
}

async function findInvoices(ctx: Context, sought: Sought): Promise<Found> {
  const { rows } = await sql<InvoiceRow & Counted>`
    ${candidates('invoices', sought)}
    SELECT ${total}, i.id, i.number, i.payer_first_name || ' ' || i.payer_last_name AS name, i.line,
      i.amount_cents AS "amountCents", i.is_open AS "isOpen", i.voided_at IS NOT NULL AS "isVoid",
      i.payment_id IS NOT NULL AS "isPaid", CASE WHEN i.member_type_id IS NOT NULL THEN i.member_id END AS "memberId"
    FROM invoices AS i WHERE i.id IN (SELECT id FROM candidates)
    ORDER BY i.number = ${sought.number}::int IS TRUE DESC, i.is_open DESC, i.number DESC LIMIT ${sql.lit(most)}`.execute(
    ctx.db,
  );
  return foundOf(rows, (row) => ({
    kind: 'invoice',
    id: row.id,
    title: `${invoiceNumber(row.number)} ${row.name}`,
    line: inWords(row.line, formatRand(row.amountCents / 100)),
    status: invoiceStateNames[stateOf(row)],
    payAt: row.isOpen ? payAtOf(ctx, row) : null,
  }));
}

function stateOf({ isOpen, isVoid, isPaid }: InvoiceRow) {
  if (isPaid) return 'paid';
  if (isOpen) return 'unpaid';
  return isVoid ? 'void' : 'writtenOff';
}

/** A membership is paid on the page of the member, which more roles may do. */
function payAtOf(ctx: Context, { id, memberId }: InvoiceRow): SearchResult['payAt'] {
  if (memberId !== null && may(ctx, 'payments.record')) return { kind: 'member', id: memberId };
  return may(ctx, 'money.write') ? { kind: 'invoice', id } : null;
}

interface DonationRow {
  id: string;
  number: number;
  name: string;
  email: string;
  amountCents: number;
  isReceived: boolean;
  isWithdrawn: boolean;
}

async function findDonations(ctx: Context, sought: Sought): Promise<Found> {
  const { rows } = await sql<DonationRow & Counted>`
    ${candidates('donations', sought)}
    SELECT ${total}, d.id, d.number, d.first_name || ' ' || d.last_name AS name, d.email,
      d.amount_cents AS "amountCents", d.payment_id IS NOT NULL AS "isReceived",
      d.withdrawn_at IS NOT NULL AS "isWithdrawn"
    FROM donations AS d WHERE d.id IN (SELECT id FROM candidates)
    ORDER BY d.number = ${sought.number}::int IS TRUE DESC, d.number DESC LIMIT ${sql.lit(most)}`.execute(
    ctx.db,
  );
  return foundOf(rows, ({ id, number, name, email, amountCents, isReceived, isWithdrawn }) => ({
    kind: 'donation',
    id,
    title: `${donationReference(number)} ${name}`,
    line: inWords(formatRand(amountCents / 100), email),
    status: donationStatusOf({ isReceived, isWithdrawn }),
    payAt: isReceived || isWithdrawn || !may(ctx, 'money.write') ? null : { kind: 'donation', id },
  }));
}

function donationStatusOf({
  isReceived,
  isWithdrawn,
}: Pick<DonationRow, 'isReceived' | 'isWithdrawn'>) {
  if (isReceived) return 'Received';
  return isWithdrawn ? 'Withdrawn' : 'Pending';
}

interface LineRow {
  id: string;
  day: string;
  text: string;
  reference: string;
  amountCents: number;
  state: LineState;
}

async function findBankLines(db: Db, { text, cents }: Sought): Promise<Found> {
  const matches = sql.join(matchingBeginnings(columnOf('search_text'), text), sql` AND `);
  const amounts =
    cents === null
      ? sql`SELECT NULL::uuid AS id WHERE false`
      : sql`SELECT l.id FROM bank_accounts AS a JOIN bank_lines AS l ON l.account_id = a.id
          WHERE l.amount_cents IN (${cents}, ${-cents})`;
  const { rows } = await sql<LineRow & Counted>`
    WITH matches AS MATERIALIZED (SELECT id FROM bank_lines WHERE ${matches}),
    candidates AS (${amounts} UNION (SELECT id FROM matches LIMIT ${compared}))
    SELECT ${total}, l.id, l.day, l.text, l.reference, l.amount_cents AS "amountCents", l.state
    FROM bank_lines AS l WHERE l.id IN (SELECT id FROM candidates)
    ORDER BY l.state = 'open' DESC, l.day DESC, l.row_number LIMIT ${sql.lit(most)}`.execute(db);
  return foundOf(rows, ({ id, day, text: title, reference, amountCents, state }) => ({
    kind: 'bankLine',
    id,
    title: title || reference,
    line: inWords(formatDay(day), formatRand(amountCents / 100), title === '' ? '' : reference),
    status: lineStateNames[state],
    payAt: null,
  }));
}

function inWords(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(' · ');
}
