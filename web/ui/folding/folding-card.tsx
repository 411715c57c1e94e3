import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import card from '#web/ui/card.module.css';
import { classNames } from '#web/ui/class-names.ts';
import styles from './folding-card.module.css';
import { useStartsOpen } from './use-starts-open.ts';

interface Props {
  title: string;
  /** Shown while the card is closed: the contents in a few words. */
  summary?: string;
  children: ReactNode;
}

/** A card that starts closed on phones. Its title opens it. */
export function FoldingCard({ title, summary = '', children }: Props) {
  const id = useId();
  const startsOpen = useStartsOpen();
  return (
    <section aria-labelledby={id} className={classNames(card.card, styles.card)}>
      <details open={startsOpen} className={styles.details}>
        <summary className={styles.summary}>
          <h2 id={id} className={card.title}>
            {title}
          </h2>
          <ChevronDown aria-hidden size={20} className={styles.arrow} />
          {summary !== '' && <span className={styles.line}>{summary}</span>}
        </summary>
        <div className={styles.content}>{children}</div>
      </details>
    </section>
  );
}
