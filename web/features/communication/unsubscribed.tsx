import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { communicationTexts } from '#contract/communication.ts';
import { unsubscribingTexts } from '#contract/unsubscribing.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './unsubscribe.module.css';

export function Unsubscribed() {
  useEffect(() => {
    // The button that had the focus is gone.
    document.querySelector('h1')?.focus();
  }, []);
  return (
    <div className={styles.outcome}>
      <CircleCheck aria-hidden size={44} strokeWidth={1.5} className={styles.good} />
      <div role="status" className={styles.words}>
        <PageTitle>{communicationTexts.unsubscribed}</PageTitle>
        <p>{unsubscribingTexts.stillSent}</p>
        <p className={styles.muted}>{unsubscribingTexts.ifByMistake}</p>
      </div>
    </div>
  );
}
