import { owedAccount } from '#contract/month-end/cash-book.ts';
import { formatRand } from '#contract/money.ts';
import { invoiceAgeNames, summarizeInvoices, summaryTexts } from '#contract/summaries.ts';
import { paths } from '#web/app/paths.ts';
import { AmountFigures } from '#web/lists/summary/amount-figures.tsx';
import { FigureLink } from '#web/lists/summary/figures.tsx';
import { searchFor, SummaryState, useSummary } from '#web/lists/summary/summary-state.tsx';

export function InvoicesSummary() {
  const summary = useSummary('invoices', summarizeInvoices, {});
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
            {summaryTexts.paidIn(paid.title)}:{' '}
            <FigureLink
              of={summaryTexts.paidIn(paid.title)}
              count={paid.count}
              to={paths.cashBook(`?period=${paid.period}&account=${owedAccount}&what=payments`)}
            >
              {formatRand(paid.amount)}
            </FigureLink>
          </p>
        </>
      )}
    </SummaryState>
  );
}
