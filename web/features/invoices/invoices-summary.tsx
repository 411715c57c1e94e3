import { formatRand } from '#contract/money.ts';
import { invoiceAgeNames, summarizeInvoices, summaryTexts } from '#contract/summaries.ts';
import { AmountFigures } from '#web/lists/summary/amount-figures.tsx';
import { FigureLink } from '#web/lists/summary/figures.tsx';
import { searchFor, SummaryState, useSummary } from '#web/lists/summary/summary-state.tsx';

export function InvoicesSummary() {
  const summary = useSummary('invoices', summarizeInvoices);
  return (
    <SummaryState {...summary}>
      {({ unpaid, paid }) => (
        <>
          <AmountFigures
            title={summaryTexts.unpaidByAge}
            labels={{ of: 'Age', count: 'Invoices' }}
            rows={unpaid.map(({ age, from, to, ...sum }) => ({
              ...sum,
              label: invoiceAgeNames[age],
              search: searchFor({ isPaid: 'unpaid', createdFrom: from, createdTo: to }),
            }))}
          />
          <p>
            {summaryTexts.paidIn(paid.year)}:{' '}
            <FigureLink
              of={summaryTexts.paidIn(paid.year)}
              count={paid.count}
              search={searchFor({ isPaid: 'paid', paidFrom: paid.from, paidTo: paid.to })}
            >
              {`${formatRand(paid.amount)} (${paid.count})`}
            </FigureLink>
          </p>
        </>
      )}
    </SummaryState>
  );
}
