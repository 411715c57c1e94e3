import { type ReactNode, useSyncExternalStore } from 'react';
import { Card } from '#web/ui/card.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './record-layout.module.css';

interface HeadingProps {
  title: string;
  /** The record's number, if the title does not have it. */
  number?: string | null | undefined;
  badge: string;
  /** One sentence why the record has this status. Undefined while loading. */
  why: string | undefined;
  /** What comes next, and when. */
  next?: string | null | undefined;
  /** The next step, as buttons and links. */
  children?: ReactNode;
}

/** The heading of a record: name, number, status, why it has the status, and the next step. */
export function RecordHeading({ title, number, badge, why, next, children }: HeadingProps) {
  return (
    <div className={styles.heading}>
      <div className={styles.name}>
        <PageTitle>{title}</PageTitle>
        {number && <span className={styles.number}>{number}</span>}
        <StatusBadge status={badge} />
      </div>
      <p className={styles.why}>{why}</p>
      {next && <p className={styles.next}>{next}</p>}
      {children && (
        <div className={styles.step} data-print="no">
          {children}
        </div>
      )}
    </div>
  );
}

/** The form on the left, and on the right what belongs to the record. In narrow windows it follows. */
export function RecordColumns({ children, side }: { children: ReactNode; side: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.form}>{children}</div>
      {side && <div className={styles.side}>{side}</div>}
    </div>
  );
}

interface PartProps {
  title: string;
  count?: number | undefined;
  children: ReactNode;
}

/** A part of the right column: a card, or a closed disclosure in narrow windows. */
export function SidePart({ title, count, children }: PartProps) {
  const isWide = useIsWide();
  const words = count === undefined ? title : `${title} (${count})`;
  if (isWide) {
    return (
      <Card title={words} className={styles.part}>
        {children}
      </Card>
    );
  }
  return (
    <Card className={styles.folded}>
      <Disclosure summary={<h2 className={styles.summary}>{words}</h2>}>{children}</Disclosure>
    </Card>
  );
}

export function SideList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}

interface RowProps {
  first: ReactNode;
  /** At the end of the first line. */
  end?: ReactNode;
  /** Smaller lines below. */
  children?: ReactNode;
}

export function SideRow({ first, end, children }: RowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.line}>
        <span className={styles.first}>{first}</span>
        {end && <span className={styles.end}>{end}</span>}
      </div>
      {children && <div className={styles.second}>{children}</div>}
    </li>
  );
}

/** The same width as in `record-layout.module.css`. */
const wide = '(min-width: 1100px)';

function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(wide);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => matchMedia(wide).matches,
  );
}
