import { useRef, useState } from 'react';
import { formatMoment } from '#contract/days.ts';
import { type Notification, notificationTexts, verdictWords } from '#contract/notifications.ts';
import { RowButton } from '#web/lists/row-actions.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import styles from './card-notifications.module.css';
import { Checks } from './checks.tsx';
import { notificationName } from './notification-name.ts';
import { Verdict } from './verdict.tsx';

/** Every check, and what came over the wire to the letter. */
export function ShowDetails({ notification }: { notification: Notification }) {
  const [isOpen, setOpen] = useState(false);
  // The reading begins at the verdict, not at the button below the checks.
  const top = useRef<HTMLDivElement>(null);
  return (
    <>
      <RowButton
        name={notificationName(notification)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Details
      </RowButton>
      {isOpen && (
        <Dialog
          title="Card notification"
          startAt={top}
          onClose={() => setOpen(false)}
          actions={<Button onClick={() => setOpen(false)}>Close</Button>}
        >
          <div ref={top} tabIndex={-1} className={styles.details}>
            <Details notification={notification} />
          </div>
        </Dialog>
      )}
    </>
  );
}

function Details({ notification }: { notification: Notification }) {
  const { verdict, checks, receivedUtc, sourceAddress, recordId, body } = notification;
  return (
    <>
      <div className={styles.outcome}>
        <Verdict notification={notification} />
        <p>{verdictWords[verdict ?? 'waiting']}</p>
      </div>
      {checks.length > 0 ? <Checks checks={checks} /> : <p>{notificationTexts.noChecks}</p>}
      <DefinitionList
        facts={[
          { label: 'Received', value: formatMoment(receivedUtc) },
          { label: 'From address', value: sourceAddress },
          { label: 'Our id', value: recordId || 'None' },
        ]}
      />
      <Disclosure summary="What was sent">
        <pre className={styles.body}>{body}</pre>
      </Disclosure>
    </>
  );
}
