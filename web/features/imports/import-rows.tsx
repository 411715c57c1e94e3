import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  type Fate,
  fates,
  type ImportDetails,
  type ImportRow,
  importRowsShown,
  searchImportRows,
} from '#contract/imports/endpoints.ts';
import { fateNames } from '#contract/imports/fate-names.ts';
import { importTexts, importWords as words } from '#contract/imports/texts.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './imports.module.css';
import { recordPath } from './record-path.ts';

/** Each row of the file with what happens to it, a page at a time. */
export function ImportRows({ details }: { details: ImportDetails }) {
  const { id, state, counts } = details;
  const names = fateNames(state);
  const [fate, setFate] = useState<Fate | ''>(
    (['problem', 'waiting'] as const).find((one) => counts[one] > 0) ?? '',
  );
  const [page, setPage] = useState(1);
  const body = { fate: fate || null, page };
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['imports', id, 'rows', state, details.total, counts, body],
    queryFn: ({ signal }) => call(searchImportRows, { params: { id }, body, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Card title={words.rows} className={styles.card}>
      <SelectField
        label={words.show}
        value={fate}
        placeholder={words.allRows}
        options={fates.map((one) => ({ value: one, label: `${names[one]} (${counts[one]})` }))}
        onChange={({ target }) => {
          setFate(target.value as Fate | '');
          setPage(1);
        }}
      />
      {isError && data === undefined && (
        <LoadFailure text={importTexts.failed} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data?.results.length === 0 && <p>{words.noRows}</p>}
      {data !== undefined && data.results.length > 0 && (
        <>
          <ul aria-busy={isFetching} className={styles.list}>
            {data.results.map((row) => (
              <li key={row.row} className={styles.item}>
                <RowLine row={row} details={details} name={names[row.fate]} />
              </li>
            ))}
          </ul>
          <Paging page={page} total={data.totalCount} onPage={setPage} />
        </>
      )}
    </Card>
  );
}

const mostCells = 6;

function RowLine({ row, details, name }: { row: ImportRow; details: ImportDetails; name: string }) {
  const { kind, mapping, state } = details;
  const imported = row.cells.filter((cell, place) => cell !== '' && mapping.columns[place] != null);
  const path = state === 'undone' ? null : recordPath(kind, row.recordId);
  return (
    <>
      <span className={styles.line}>
        <strong>{words.row(row.row)}</strong>
        <StatusBadge status={name} />
      </span>
      <span className={styles.small}>{imported.slice(0, mostCells).join(' · ')}</span>
      {row.sentence !== '' && <span className={styles.sentence}>{row.sentence}</span>}
      {path !== null && (
        <Link to={path}>
          {words.openRecord}
          <span className="visually-hidden"> {words.row(row.row)}</span>
        </Link>
      )}
    </>
  );
}

interface PagingProps {
  page: number;
  total: number;
  onPage: (page: number) => void;
}

function Paging({ page, total, onPage }: PagingProps) {
  if (total <= importRowsShown) return null;
  const from = (page - 1) * importRowsShown + 1;
  const to = Math.min(page * importRowsShown, total);
  return (
    <div className={styles.actions}>
      <Button off={page === 1} onClick={() => onPage(page - 1)}>
        {words.earlier}
      </Button>
      <output>{words.range(from, to, total)}</output>
      <Button off={to >= total} onClick={() => onPage(page + 1)}>
        {words.later}
      </Button>
    </div>
  );
}
