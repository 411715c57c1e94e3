import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { ListFailure } from '#web/admin-list/rows/list-failure.tsx';
import { asApiError } from '#web/api/api-error.ts';
import { PageTitle } from '#web/layouts/page-title.tsx';
import { RecordHistory } from '#web/record-history/record-history.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { whyFixed } from '../standing.ts';
import { InvoiceFacts } from './invoice-facts.tsx';
import { InvoiceForm } from './invoice-form.tsx';
import styles from './invoice-page.module.css';
import { InvoiceStanding } from './invoice-standing.tsx';
import { useInvoice, type Version } from './use-invoice.ts';

/** One invoice: where it stands and what can be done to it; a form until somebody has seen it. */
export function InvoicePage() {
  const { id = '' } = useParams();
  const { data, error, isFetching, refetch } = useInvoice(id);
  async function readAgain() {
    const { error: failure } = await refetch();
    return failure && asApiError(failure).message;
  }
  return (
    <>
      <PageTitle>{data ? `Invoice ${data.invoice.invoiceNumber}` : 'Invoice'}</PageTitle>
      {!data && error && (
        <ListFailure
          text={asApiError(error).message}
          busy={isFetching}
          onRetry={() => void readAgain()}
        />
      )}
      {!data && !error && <Spinner />}
      {data && <OneInvoice key={id} version={data} readAgain={readAgain} />}
      {data && <RecordHistory id={id} version={standingOf(data)} />}
    </>
  );
}

interface Props {
  version: Version;
  readAgain: () => Promise<string | null>;
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
    <div className={styles.invoice}>
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
