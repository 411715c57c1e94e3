import { useState } from 'react';
import { auditTexts } from '#contract/audit/texts.ts';
import { asApiError } from '#web/api/api-error.ts';
import { codeLater, useCodeLater } from '#web/app/router/code-later.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { RecordHistoryProps } from './record-history-entries.tsx';
import styles from './record-history.module.css';

/** The changes of this record. Their code and data are loaded when it is opened. */
export function RecordHistory(props: RecordHistoryProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.history} data-print="no">
      <Disclosure summary={auditTexts.history} open={isOpen} onToggle={setOpen}>
        {isOpen && <EntriesLater {...props} />}
      </Disclosure>
    </section>
  );
}

const entries = codeLater(
  async () => (await import('./record-history-entries.tsx')).RecordHistoryEntries,
);

function EntriesLater(props: RecordHistoryProps) {
  const { code: Entries, error, isFetching, refetch } = useCodeLater(entries);
  if (Entries) return <Entries {...props} />;
  if (error === null) return <Spinner />;
  const { message } = asApiError(error);
  return <LoadFailure text={message} busy={isFetching} onRetry={() => void refetch()} />;
}
