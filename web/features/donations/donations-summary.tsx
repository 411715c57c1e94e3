import { formatMonth } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import { type DonationSummary, summarizeDonations, summaryTexts } from '#contract/summaries.ts';
import { AmountFigures } from '#web/lists/summary/amount-figures.tsx';
import { FigureLink } from '#web/lists/summary/figures.tsx';
import { searchFor, SummaryState, useSummary } from '#web/lists/summary/summary-state.tsx';

export function DonationsSummary() {
  const summary = useSummary('donations', summarizeDonations, {});
  return (
    <SummaryState {...summary}>
      {({ months, pending }) => (
        <>
          <AmountFigures
            title={summaryTexts.receivedByMonth}
            labels={{ of: 'Month', count: 'Donations' }}
            rows={months.map(({ month, from, to, ...sum }) => ({
              ...sum,
              label: formatMonth(month),
              search: searchFor({ isReceived: 'received', receivedFrom: from, receivedTo: to }),
            }))}
          />
          <ReportedElsewhere months={months} />
          <p>
            {summaryTexts.pending}:{' '}
            <FigureLink
              of={summaryTexts.pending}
              count={pending.count}
              search="?isReceived=pending"
            >
              {`${formatRand(pending.amount)} (${pending.count})`}
            </FigureLink>
          </p>
        </>
      )}
    </SummaryState>
  );
}

/** Month End does not have it. */
function ReportedElsewhere({ months }: Pick<DonationSummary, 'months'>) {
  const parts = months.flatMap(({ month, elsewhere }) =>
    elsewhere === 0 ? [] : [`${formatMonth(month)} ${formatRand(elsewhere)}`],
  );
  return parts.length > 0 && <p>{`${summaryTexts.elsewhere}: ${parts.join(', ')}`}</p>;
}
