import { type ReactNode, useRef, useState } from 'react';
import {
  type LoggedMail,
  mailLogTexts,
  mailOutcomeNames,
  readMail,
  type ReadableMail,
} from '#contract/communication/mail-log.ts';
import { formatInstant, formatMoment } from '#contract/days.ts';
import { storyTexts } from '#contract/members/story.ts';
import { useCall } from '#web/api/use-call.ts';
import { SideList, SideRow } from '#web/forms/record-layout.tsx';
import { useMay } from '#web/session/use-may.ts';
import { Button } from '#web/ui/button.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import styles from './read-mail.module.css';

/** Opens a mail in a dialog, which the caller shows. */
export function useReadMail(onRefused: (message: string | null) => void) {
  const { send, busy } = useCall(readMail);
  const [mail, setMail] = useState<ReadableMail | null>(null);

  async function read({ id }: Pick<LoggedMail, 'id'>) {
    onRefused(null);
    const outcome = await send({ params: { id } });
    if (outcome.ok) setMail(outcome.data);
    else if (outcome.error) onRefused(outcome.error.message);
  }

  const dialog = mail && <MailDialog mail={mail} onClose={() => setMail(null)} />;
  return { read, busy, dialog };
}

/** The latest mails of a record, each of which can be read. */
export function MailList({
  mails,
  none = storyTexts.noMails,
  children,
}: {
  mails: readonly LoggedMail[];
  /** Said without any. */
  none?: string;
  children?: ReactNode;
}) {
  const notify = useNotify();
  const { read, busy, dialog } = useReadMail((message) => message && notify.failure(message));
  const hidden = !useMay()('money.read') && <p>{mailLogTexts.withoutMoney}</p>;
  if (mails.length === 0) return hidden || (none && <p>{none}</p>);
  return (
    <>
      <SideList>
        {mails.map((mail) => (
          <SideRow
            key={mail.id}
            first={mail.kindName}
            end={
              <Button
                kind="quiet"
                busy={busy}
                onClick={() => void read(mail)}
                className={styles.read}
              >
                <span>
                  {mailLogTexts.read}
                  <span className="visually-hidden">{` ${mail.kindName}, ${formatMoment(mail.createdUtc)}`}</span>
                </span>
              </Button>
            }
          >
            <p>{`${mailOutcomeNames[mail.outcome]}, ${formatInstant(mail.sentUtc ?? mail.createdUtc)}`}</p>
            <p>{mail.subject}</p>
          </SideRow>
        ))}
      </SideList>
      {hidden}
      {children}
      {dialog}
    </>
  );
}

function MailDialog({ mail, onClose }: { mail: ReadableMail; onClose: () => void }) {
  const { kindName, toEmail, toName, subject, createdUtc, sentUtc, text, attachments, notes } =
    mail;
  const start = useRef<HTMLDivElement>(null);
  const to = toName === '' ? toEmail : `${toName}, ${toEmail}`;
  return (
    <Dialog
      title={kindName}
      startAt={start}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <DefinitionList
        facts={[
          { label: 'To', value: to },
          { label: 'Subject', value: subject ?? '' },
          sentUtc === null
            ? { label: 'Created', value: formatMoment(createdUtc) }
            : { label: 'Sent', value: formatMoment(sentUtc) },
          ...(attachments.length === 0
            ? []
            : [{ label: 'Attached', value: attachments.join(', ') }]),
        ]}
      />
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
      {text !== null && (
        // Focusable, so that it scrolls by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <div ref={start} role="region" aria-label="Text" tabIndex={0} className={styles.text}>
          {text}
        </div>
      )}
    </Dialog>
  );
}
