import { type ImportDetails, isBeforeImport } from '#contract/imports/endpoints.ts';
import { importWords as words } from '#contract/imports/texts.ts';
import { Card } from '#web/ui/card.tsx';
import { DiscardButton } from './discard-button.tsx';
import styles from './imports.module.css';

const titles: Partial<Record<ImportDetails['state'], string>> = {
  reading: words.readingFile,
  checking: words.checkingRows,
  importing: words.importingRows,
  undoing: words.undoingRows,
};

/** The progress of a worker. Reading and undoing are one step each, so they have no figures. */
export function ImportProgress({ details }: { details: ImportDetails }) {
  const { state, done, total } = details;
  const title = titles[state] ?? '';
  const hasFigures = state === 'checking' || state === 'importing';
  const figures = hasFigures ? { value: done, max: Math.max(total, 1) } : {};
  return (
    <Card title={title} className={styles.card}>
      <progress aria-label={title} {...figures} className={styles.bar} />
      {hasFigures && <p>{words.progress(done, total)}</p>}
      <p>{words.leave}</p>
      {isBeforeImport(state) && (
        <div className={styles.actions}>
          <DiscardButton details={details} />
        </div>
      )}
    </Card>
  );
}
