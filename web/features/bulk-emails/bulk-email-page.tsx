import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { bulkEmailWords } from '#contract/bulk-emails/texts.ts';
import type { BulkEmail } from '#contract/bulk-emails/endpoints.ts';
import { formatMoment } from '#contract/days.ts';
import { paths } from '#web/app/paths.ts';
import { RecordHistory } from '#web/features/audit/record-history.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { RecordPage } from '#web/forms/record-page.tsx';
import { backToList } from '#web/app/router/list-memory.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { useMay } from '#web/session/use-may.ts';
import { Card } from '#web/ui/card.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { AttachmentLink } from './attachment.tsx';
import { SendingButton, StopButton } from './bulk-email-controls.tsx';
import { BulkEmailForm } from './bulk-email-form.tsx';
import { bulkEmailName } from './bulk-email-name.ts';
import { useBulkEmail, type LoadedBulkEmail } from './bulk-email-record.ts';
import { isPending, whyLocked } from './bulk-email-status.ts';
import { MailFrame } from './mail-frame.tsx';
import styles from './bulk-email-page.module.css';
import { SendingProgress, BulkEmailStatus } from './sending-progress.tsx';
import { WithLists } from './with-lists.tsx';

/** A form until it is processed, then read-only. product-rules 9.5. */
export function BulkEmailPage() {
  const mayWrite = useMay()('mail.write');
  const { id = '' } = useParams();
  const query = useBulkEmail(id);
  return (
    <RecordPage query={query} title={titleOf(query.data)}>
      {(loaded, readAgain) => (
        <>
          {isPending(loaded.bulkEmail) && !mayWrite && <SentContent bulkEmail={loaded.bulkEmail} />}
          {isPending(loaded.bulkEmail) && mayWrite && (
            <WithLists>
              {(lists) => <BulkEmailForm lists={lists} loaded={loaded} readAgain={readAgain} />}
            </WithLists>
          )}
          {!isPending(loaded.bulkEmail) && (
            <ProcessedBulkEmail bulkEmail={loaded.bulkEmail} readAgain={readAgain} />
          )}
          <RecordHistory
            id={id}
            version={`${loaded.etag} ${loaded.bulkEmail.bulkEmailStatusName}`}
          />
        </>
      )}
    </RecordPage>
  );
}

/** Also the title of the window. */
function titleOf(loaded: LoadedBulkEmail | undefined): string {
  const { oneTitle } = bulkEmailWords;
  return loaded ? `${oneTitle} ${bulkEmailName(loaded.bulkEmail)}` : oneTitle;
}

interface Props {
  bulkEmail: BulkEmail;
  readAgain: () => Promise<unknown>;
}

/** The content and the sending progress. */
function ProcessedBulkEmail({ bulkEmail, readAgain }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    // The focused button of the form has been removed.
    if (document.activeElement === document.body) document.querySelector('h1')?.focus();
  }, []);
  const { processingUtc, processedBy, completedUtc, trouble } = bulkEmail;
  return (
    <div className={styles.page}>
      <Card>
        <p>{whyLocked(bulkEmail)}</p>
        <DefinitionList
          facts={[
            { label: 'Status', value: <BulkEmailStatus bulkEmail={bulkEmail} /> },
            { label: 'Total Count', value: bulkEmail.totalCount },
            { label: 'Total Processed', value: <SendingProgress bulkEmail={bulkEmail} /> },
            { label: bulkEmailWords.startedBy, value: startOf(processingUtc, processedBy) },
            {
              label: bulkEmailWords.completed,
              value: completedUtc === null ? bulkEmailWords.notYet : formatMoment(completedUtc),
            },
            ...(trouble === null ? [] : [{ label: bulkEmailWords.trouble, value: trouble }]),
          ]}
        />
        <FormProblem message={problem} />
        <div className={styles.buttons}>
          <ButtonLink to={paths.bulkRecipients(bulkEmail.id)}>
            {bulkEmailWords.showRecipients}
          </ButtonLink>
          <SendingButton bulkEmail={bulkEmail} onFail={setProblem} onDone={readAgain} />
          <StopButton bulkEmail={bulkEmail} onFail={setProblem} onDone={readAgain} />
        </div>
      </Card>
      <SentContent bulkEmail={bulkEmail} />
      <div>
        <ButtonLink to={backToList(paths.bulkEmails())}>{bulkEmailWords.back}</ButtonLink>
      </div>
    </div>
  );
}

function startOf(moment: string | null, who: string | null): string {
  return [moment && formatMoment(moment), who].filter(Boolean).join(', ');
}

/** The content as it was processed, or of a draft for a user who may not change it. */
function SentContent({ bulkEmail }: { bulkEmail: BulkEmail }) {
  const { subject, title, content, communicationListName, isAppeal } = bulkEmail;
  return (
    <Card>
      <DefinitionList
        facts={[
          {
            label: bulkEmailWords.sendTo,
            value: isAppeal
              ? `${communicationListName} (${bulkEmailWords.appeal})`
              : communicationListName,
          },
          { label: bulkEmailWords.subject, value: subject },
          { label: bulkEmailWords.title, value: title || bulkEmailWords.none },
          { label: bulkEmailWords.attachment, value: <Attachment bulkEmail={bulkEmail} /> },
        ]}
      />
      <h2 className={styles.heading}>{bulkEmailWords.content}</h2>
      <MailFrame title={bulkEmailWords.content} html={content} />
    </Card>
  );
}

function Attachment({ bulkEmail }: { bulkEmail: BulkEmail }) {
  const { attachmentPath: path, attachmentName, attachmentSize } = bulkEmail;
  if (path === null) return bulkEmailWords.none;
  return (
    <AttachmentLink attached={{ path, name: attachmentName ?? '', size: attachmentSize ?? 0 }} />
  );
}
