import { CircleX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { paymentTexts } from '#contract/payments/endpoints.ts';
import { findRecord, type PaymentRecord } from './find-record.ts';
import { Outcome, RecordFacts, ToLogin, TryAgain } from './payment-outcome.tsx';
import { type PaymentOfAddress, usePaymentOfAddress } from './payment-of-address.ts';

/** Where the provider sends users who cancelled. Changes nothing. product-rules 7.9, 18.15. */
export function CancelledPage() {
  const payment = usePaymentOfAddress();
  const record = useRecord(payment);
  return (
    <Outcome
      icon={CircleX}
      title={paymentTexts.cancelled}
      facts={<RecordFacts record={record} />}
      actions={
        <>
          <TryAgain payment={payment} record={record} />
          <ToLogin />
        </>
      }
    >
      <p>{sentenceOf(record)}</p>
    </Outcome>
  );
}

function sentenceOf(record: PaymentRecord | null): string {
  if (record?.state === 'paid') return paymentTexts.settled;
  return record?.state === 'writtenOff' ? paymentTexts.isWrittenOff : paymentTexts.notPaid;
}

/** Null while loading and after a failure: the page works without it. */
function useRecord({ kind, id }: PaymentOfAddress): PaymentRecord | null {
  const [record, setRecord] = useState<PaymentRecord | null>(null);
  useEffect(() => {
    if (kind === null || id === null) return undefined;
    const stop = new AbortController();
    findRecord(kind, id, stop.signal).then(setRecord, () => undefined);
    return () => stop.abort();
  }, [kind, id]);
  return record;
}
