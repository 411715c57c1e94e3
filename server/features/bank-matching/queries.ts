import { sql, type RawBuilder } from 'kysely';
import type {
  Certainty,
  countMoneyLines,
  MoneyLine,
  MoneyLineDetails,
  searchMoneyLines,
} from '#contract/bank-matching/endpoints.ts';
import { matchTexts } from '#contract/bank-matching/texts.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/errors.ts';
import { fullNameOf } from '#server/platform/db/full-name.ts';
import { columnOf, isGiven, searchRows } from '#server/platform/db/lists/search-rows.ts';
import type { Paging, Sorting } from '#server/platform/db/lists/search.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { sqlNotCertain, whereCertainty } from './certain-lines.ts';
import { lineOf, lineRows, suggestFor } from './open-lines.ts';
import { type ReadMatch, readMatches } from './read-matches.ts';
import { suggestionOnWire } from './record-on-wire.ts';
import type { LineSuggestion } from './suggestions/world.ts';

function moneyRows(db: Db) {
  return lineRows(db)
    .innerJoin('bank_accounts as a', 'a.id', 'l.account_id')
    .leftJoin('users as u', 'u.id', 'l.dismissed_by')
    .select(['a.bank', 'a.number', 'a.name', 'l.dismissed_at', 'l.dismissed_reason'])
    .select(
      sql<string | null>`CASE WHEN u.id IS NOT NULL THEN ${fullNameOf('u')} END`.as('dismissedBy'),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof moneyRows>['executeTakeFirstOrThrow']>>;

function moneyLineOf(
  row: Row,
  suggestions: readonly LineSuggestion[],
  matches: readonly ReadMatch[],
): MoneyLine {
  const { bank, number, name, amount_cents, booked_cents } = row;
  const [best] = suggestions;
  return {
    id: row.id,
    statementId: row.statement_id,
    accountId: row.account_id,
    account: `${name === '' ? bank : `${name}, ${bank}`} ${number}`,
    day: row.day,
    amount: amount_cents / 100,
    open: (amount_cents - Math.sign(amount_cents) * booked_cents) / 100,
    text: row.text,
    reference: row.reference,
    state: lineOf(row).state,
    certainty: best?.certainty ?? 'none',
    suggestion: best === undefined ? null : suggestionOnWire(best),
    matches: matches.filter(({ lineId }) => lineId === row.id).map(({ onWire }) => onWire),
    dismissedBy: row.dismissedBy,
    dismissedUtc: row.dismissed_at?.toISOString() ?? null,
    dismissedReason: row.dismissed_reason,
  };
}

/** One line with all that it may be. */
export async function readMoneyLine(
  ctx: Pick<Context, 'db' | 'at'>,
  id: string,
): Promise<MoneyLineDetails> {
  const row = await moneyRows(ctx.db).where('l.id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound(matchTexts.notFound);
  const suggestions = (await suggestFor(ctx, [lineOf(row)])).get(id) ?? [];
  const matches = await readMatches(ctx.db, [id]);
  return {
    ...moneyLineOf(row, suggestions, matches),
    suggestions: suggestions.map(suggestionOnWire),
  };
}

const ranks: Readonly<Record<Certainty, number>> = { certain: 0, likely: 1, possible: 2, none: 3 };
const rankOf = sql`CASE l.certainty ${sql.join(
  Object.entries(ranks).map(([name, rank]) => sql`WHEN ${sql.lit(name)} THEN ${sql.lit(rank)}`),
  sql` `,
)} END`;

const sorting: Sorting = {
  columns: {
    day: columnOf('l.day'),
    amount: columnOf('l.amount_cents'),
    certainty: rankOf,
    text: columnOf('l.normal_text'),
  },
  default: 'day',
  defaultDescending: false,
  number: columnOf('l.row_number'),
  id: columnOf('l.id'),
};

type Filters = BodyOf<typeof searchMoneyLines> & Paging;

/** The lines of one state with what they may be, the oldest first. */
export async function searchMoneyRows(ctx: Pick<Context, 'db' | 'at'>, filters: Filters) {
  const state = isGiven(filters.state) ? filters.state : 'open';
  const { results: rows, totalCount } = await searchRows(ctx.db, {
    rows: moneyRows,
    from: sql`bank_lines AS l`,
    always: [sql`l.state = ${state}`],
    conditions: conditionsOf(filters),
    text: columnOf('l.search_text'),
    paging: filters,
    sorting,
    wireOf: (row: Row) => row,
  });
  const suggestions = await suggestFor(
    ctx,
    rows.map((row) => lineOf(row)),
  );
  const matches = await readMatches(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return {
    results: rows.map((row) => moneyLineOf(row, suggestions.get(row.id) ?? [], matches)),
    totalCount,
  };
}

function conditionsOf({
  certainty,
  direction,
  accountId,
  statementId,
  from,
  to,
}: Filters): RawBuilder<boolean>[] {
  return [
    ...(isGiven(certainty) ? [whereCertainty(certainty)] : []),
    ...(direction === 'in' ? [sql<boolean>`l.amount_cents > 0`] : []),
    ...(direction === 'out' ? [sql<boolean>`l.amount_cents < 0`] : []),
    ...(isGiven(accountId) ? [sql<boolean>`l.account_id = ${accountId}`] : []),
    ...(isGiven(statementId) ? [sql<boolean>`l.statement_id = ${statementId}`] : []),
    ...(isGiven(from) ? [sql<boolean>`l.day >= ${from}`] : []),
    ...(isGiven(to) ? [sql<boolean>`l.day <= ${to}`] : []),
  ];
}

type Summary = ReplyOf<typeof countMoneyLines>;

/** From an index of the open lines, and the records of the certain ones. */
export async function countOpenLines(
  db: Db,
  filters: QueryOf<typeof countMoneyLines>,
): Promise<Summary> {
  const where = sql.join([sql`l.state = 'open'`, ...conditionsOf(filters)], sql` AND `);
  const { rows } = await sql<{ name: string; count: number; cents: number; oldestDay: string }>`
    SELECT CASE WHEN l.amount_cents < 0 THEN 'moneyOut' WHEN l.id IN ${sqlNotCertain} THEN 'likely'
        ELSE l.certainty END AS name,
      count(*) AS count, min(l.day) AS "oldestDay",
      sum(l.amount_cents - sign(l.amount_cents) * l.booked_cents)::bigint AS cents
    FROM bank_lines AS l WHERE ${where} GROUP BY 1`.execute(db);
  const of = (name: string) => {
    const row = rows.find((one) => one.name === name);
    return { count: row?.count ?? 0, amount: (row?.cents ?? 0) / 100 };
  };
  const days = rows.map(({ oldestDay }) => oldestDay).toSorted();
  return {
    certain: of('certain'),
    likely: of('likely'),
    possible: of('possible'),
    none: of('none'),
    moneyOut: of('moneyOut'),
    oldestDay: days[0] ?? null,
  };
}
