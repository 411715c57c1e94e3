import { CircleAlert } from 'lucide-react';
import { bulkEmailTexts } from '#contract/bulk-emails.ts';
import { unknownPlaceholders } from '#contract/placeholders.ts';
import styles from './placeholders.module.css';

interface Props {
  known: readonly string[];
  texts: readonly string[];
}

/** Names what the list can't fill as soon as it stands there, long before Save refuses it. */
export function UnknownNames({ known, texts }: Props) {
  const names = unknownPlaceholders(known, ...texts);
  return (
    <div role="status" className={styles.unknown}>
      {names.length > 0 && (
        <>
          <CircleAlert aria-hidden size={20} />
          <p>{bulkEmailTexts.unknown(names)}</p>
        </>
      )}
    </div>
  );
}
