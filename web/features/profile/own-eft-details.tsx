import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import {
  bankDetailsTexts,
  getInvoiceBankDetails,
  referenceLabel,
} from '#contract/invoices/bank-details.ts';
import { type Invoice, invoiceTexts } from '#contract/invoices/endpoints.ts';
import { proofTexts } from '#contract/proofs/endpoints.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { EftDetailsList } from '#web/features/payments/eft-details.tsx';
import { Button } from '#web/ui/button.tsx';
import styles from './own-invoices.module.css';

/** How to pay an own invoice by bank transfer, and where the proof of it is sent. */
export function OwnEftDetails({ invoice }: { invoice: Invoice }) {
  const { id, paymentReference, balance } = invoice;
  const details = useQuery({
    queryKey: ['invoices', id, 'bankDetails'],
    queryFn: ({ signal }) => call(getInvoiceBankDetails, { params: { id }, signal }),
    staleTime: Infinity,
  });
  const bankDetails = details.data?.filter(({ label }) => label !== referenceLabel) ?? null;
  return (
    <div className={styles.box}>
      <p>{invoiceTexts.payByEft}</p>
      {/* The reference is shown even if the bank details are missing. */}
      <EftDetailsList amount={balance} reference={paymentReference} bankDetails={bankDetails} />
      <div role="status">{details.isError && <p>{bankDetailsTexts.failed}</p>}</div>
      {details.isError && (
        <Button busy={details.isFetching} onClick={() => void details.refetch()}>
          Try again
        </Button>
      )}
      <Link to={paths.proofOfPayment(id)}>{proofTexts.fromProfile}</Link>
    </div>
  );
}
