import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formatMoment, formatMonth } from '#contract/days.ts';
import { getMonthEnd, type MonthEnd, type MonthState } from '#contract/month-end/endpoints.ts';
import { formatPeriod } from '#contract/month-end/periods.ts';
import { monthEndTexts as texts } from '#contract/month-end/texts.ts';
import { call } from '#web/api/call.ts';
import { useSearchParams } from '#web/app/router/use-router.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { CashCount } from './cash-count.tsx';
import { CashCounts } from './cash-counts.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { Downloads } from './downloads.tsx';
import { OpeningBalances } from './opening-balances.tsx';
import { PeriodFigures } from './period-figures.tsx';
import { ReopenDialog } from './reopen-dialog.tsx';
import { SettingsDialog } from './settings-dialog.tsx';
import { monthEndKey } from './month-end-key.ts';
import styles from './month-end.module.css';

/** The figures of each month, and closing it. product-rules 24. */
export function MonthEndPage() {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: monthEndKey,
    queryFn: ({ signal }) => call(getMonthEnd, { signal }),
    refetchOnMount: 'always',
  });
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      <p className={styles.intro}>{texts.intro}</p>
      {data === undefined && !isError && <Spinner />}
      {data === undefined && isError && (
        <LoadFailure text={texts.failed} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data?.months.length === 0 && (
        <>
          <p>{texts.noBookings}</p>
          <OpeningBalances openings={data.openingBalances} lastClosed={data.toReopen} />
        </>
      )}
      {data !== undefined && data.months.length > 0 && <Months monthEnd={data} />}
    </>
  );
}

type OpenDialog = 'close' | 'reopen' | 'settings';

function Months({ monthEnd }: { monthEnd: MonthEnd }) {
  const { months, years, toClose, toReopen, settings, openingBalances } = monthEnd;
  const address = useSearchParams();
  const navigate = useNavigate();
  // The other tabs show the same month.
  const asked = address.get('period');
  const setChosen = (value: string) =>
    void navigate({ search: `?period=${value}` }, { replace: true, preventScrollReset: true });
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const isKnown = months.some(({ month }) => month === asked) || years.includes(asked ?? '');
  const period = (isKnown ? asked : null) ?? toClose ?? months[0]?.month ?? '';
  // An open month that is shown can be closed with those before it.
  const last = months.some(({ month, state }) => month === period && state === 'open')
    ? period
    : toClose;
  const closeDialog = () => setDialog(null);
  const options = [
    ...months.map(({ month, state }) => ({
      value: month,
      label: `${formatMonth(month)}, ${states[state].toLowerCase()}`,
    })),
    ...years.map((year) => ({ value: year, label: formatPeriod(year, settings.yearEndMonth) })),
  ];
  return (
    <>
      <div className={styles.choice} data-print="no">
        <SelectField
          label="Month or financial year"
          options={options}
          value={period}
          onChange={(event) => setChosen(event.target.value)}
        />
        <Downloads period={period} />
      </div>
      <div className={styles.actions} data-print="no">
        {toClose === null || last === null ? (
          <p>{texts.nothingToClose}</p>
        ) : (
          <Button kind="primary" needs="books.close" onClick={() => setDialog('close')}>
            {last === toClose ? texts.close(toClose) : texts.closeUpTo(last)}
          </Button>
        )}
        {toReopen !== null && (
          <Button needs="books.close" onClick={() => setDialog('reopen')}>
            {texts.reopen(toReopen)}
          </Button>
        )}
        <Button needs="books.close" onClick={() => setDialog('settings')}>
          {texts.settings}
        </Button>
        <OpeningBalances openings={openingBalances} lastClosed={toReopen} />
        <CashCount />
      </div>
      <Disclosure summary={`Months (${months.length})`}>
        <MonthTable months={months} />
      </Disclosure>
      <CashCounts />
      <PeriodFigures period={period} />
      {dialog === 'close' && last !== null && (
        <CloseDialog
          months={months}
          last={last}
          onClose={closeDialog}
          onClosed={(month) => {
            setChosen(month);
            closeDialog();
          }}
        />
      )}
      {dialog === 'reopen' && toReopen !== null && (
        <ReopenDialog month={toReopen} onClose={closeDialog} />
      )}
      {dialog === 'settings' && <SettingsDialog settings={settings} onClose={closeDialog} />}
    </>
  );
}

const states = { closed: 'Closed', open: 'Open', running: 'Not over' } as const;

function MonthTable({ months }: { months: readonly MonthState[] }) {
  return (
    <Card>
      <ul className={styles.months} aria-label="Months">
        {months.map(({ month, state, closedUtc, closedBy }) => (
          <li key={month} className={styles.month}>
            <strong>{formatMonth(month)}</strong>
            <StatusBadge status={states[state]} />
            {closedUtc !== null && (
              <span className={styles.muted}>
                {formatMoment(closedUtc)} by {closedBy}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
