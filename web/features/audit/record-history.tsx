import { useState } from 'react';
import { auditTexts } from '#contract/audit.ts';
import { formatMoment } from '#contract/days.ts';
import { ListFailure } from '#web/ui/load-failure.tsx';
import { Button } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { EntryChanges } from './entry-changes.tsx';
import { EntrySentence } from './entry-sentence.tsx';
import styles from './record-history.module.css';
import { useHistory } from './use-history.ts';

interface Props {
  id: string;
  /** Whatever changes with the record, such as its tag: then an open history is asked for again. */
  version?: string | undefined;
}

/** What administrators changed of this record, the newest first; asked for when it is opened. */
export function RecordHistory(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.history} data-print="no">
      <Disclosure summary={auditTexts.history} open={isOpen} onToggle={setOpen}>
        {isOpen && <Entries {...props} />}
      </Disclosure>
    </section>
  );
}

function Entries({ id, version }: Props) {
  const { entries, failure, waiting, hasMore, more, again } = useHistory(id, version);
  if (failure !== undefined) return <ListFailure text={failure} busy={waiting} onRetry={again} />;
  if (entries === undefined) return <Spinner />;
  if (entries.length === 0) return <p>{auditTexts.nothingYet}</p>;
  return (
    <>
      <ol className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <p className={styles.moment}>{`${formatMoment(entry.at)} · ${entry.byName}`}</p>
            <p>
              <EntrySentence entry={entry} linked={false} />
            </p>
            <EntryChanges entry={entry} />
          </li>
        ))}
      </ol>
      {hasMore && (
        <Button busy={waiting} onClick={more}>
          Show more
        </Button>
      )}
    </>
  );
}
