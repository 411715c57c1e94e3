import { useEffect } from 'react';
import { Link } from 'react-router';
import styles from './part-index.module.css';
import { parts } from './parts.ts';

/** Links to the parts of the page. It opens at a part that the address names, once the record is here. */
export function PartIndex() {
  useEffect(() => {
    const part = document.getElementById(location.hash.slice(1));
    part?.scrollIntoView();
    part?.focus({ preventScroll: true });
  }, []);
  return (
    <nav aria-label="On this page" className={styles.index} data-print="no">
      <ul className={styles.list}>
        {Object.values(parts).map(({ id, title }) => (
          <li key={id}>
            <Link to={{ hash: id }} className={styles.link}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
