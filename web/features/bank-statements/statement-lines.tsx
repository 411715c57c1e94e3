import { useState } from 'react';
import { Link } from 'react-router';
import { formatDay } from '#contract/days.ts';
import type { InputOf } from '#contract/endpoint.ts';
import {
  type BankLine,
  downloadStatement,
  searchBankLines,
  type StatementDetails,
} from '#contract/bank-statements/endpoints.ts';
import { lineStates } from '#contract/bank-statements/layouts.ts';
import { bankTexts, bankWords as words } from '#contract/bank-statements/texts.ts';
import { formatRand } from '#contract/money.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Column, Filter, Load } from '#web/lists/list-shape.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './bank-statements.module.css';
import { RemoveStatement } from './remove-statement.tsx';
import { StatementFacts } from './statement-facts.tsx';

type Name = 'direction' | 'state' | 'from' | 'to';

const filters: readonly Filter<Name>[] = [
  {
    kind: 'segmented',
    name: 'direction',
    label: 'Direction',
    options: [
      { value: 'in', label: words.moneyIn },
      { value: 'out', label: words.moneyOut },
    ],
  },
  {
    kind: 'choice',
    name: 'state',
    label: words.state,
    options: lineStates.map((value) => ({ value, label: words.lineStates[value] })),
  },
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'To' },
];

const texts = { failed: bankTexts.linesFailed, error: bankTexts.linesError };

/** The lines that a statement brought. */
export function StatementLines({ details }: { details: StatementDetails }) {
  const { id, fileName } = details;
  const [load] = useState(() => linesOf(id));
  return (
    <AdminList
      title={fileName}
      searchHint="Text, reference"
      cacheKey={`bankLines ${id}`}
      load={load}
      texts={texts}
      columns={lineColumns}
      filters={filters}
      defaultSort={{ by: 'Day', descending: false }}
      nameOf={({ day, text }) => `${formatDay(day)}, ${text}`}
      tools={toolsFor(details)}
      notices={
        <Card className={styles.card}>
          <StatementFacts details={details} />
        </Card>
      }
    />
  );
}

function toolsFor(details: StatementDetails) {
  return () => <StatementTools details={details} />;
}

function StatementTools({ details }: { details: StatementDetails }) {
  const { id, newLines, usedLines } = details;
  const openLines = newLines - usedLines;
  return (
    <>
      {openLines > 0 && (
        <ButtonLink kind="primary" needs="money.write" to={paths.bankMatching({ statementId: id })}>
          {words.matchLines(openLines)}
        </ButtonLink>
      )}
      {details.hasFile && <DownloadFile details={details} />}
      <RemoveStatement details={details} />
    </>
  );
}

function DownloadFile({ details: { id, fileName } }: { details: StatementDetails }) {
  const notify = useNotify();
  const { send, busy } = useCall(downloadStatement);

  async function download() {
    const outcome = await send({ params: { id } });
    if (outcome.ok) saveFile(outcome.data, fileName);
    else if (outcome.error) notify.failure(outcome.error.message);
  }

  return (
    <Button busy={busy} onClick={() => void download()}>
      {words.downloadFile}
    </Button>
  );
}

function linesOf(id: string): Load<BankLine, Name> {
  type Body = InputOf<typeof searchBankLines>['body'];
  return (body, signal) => call(searchBankLines, { params: { id }, body: body as Body, signal });
}

const lineColumns: readonly Column<BankLine>[] = [
  { header: words.day, sortBy: 'Day', cell: ({ day }) => formatDay(day) },
  {
    header: words.text,
    sortBy: 'Text',
    card: 'title',
    cell: ({ text }) => <span className={styles.text}>{text}</span>,
  },
  {
    header: words.moneyIn,
    sortBy: 'Amount',
    align: 'end',
    cell: ({ moneyIn }) => moneyIn !== null && formatRand(moneyIn),
  },
  {
    header: words.moneyOut,
    sortBy: 'MoneyOut',
    align: 'end',
    cell: ({ moneyOut }) => moneyOut !== null && formatRand(moneyOut),
  },
  {
    header: words.state,
    sortBy: 'State',
    card: 'badge',
    cell: ({ id, state }) => (
      <Link to={paths.bankLine(id)}>
        <StatusBadge status={words.lineStates[state]} />
      </Link>
    ),
  },
];
