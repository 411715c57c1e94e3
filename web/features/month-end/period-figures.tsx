import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import type { MovementFilter } from '#contract/month-end/cash-book.ts';
import { formatAmount, formatFigure } from '#contract/month-end/format-figure.ts';
import {
  type FigureLine,
  type FigureSection,
  type FigureTable,
  getFigures,
} from '#contract/month-end/endpoints.ts';
import { cashBookTexts } from '#contract/month-end/cash-book-texts.ts';
import { monthEndTexts as texts } from '#contract/month-end/texts.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { classNames } from '#web/ui/class-names.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Warning } from '#web/ui/warning.tsx';
import { figuresKey } from './month-end-key.ts';
import { Plots } from './plots/plots.tsx';
import styles from './month-end.module.css';

/** What the books say of the period. The PDF and the spreadsheet say the same. */
export function PeriodFigures({ period }: { period: string }) {
  const id = useId();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [...figuresKey, period],
    queryFn: ({ signal }) => call(getFigures, { params: { period }, signal }),
    refetchOnMount: 'always',
  });
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={texts.figuresFailed} busy={isFetching} onRetry={() => void refetch()} />
    ) : (
      <Spinner />
    );
  }
  return (
    <section aria-labelledby={id} className={styles.figures}>
      <h2 id={id} className={styles.title}>
        {data.title}
      </h2>
      <p className={data.isClosed ? styles.closed : styles.notClosed}>
        {data.isClosed ? texts.closed : texts.notClosed}
      </p>
      <Warnings warnings={data.warnings} />
      <Plots period={period} />
      {data.sections.map((section) => (
        <Section key={section.title} period={period} section={section} />
      ))}
    </section>
  );
}

/** What is not complete. A month can be closed all the same. */
export function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Warning>
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
    </Warning>
  );
}

interface SectionProps {
  period: string;
  section: FigureSection;
}

function Section({ period, section: { title, note, table, lines } }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h3 id={id} className={styles.subtitle}>
        {title}
      </h3>
      {note !== '' && <p className={styles.muted}>{note}</p>}
      {table && <AmountTable period={period} table={table} labelledBy={id} />}
      {lines.length > 0 && (
        <table className={styles.table} aria-labelledby={id}>
          <tbody>
            {lines.map((line, place) => (
              // Two methods of two types have the same label.
              // oxlint-disable-next-line react/no-array-index-key -- the lines are never reordered
              <Line key={place} period={period} line={line} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

interface AmountTableProps {
  period: string;
  table: FigureTable;
  labelledBy: string;
}

/** On a phone it scrolls in its place. */
function AmountTable({ period, table, labelledBy }: AmountTableProps) {
  const { unit, columns, rows } = table;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
    <div className={styles.scroll} role="group" aria-labelledby={labelledBy} tabIndex={0}>
      <table className={classNames(styles.table, styles.amounts)} aria-labelledby={labelledBy}>
        <thead>
          <tr>
            <th scope="col">{texts.line}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, amounts, style, movements }) => (
            <tr key={label} className={classNames(styles.line, styles[style])}>
              <th scope="row">{label}</th>
              {amounts.map((amount, place) => (
                <td key={columns[place]}>
                  <Figure
                    period={period}
                    label={label}
                    figure={formatAmount(unit, amount)}
                    movements={place === 0 && amount !== 0 ? movements : undefined}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface FigureProps {
  period: string;
  label: string;
  figure: string;
  movements: MovementFilter | undefined;
}

/** Leads to what it is made of. */
function Figure({ period, label, figure, movements }: FigureProps) {
  if (movements === undefined) return figure;
  return (
    <Link
      to={cashBookOf(period, movements)}
      aria-label={`${figure}, ${cashBookTexts.movements(label)}`}
    >
      {figure}
    </Link>
  );
}

function Line({ period, line }: { period: string; line: FigureLine }) {
  const { label, detail, amount, style, movements } = line;
  const figure = amount === null ? '' : formatFigure(amount);
  return (
    <tr className={classNames(styles.line, styles[style])}>
      <th scope="row">
        {label}
        {detail !== '' && <span className={styles.detail}> {detail}</span>}
      </th>
      <td>
        <Figure
          period={period}
          label={label}
          figure={figure}
          movements={amount === 0 ? undefined : movements}
        />
      </td>
    </tr>
  );
}

/** The address of the list that shows what a figure is made of. */
function cashBookOf(period: string, { isLate, ...filters }: MovementFilter): string {
  const given = {
    period,
    ...filters,
    ...(isLate !== undefined && { isLate: isLate ? 'yes' : 'no' }),
  };
  const { account, ...others } = given;
  const query = new URLSearchParams(account === 'money' ? others : given);
  return paths.cashBook(`?${query.toString()}`);
}
