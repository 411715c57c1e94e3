import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { checkBooks, failuresOf } from '#contract/books/endpoints.ts';
import { type Day, formatMonth } from '#contract/days.ts';
import { closeMonth, getFigures, type MonthState } from '#contract/month-end/endpoints.ts';
import { type OpenItem, openItemInWords } from '#contract/month-end/open-items.ts';
import { brokenProofs } from '#contract/month-end/broken-proofs.ts';
import { lastDayOf } from '#contract/month-end/periods.ts';
import { monthEndTexts as texts } from '#contract/month-end/texts.ts';
import { asApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { figuresKey, monthEndKey } from './month-end-key.ts';
import { Warnings } from './period-figures.tsx';
import styles from './month-end.module.css';

interface Props {
  months: readonly MonthState[];
  /** The last month to close, at first. */
  last: string;
  onClose: () => void;
  onClosed: (month: string) => void;
}

/** Checks the books first, says what closing means, and closes up to the chosen month. */
export function CloseDialog({ months, last, onClose, onClosed }: Props) {
  const client = useQueryClient();
  const notify = useNotify();
  const { send, busy, error } = useCall(closeMonth);
  const [month, setMonth] = useState(last);
  const [isDespite, setDespite] = useState(false);
  const check = useQuery({
    queryKey: ['books', 'before closing'],
    queryFn: () => call(checkBooks, {}),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const overs = months.filter(({ state }) => state === 'open').toReversed();
  const closing = overs.map((one) => one.month).filter((one) => one <= month);
  const figures = useQueries({
    queries: closing.map((period) => ({
      queryKey: [...figuresKey, period],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(getFigures, { params: { period }, signal }),
    })),
    combine: (queries) => queries.flatMap(({ data }) => data ?? []),
  });
  const [first = month] = closing;
  const stillOpen = figures.find(({ period }) => period === month)?.stillOpen;
  const checks = failuresOf(check.data?.last?.results ?? []).map(({ name }) => name);
  const proofs = figures.flatMap(({ sections }) => brokenProofs(sections));
  const differs = checks.length + proofs.length > 0;

  async function close() {
    const outcome = await send({ body: { month, despiteFailures: isDespite } });
    if (!outcome.ok) {
      // Of several months the first may be closed, and the books may have changed.
      await client.invalidateQueries({ queryKey: monthEndKey });
      if (!differs) await check.refetch();
      return;
    }
    client.setQueryData(monthEndKey, outcome.data);
    notify.success(texts.closedNow(first, month));
    onClosed(month);
    await client.invalidateQueries({ queryKey: monthEndKey });
  }

  return (
    <Dialog
      title={`${texts.closeAll(first, month)}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>No, cancel</Button>
          <Button kind="primary" busy={busy || check.isFetching} onClick={() => void close()}>
            {texts.closeAll(first, month)}
          </Button>
        </>
      }
    >
      {overs.length > 1 && (
        <SelectField
          label="Close all months up to and including"
          options={overs.map((one) => ({ value: one.month, label: formatMonth(one.month) }))}
          value={month}
          onChange={(event) => setMonth(event.target.value)}
        />
      )}
      <ul className={styles.means}>
        {texts.closeMeans.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <output className={styles.check}>
        {check.isFetching && texts.checking}
        {check.data !== undefined && !differs && texts.agree}
        {differs && texts.booksDiffer({ checks, proofs })}
      </output>
      <Warnings warnings={figures.flatMap(({ warnings }) => warnings)} />
      {stillOpen !== undefined && <StillOpen items={stillOpen} last={lastDayOf(month)} />}
      {differs && (
        <CheckboxField
          label={texts.despite}
          checked={isDespite}
          onChange={(event) => setDespite(event.target.checked)}
        />
      )}
      <FormProblem
        message={error?.message ?? (check.isError ? asApiError(check.error).message : null)}
      />
    </Dialog>
  );
}

const pageOf: Readonly<Record<OpenItem['kind'], (last: Day) => string>> = {
  moneyIn: (last) => paths.bankMatching({ direction: 'in', to: last }),
  moneyOut: (last) => paths.bankMatching({ direction: 'out', to: last }),
  credits: paths.credits,
  returned: paths.credits,
  cardMessages: paths.waitingNotifications,
  proofs: paths.proofs,
};

/** What can be dealt with before the month is closed. It does not prevent closing. */
function StillOpen({ items, last }: { items: readonly OpenItem[]; last: Day }) {
  if (items.length === 0) return <p>{texts.nothingOpen(last)}</p>;
  return (
    <>
      <p>{texts.stillOpen(last)}</p>
      <ul className={styles.means} aria-label="Still open">
        {items.map((item) => (
          <li key={item.kind}>
            <Link to={pageOf[item.kind](last)}>{openItemInWords(item)}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}
