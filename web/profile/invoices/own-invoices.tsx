import { useQuery } from '@tanstack/react-query';
import { invoiceTexts, searchInvoices } from '#contract/invoices.ts';
import { largestPageSize } from '#contract/limits.ts';
import { call } from '#web/api/call.ts';
import { Card } from '#web/ui/card.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { OwnInvoice } from './own-invoice.tsx';
import styles from './own-invoices.module.css';

export function OwnInvoices({ memberId }: { memberId: string }) {
  return (
    <Card title="Invoices">
      <InvoiceList memberId={memberId} />
    </Card>
  );
}

function InvoiceList({ memberId }: { memberId: string }) {
  const body = { memberId, pageSize: largestPageSize };
  const invoices = useQuery({
    queryKey: ['profile', memberId, 'invoices'],
    queryFn: ({ signal }) => call(searchInvoices, { body }, { signal }),
  });
  if (invoices.isError) return <LoadFailure query={invoices} />;
  if (invoices.data === undefined) return <Spinner label="Loading invoices…" />;
  const { results } = invoices.data;
  if (results.length === 0) return <p className={styles.none}>{invoiceTexts.noneOwn}</p>;
  return (
    <ul className={styles.list}>
      {results.map((invoice) => (
        <OwnInvoice key={invoice.id} invoice={invoice} />
      ))}
    </ul>
  );
}
