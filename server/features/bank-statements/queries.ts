import { inAndOut } from '#contract/money.ts';
import { sql, type RawBuilder } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import type {
  BankAccount,
  BankLine,
  BankMapping,
  searchBankLines,
  searchStatements,
  StatementDetails,
  StatementSummary,
} from '#contract/bank-statements/endpoints.ts';
import type {
  BalanceCheck,
  LayoutKey,
  LineState,
  SourceKind,
  StatementState,
} from '#contract/bank-statements/layouts.ts';
import { bankTexts } from '#contract/bank-statements/texts.ts';
import { notFound } from '#server/errors.ts';
import { fullNameOf } from '#server/platform/db/full-name.ts';
import { columnOf, isGiven, searchRows, textOf } from '#server/platform/db/lists/search-rows.ts';
import type { Paging, Sorting } from '#server/platform/db/lists/search.ts';
import type { Db } from '#server/platform/db/pool.ts';

function statementRows(db: Db) {
  return db
    .selectFrom('bank_statements as s')
    .innerJoin('users as c', 'c.id', 's.created_by')
    .leftJoin('users as i', 'i.id', 's.imported_by')
    .leftJoin('bank_accounts as a', 'a.id', 's.account_id')
    .select(['s.id', 's.file_name', 's.state', 's.layout', 's.from_day', 's.to_day'])
    .select(['s.line_count', 's.new_count', 's.known_count', 's.skipped', 's.balance'])
    .select(['s.created_at', 's.imported_at', fullNameOf('c').as('createdBy')])
    .select(['a.id as accountId', 'a.bank as accountBank', 'a.number', 'a.name'])
    .select(
      sql<string | null>`CASE WHEN i.id IS NOT NULL THEN ${fullNameOf('i')} END`.as('importedBy'),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof statementRows>['executeTakeFirstOrThrow']>>;

function summaryOf(row: Row): StatementSummary {
  return {
    id: row.id,
    fileName: row.file_name,
    state: row.state as StatementState,
    account:
      row.accountId === null
        ? null
        : {
            id: row.accountId,
            bank: row.accountBank ?? '',
            number: row.number ?? '',
            name: row.name ?? '',
          },
    layout: row.layout as LayoutKey | null,
    from: row.from_day,
    to: row.to_day,
    lines: row.line_count,
    newLines: row.new_count,
    knownLines: row.known_count,
    skipped: row.skipped,
    balance: row.balance as BalanceCheck,
    createdBy: row.createdBy,
    createdUtc: row.created_at.toISOString(),
    importedBy: row.importedBy,
    importedUtc: row.imported_at?.toISOString() ?? null,
  };
}

const statementSorting: Sorting = {
  columns: {
    createdutc: columnOf('s.created_at'),
    filename: textOf('s.file_name'),
    state: columnOf('s.state'),
    period: columnOf('s.to_day'),
    newlines: columnOf('s.new_count'),
    balance: columnOf('s.balance'),
  },
  nullable: ['period'],
  default: 'period',
  defaultDescending: true,
  id: columnOf('s.id'),
};

/** The newest period first. */
export function searchStatementRows(
  db: Db,
  filters: BodyOf<typeof searchStatements> & Paging,
): Promise<{ results: StatementSummary[]; totalCount: number }> {
  return searchRows(db, {
    rows: statementRows,
    from: sql`bank_statements AS s`,
    conditions: [],
    text: textOf('s.file_name'),
    paging: filters,
    sorting: statementSorting,
    wireOf: summaryOf,
  });
}

const rand = (cents: number | null) => (cents === null ? null : cents / 100);

export async function readDetails(db: Db, id: string): Promise<StatementDetails> {
  const row = await statementRows(db)
    .select(['s.source', 's.bank', 's.account_number', 's.currency', 's.opening_cents'])
    .select(['s.closing_cents', 's.warnings', 's.problem', 's.sample', 's.file_table'])
    .select(['s.mapping', 's.done', 's.same_lines', 's.same_rows'])
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('bank_statement_files as f')
            .select('f.statement_id')
            .whereRef('f.statement_id', '=', 's.id'),
        )
        .as('hasFile'),
    )
    .where('s.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw notFound(bankTexts.notFound);
  return {
    ...summaryOf(row),
    bank: row.bank,
    accountNumber: row.account_number,
    source: row.source as SourceKind | null,
    currency: row.currency,
    opening: rand(row.opening_cents),
    closing: rand(row.closing_cents),
    warnings: row.warnings,
    problem: row.problem,
    sample: (row.sample ?? []) as unknown as StatementDetails['sample'],
    sameLines: (row.same_lines ?? []) as unknown as StatementDetails['sameLines'],
    sameRows: row.same_rows,
    table: row.file_table as unknown as StatementDetails['table'],
    mapping: row.mapping as unknown as BankMapping | null,
    done: row.done,
    hasFile: row.hasFile === true,
    usedLines: await countUsed(db, id),
  };
}

/** Lines of the statement that are matched, dismissed or paid with. */
export async function countUsed(db: Db, statementId: string): Promise<number> {
  const { count } = await db
    .selectFrom('bank_lines')
    .select(sql<number>`count(*)`.as('count'))
    .where('statement_id', '=', statementId)
    .where((row) => row.or([row('state', '<>', 'open'), row('booked_cents', '<>', 0)]))
    .executeTakeFirstOrThrow();
  return count;
}

export async function listAccounts(db: Db): Promise<BankAccount[]> {
  return db
    .selectFrom('bank_accounts')
    .select(['id', 'bank', 'number', 'name'])
    .orderBy('bank')
    .orderBy('number')
    .execute();
}

function lineRows(db: Db) {
  return db
    .selectFrom('bank_lines as l')
    .select(['l.id', 'l.statement_id', 'l.day', 'l.amount_cents', 'l.text', 'l.reference'])
    .select(['l.balance_cents', 'l.state']);
}

type LineRow = Awaited<ReturnType<ReturnType<typeof lineRows>['executeTakeFirstOrThrow']>>;

function lineOf(row: LineRow): BankLine {
  return {
    id: row.id,
    statementId: row.statement_id,
    day: row.day,
    ...inAndOut(row.amount_cents),
    amount: row.amount_cents / 100,
    text: row.text,
    reference: row.reference,
    balance: rand(row.balance_cents),
    state: row.state as LineState,
  };
}

const lineSorting: Sorting = {
  columns: {
    day: columnOf('l.day'),
    amount: columnOf('l.amount_cents'),
    moneyout: sql`-l.amount_cents`,
    text: columnOf('l.normal_text'),
    state: columnOf('l.state'),
  },
  default: 'day',
  defaultDescending: false,
  number: columnOf('l.row_number'),
  id: columnOf('l.id'),
};

type LineFilters = BodyOf<typeof searchBankLines> & Paging;

/** The lines that the statement brought, in the order of their days. */
export async function searchLineRows(
  db: Db,
  statementId: string,
  filters: LineFilters,
): Promise<{ results: BankLine[]; totalCount: number }> {
  const statement = await db
    .selectFrom('bank_statements')
    .select('id')
    .where('id', '=', statementId)
    .executeTakeFirst();
  if (statement === undefined) throw notFound(bankTexts.notFound);
  return searchRows(db, {
    rows: lineRows,
    from: sql`bank_lines AS l`,
    always: [sql`l.statement_id = ${statementId}`],
    conditions: conditionsOf(filters),
    text: columnOf('l.search_text'),
    // While it is imported, these are the lines that are stored.
    length: sql<number>`(SELECT CASE WHEN state = 'uploaded' THEN 0 ELSE new_count END
      FROM bank_statements WHERE id = ${statementId})`,
    paging: filters,
    sorting: lineSorting,
    wireOf: lineOf,
  });
}

function conditionsOf({ state, direction, from, to }: LineFilters): RawBuilder<boolean>[] {
  return [
    ...(isGiven(state) ? [sql<boolean>`l.state = ${state}`] : []),
    ...(direction === 'in' ? [sql<boolean>`l.amount_cents > 0`] : []),
    ...(direction === 'out' ? [sql<boolean>`l.amount_cents < 0`] : []),
    ...(isGiven(from) ? [sql<boolean>`l.day >= ${from}`] : []),
    ...(isGiven(to) ? [sql<boolean>`l.day <= ${to}`] : []),
  ];
}
