import { bulkEmailWords } from '#contract/bulk-email-words.ts';
import type { BulkEmail } from '#contract/bulk-emails.ts';
import { Card } from '#web/ui/card.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { AttachmentLink } from './attachment-link.tsx';
import { MailFrame } from './mail-frame.tsx';
import styles from './processed.module.css';

/** The words as they were when it was processed. */
export function WhatWentOut({ bulkEmail }: { bulkEmail: BulkEmail }) {
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
