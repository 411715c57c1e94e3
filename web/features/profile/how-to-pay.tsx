import { useQuery } from '@tanstack/react-query';
import {
  bankDetailsTexts,
  copiedLabels,
  getInvoiceBankDetails,
  referenceLabel,
} from '#contract/bank-details.ts';
import { type Invoice, invoiceTexts } from '#contract/invoices.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import styles from './how-to-pay.module.css';

/** Where to pay by EFT, as it was frozen with the invoice; the reference stands even while the rest is not there. */
export function HowToPay({ invoice: { id, invoiceNumber } }: { invoice: Invoice }) {
  const details = useQuery({
    queryKey: ['invoices', id, 'bankDetails'],
    queryFn: ({ signal }) => call(getInvoiceBankDetails, { params: { id } }, { signal }),
    staleTime: Infinity,
  });
  const bank = (details.data ?? []).filter(({ label }) => label !== referenceLabel);
  const lines = [...bank, { label: referenceLabel, value: invoiceNumber }];
  return (
    <div className={styles.box}>
      <p>{invoiceTexts.payByEft}</p>
      <DefinitionList
        facts={lines.map(({ label, value }) => ({ label, value: copiable(label, value) }))}
      />
      {details.data && bank.length === 0 && <p>{bankDetailsTexts.none}</p>}
      <div role="status">{details.isError && <p>{bankDetailsTexts.failed}</p>}</div>
      {details.isError && (
        <Button busy={details.isFetching} onClick={() => void details.refetch()}>
          Try again
        </Button>
      )}
    </div>
  );

  function copiable(label: string, value: string) {
    if (!copiedLabels.includes(label)) return value;
    return (
      <>
        <span>{value}</span>
        <CopyButton value={value} what={`${label.toLowerCase()} ${value}`} />
      </>
    );
  }
}
