import { invoiceTexts } from '#contract/invoices.ts';
import { Card } from '#web/ui/card.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { LoadFailure } from './load-failure.tsx';
import { OwnInvoice } from './own-invoice.tsx';
import styles from './own-invoices.module.css';
import { useOwnInvoices } from './use-own-invoices.ts';

/** Where "How to pay" leads to. */
export const ownInvoicesId = 'invoices';

export function OwnInvoices({ memberId }: { memberId: string }) {
  return (
    <div id={ownInvoicesId} tabIndex={-1} className={styles.place}>
      <Card title="Invoices">
        <InvoiceList memberId={memberId} />
      </Card>
    </div>
  );
}

function InvoiceList({ memberId }: { memberId: string }) {
  const invoices = useOwnInvoices(memberId);
  if (invoices.data === undefined) {
    if (invoices.isError) return <LoadFailure query={invoices} />;
    return <Spinner label="Loading invoices…" />;
  }
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
