import { bulkEmailWords } from '#contract/bulk-email-words.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './bulk-email-form.module.css';

/** Says where the words in the fields come from, and offers to let go of them. */
export function DraftNote({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div role="status" className={styles.note}>
      <p>{bulkEmailWords.draftBack}</p>
      <Button onClick={onDiscard}>{bulkEmailWords.discardDraft}</Button>
    </div>
  );
}
