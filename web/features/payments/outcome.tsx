import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { PageTitle } from '#web/ui/page-title.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Ring } from '#web/ui/spinner.tsx';
import styles from './outcome.module.css';

interface Props {
  /** A turning ring while there is something to wait for. */
  icon: LucideIcon | 'waiting';
  tone?: 'good' | 'bad' | 'calm';
  title: string;
  /** The sentences under the title. */
  children?: ReactNode;
  facts?: ReactNode;
  /** Buttons, the main one first. */
  actions?: ReactNode;
}

/** One icon, one title, a sentence or two, and the ways on. Read out whenever it changes. */
export function Outcome({ icon: Icon, tone = 'calm', title, children, facts, actions }: Props) {
  return (
    <div className={styles.outcome}>
      <span className={classNames(styles.face, styles[tone])}>
        {Icon === 'waiting' ? (
          <Ring size="large" />
        ) : (
          <Icon aria-hidden size={44} strokeWidth={1.5} />
        )}
      </span>
      <div role="status" className={styles.words}>
        <PageTitle>{title}</PageTitle>
        {children}
      </div>
      {facts}
      <div className={styles.actions}>{actions}</div>
    </div>
  );
}
