import { useEffect, useState } from 'react';
import { bulkEmailWords } from '#contract/bulk-email-words.ts';
import { type BulkEmail, bulkEmailTexts } from '#contract/bulk-emails.ts';
import { formatMoment } from '#contract/days.ts';
import { backToList } from '#web/lists/list-memory.ts';
import { paths } from '#web/app/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Processed } from './processed.tsx';
import { SendingButtons } from './sending-buttons.tsx';
import { Standing } from './status-badge.tsx';
import styles from './processed.module.css';
import { WhatWentOut } from './sent-content.tsx';

interface Props {
  bulkEmail: BulkEmail;
  readAgain: () => Promise<unknown>;
}

/** What went out, and how far it is. */
export function ProcessedBulkEmail({ bulkEmail, readAgain }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    // It was a form a moment ago, and the button that had the focus is gone.
    if (document.activeElement === document.body) document.querySelector('h1')?.focus();
  }, []);
  const { processingUtc, processedBy, completedUtc, trouble } = bulkEmail;
  return (
    <div className={styles.page}>
      <Card>
        <p>{bulkEmailTexts.locked}</p>
        <DefinitionList
          facts={[
            { label: 'Status', value: <Standing bulkEmail={bulkEmail} /> },
            { label: 'Total Count', value: bulkEmail.totalCount },
            { label: 'Total Processed', value: <Processed bulkEmail={bulkEmail} /> },
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
          <SendingButtons bulkEmail={bulkEmail} onFail={setProblem} onDone={readAgain} />
        </div>
      </Card>
      <WhatWentOut bulkEmail={bulkEmail} />
      <div>
        <ButtonLink to={backToList(paths.bulkEmails())}>{bulkEmailWords.back}</ButtonLink>
      </div>
    </div>
  );
}

function startOf(moment: string | null, who: string | null): string {
  return [moment && formatMoment(moment), who].filter(Boolean).join(', ');
}
