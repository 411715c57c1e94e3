import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { classNames } from '#web/ui/class-names.ts';
import styles from './system-notices.module.css';

/** A condition of this installation, such as test payments. */
export interface SystemNotice {
  title: string;
  /** Follows the title where there is room. */
  detail?: string;
  /** Where it can be changed. */
  to?: string;
}

type Add = (notice: SystemNotice) => () => void;

const AddContext = createContext<Add>(() => () => {});

/** Shows the notice while the component is rendered. Pass the same object each time. */
export function useSystemNotice(notice: SystemNotice | null): void {
  const add = use(AddContext);
  useEffect(() => (notice === null ? undefined : add(notice)), [add, notice]);
}

interface Props {
  /** The notices of every page, which the server renders too. */
  always: readonly SystemNotice[];
  children: ReactNode;
}

/** All system notices share one line above the page. */
export function SystemNotices({ always, children }: Props) {
  const [added, setAdded] = useState<readonly SystemNotice[]>([]);
  const add = useMemo<Add>(
    () => (notice) => {
      setAdded((before) => [...before, notice]);
      return () => setAdded((before) => before.filter((other) => other !== notice));
    },
    [],
  );
  const notices = [...always, ...added];
  return (
    <AddContext value={add}>
      {notices.length > 0 && <Strip notices={notices} />}
      {children}
    </AddContext>
  );
}

function Strip({ notices }: { notices: readonly SystemNotice[] }) {
  return (
    <aside aria-label="System notices" data-print="no" className={styles.bar}>
      <ul
        className={classNames(
          styles.notices,
          notices.length > 1 && styles.several,
          notices.length > 2 && styles.many,
        )}
      >
        {notices.map((notice) => (
          <li key={notice.title} className={styles.notice}>
            <Words notice={notice} />
          </li>
        ))}
      </ul>
    </aside>
  );
}

function Words({ notice: { title, detail, to } }: { notice: SystemNotice }) {
  const words = (
    <>
      {title}
      {detail !== undefined && <span className={styles.detail}>: {detail}</span>}
    </>
  );
  return to === undefined ? <p>{words}</p> : <Link to={to}>{words}</Link>;
}
