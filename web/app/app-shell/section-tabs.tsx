import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { menuCounts } from '#web/api/menu-counts.ts';
import type { Session } from '#web/session/session.ts';
import { CountedLink } from './counted-link.tsx';
import { menuFor } from './menu.ts';
import styles from './section-tabs.module.css';

const classes = { link: styles.tab, count: styles.count };

/** Above the lists that share an entry of the menu. product-rules 18.2. */
export function SectionTabs({ session }: { session: Session }) {
  const { pathname, search } = useLocation();
  const { data: counts } = useQuery(menuCounts);
  const entry = menuFor(session.roles)
    .flatMap(({ entries }) => entries)
    .find(({ tabs }) => tabs?.some(({ to }) => to === pathname));
  if (entry?.tabs === undefined || entry.tabs.length < 2) return null;
  // The tabs of Month End share the month that was chosen.
  const [period = ''] = /[?&]period=[^&]+/.exec(search) ?? [];
  return (
    <nav aria-label={entry.label} className={styles.tabs} data-print="no">
      <ul className={styles.list}>
        {entry.tabs.map(({ label, to, count }) => (
          <li key={to}>
            <CountedLink
              {...{ label, count, counts, classes }}
              to={to + period.replace('&', '?')}
              isCurrent={to === pathname}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}
