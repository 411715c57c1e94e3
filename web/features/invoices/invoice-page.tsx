import { useEffect, useState } from 'react';
import { RecordHistory } from '#web/features/audit/record-history.tsx';
import { RecordPage } from '#web/forms/record-page.tsx';
import type { ReadAgain } from '#web/forms/use-record-form.ts';
import { useParams } from '#web/app/router/use-router.ts';
import layout from '#web/forms/form-layout.module.css';
import { whyFixed } from './invoice-permissions.ts';
import { InvoiceFacts } from './invoice-facts.tsx';
import { InvoiceForm } from './invoice-form.tsx';
import { InvoiceStanding } from './invoice-status-card.tsx';
import { useInvoice, type Version } from './use-invoice.ts';

/** One invoice: where it stands and what can be done to it; a form until somebody has seen it. */
export function InvoicePage() {
  const { id = '' } = useParams();
  const asked = useInvoice(id);
  return (
    <RecordPage
      asked={asked}
      title={asked.data ? `Invoice ${asked.data.invoice.invoiceNumber}` : 'Invoice'}
    >
      {(version, readAgain) => (
        <>
          <OneInvoice key={id} version={version} readAgain={readAgain} />
          <RecordHistory id={id} version={standingOf(version)} />
        </>
      )}
    </RecordPage>
  );
}

interface Props {
  version: Version;
  readAgain: ReadAgain;
}

function OneInvoice({ version, readAgain }: Props) {
  const { invoice } = version;
  const [isChanged, setIsChanged] = useState(false);
  const standing = standingOf(version);
  useEffect(() => {
    // The button that had the focus is gone with what it did.
    if (document.activeElement === document.body) document.querySelector('h1')?.focus();
  }, [standing]);
  const why = whyFixed(invoice);
  return (
    <div className={layout.form}>
      <InvoiceStanding invoice={invoice} isChanged={isChanged} readAgain={readAgain} />
      {why === null ? (
        <InvoiceForm version={version} readAgain={readAgain} onChanged={setIsChanged} />
      ) : (
        <InvoiceFacts invoice={invoice} why={why} />
      )}
    </div>
  );
}

/** Changes with all that may be done to it, and with what of it can be typed. */
function standingOf({ invoice: { state, sentUtc }, etag }: Version): string {
  return [etag, state, sentUtc].join(' ');
}
