import { Link } from 'react-router';
import { formatDay, formatMoment } from '#contract/days.ts';
import { searchStatements, type StatementSummary } from '#contract/bank-statements/endpoints.ts';
import { bankTexts, bankWords as words } from '#contract/bank-statements/texts.ts';
import { paths } from '#web/app/paths.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Column } from '#web/lists/list-shape.ts';
import { searching } from '#web/lists/searching.ts';
import { TwoLines } from '#web/lists/two-lines.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';

const pollMs = 3000;

const load = searching(searchStatements);

/** Every statement that was imported or waits. product-rules 22. */
export function BankStatementsPage() {
  return (
    <AdminList
      title={bankTexts.heading}
      searchHint="File"
      cacheKey="bankStatements"
      load={load}
      texts={bankTexts}
      columns={statementColumns}
      filters={[]}
      defaultSort={{ by: 'Period', descending: true }}
      nameOf={({ fileName }) => fileName}
      tools={importTool}
      pollEvery={(rows) => rows.some(({ state }) => state === 'importing') && pollMs}
    />
  );
}

function importTool() {
  return (
    <ButtonLink kind="primary" needs="money.write" to={paths.newBankStatement()}>
      {words.add}
    </ButtonLink>
  );
}

const statementColumns: readonly Column<StatementSummary>[] = [
  {
    header: 'File',
    sortBy: 'FileName',
    card: 'title',
    cell: ({ id, fileName, account }) => (
      <TwoLines
        first={<Link to={paths.bankStatement(id)}>{fileName}</Link>}
        second={account && words.accountOf(account.bank, account.number, account.name)}
      />
    ),
  },
  {
    header: 'State',
    sortBy: 'State',
    card: 'badge',
    cell: ({ state }) => <StatusBadge status={words.states[state]} />,
  },
  {
    header: words.period,
    sortBy: 'Period',
    cell: ({ from, to }) => (from && to ? words.days(formatDay(from), formatDay(to)) : ''),
  },
  {
    header: words.lines,
    sortBy: 'NewLines',
    cell: ({ newLines, knownLines, skipped }) => (
      <TwoLines
        first={`${words.newLines}: ${newLines}`}
        second={`${words.knownLines}: ${knownLines}, ${words.skippedRows}: ${totalOf(skipped)}`}
      />
    ),
  },
  { header: words.balance, sortBy: 'Balance', cell: ({ balance }) => words.balances[balance] },
  {
    header: words.who,
    sortBy: 'CreatedUtc',
    cell: ({ importedBy, createdBy, importedUtc, createdUtc }) => (
      <TwoLines first={importedBy ?? createdBy} second={formatMoment(importedUtc ?? createdUtc)} />
    ),
  },
];

function totalOf(skipped: StatementSummary['skipped']): number {
  return Object.values(skipped).reduce((sum, count) => sum + count, 0);
}
