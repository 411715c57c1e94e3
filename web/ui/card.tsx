import { type ReactNode, useId } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';

interface Props {
  title?: string;
  /** For links to it. */
  id?: string;
  /** Actions of the whole card, beside the title. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Card({ title, id: linked, actions, className, children }: Props) {
  const own = useId();
  const id = linked ?? own;
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className={classNames(styles.card, className)}
    >
      {title && (
        <div className={styles.head}>
          <h2 id={id} tabIndex={linked === undefined ? undefined : -1} className={styles.title}>
            {title}
          </h2>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
