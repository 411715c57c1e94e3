import { CircleAlert, CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { formatMoment } from '#contract/days.ts';
import {
  type Notification,
  notificationTexts,
  verdictNames,
  verdictWords,
} from '#contract/payments/notifications.ts';
import { RowButton } from '#web/lists/row-actions.tsx';
import { Button } from '#web/ui/button.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './card-notifications.module.css';

/** Every check, and the raw notification. */
export function ShowDetails({ notification }: { notification: Notification }) {
  const [isOpen, setOpen] = useState(false);
  // Focus starts at the verdict, not at the button below the checks.
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
          <div className={styles.details}>
            <Details notification={notification} top={top} />
          </div>
        </Dialog>
      )}
    </>
  );
}

interface DetailsProps {
  notification: Notification;
  top: RefObject<HTMLDivElement | null>;
}

function Details({ notification, top }: DetailsProps) {
  const { verdict, checks, receivedUtc, sourceAddress, recordId, body } = notification;
  return (
    <>
      <div ref={top} tabIndex={-1} className={styles.outcome}>
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

type Check = Notification['checks'][number];

const faces = {
  passed: { Icon: CircleCheck, word: 'Passed' },
  failed: { Icon: CircleX, word: 'Failed' },
  unknown: { Icon: CircleHelp, word: 'Open' },
} as const;

function Checks({ checks }: { checks: readonly Check[] }) {
  return (
    <ul aria-label="Checks" className={styles.checks}>
      {checks.map((check) => (
        <CheckLine key={check.name} check={check} />
      ))}
    </ul>
  );
}

function CheckLine({ check: { name, outcome, words } }: { check: Check }) {
  const { Icon, word } = faces[outcome];
  return (
    <li className={styles.check}>
      <Icon aria-hidden size={20} className={styles[outcome]} />
      <div>
        <p className={styles.strong}>
          <span className={styles.name}>{name}</span>: {word}
        </p>
        <p className={styles.words}>{words}</p>
      </div>
    </li>
  );
}

/** A credit needs an administrator's decision, so it has its own badge. */
export function Verdict({ notification }: { notification: Notification }) {
  const verdict = notification.verdict ?? 'waiting';
  return (
    <span className={styles.verdict}>
      {verdict === 'credit' && <CircleAlert aria-hidden size={20} className={styles.alarm} />}
      <StatusBadge status={verdictNames[verdict]} />
    </span>
  );
}

/** "notification of 20 Nov 2026, 14:05", for the accessible names of buttons. */
export function notificationName({ receivedUtc, providerId }: Notification): string {
  const number = providerId === '' ? '' : `, ${providerId}`;
  return `notification of ${formatMoment(receivedUtc)}${number}`;
}
