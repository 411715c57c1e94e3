import { useState } from 'react';
import { auditTexts } from '#contract/audit/texts.ts';
import { codeLater } from '#web/app/router/code-later.ts';
import { useMay } from '#web/session/use-may.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { LoadLater } from '#web/ui/load-later.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { RecordHistoryProps } from './record-history-entries.tsx';
import styles from './record-history.module.css';

/** The changes of this record. Their code and data are loaded when it is opened. */
export function RecordHistory(props: RecordHistoryProps) {
  const [isOpen, setOpen] = useState(false);
  if (!useMay()('audit')) return null;
  return (
    <section className={styles.history} data-print="no">
      <Disclosure summary={auditTexts.history} open={isOpen} onToggle={setOpen}>
        {isOpen && (
          <LoadLater code={entries} waiting={<Spinner />} failure={LoadFailure}>
            {(Entries) => <Entries {...props} />}
          </LoadLater>
        )}
      </Disclosure>
    </section>
  );
}

const entries = codeLater(
  async () => (await import('./record-history-entries.tsx')).RecordHistoryEntries,
);
