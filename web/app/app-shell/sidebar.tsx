import { useId } from 'react';
import { useLocation } from 'react-router';
import type { MenuCounts } from '#contract/menu-counts/endpoints.ts';
import { isStaff } from '#contract/roles.ts';
import { OrganisationLogo } from '#web/app/public-layout/logo.tsx';
import { useOrganisationName } from '#web/api/use-public-settings.ts';
import type { Session } from '#web/session/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { CountedLink } from './counted-link.tsx';
import { getStartedLabel } from './get-started-label.ts';
import { isWithin, type MenuEntry, type MenuGroup, menuFor, withGetStarted } from './menu.ts';
import styles from './sidebar.module.css';
import { useMenuCounts } from './use-menu-counts.ts';

interface SidebarProps {
  session: Session;
  /** Closes the drawer. */
  onChoose?: () => void;
}

/** The organisation, the user and the menu. product-rules 18.1, 18.2. */
export function Sidebar({ session, onChoose }: SidebarProps) {
  const organisation = useOrganisationName();
  const counts = useMenuCounts(isStaff(session.roles));
  return (
    <>
      <div className={styles.head}>
        <p className={styles.organisation}>
          <OrganisationLogo />
          <span>{organisation}</span>
        </p>
        <Avatar name={session.name} picture={session.picture} size={64} />
        <div className={styles.who}>
          <p>{session.name}</p>
          <p className={styles.roles}>{session.roles.join(', ')}</p>
        </div>
      </div>
      <nav aria-label="Menu">
        {withGetStarted(menuFor(session.roles), getStartedLabel(counts)).map((group) => (
          <Group key={group.label} group={group} counts={counts} onChoose={onChoose} />
        ))}
      </nav>
    </>
  );
}

interface GroupProps {
  group: MenuGroup;
  counts: MenuCounts | undefined;
  onChoose: (() => void) | undefined;
}

function Group({ group, counts, onChoose }: GroupProps) {
  const id = useId();
  const isNamed = group.label !== '';
  return (
    <div className={styles.group}>
      {isNamed ? (
        <p id={id} className={styles.label}>
          {group.label}
        </p>
      ) : null}
      <ul className={styles.entries} aria-labelledby={isNamed ? id : undefined}>
        {group.entries.map((entry) => (
          <li key={entry.to}>
            <Entry entry={entry} counts={counts} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface EntryProps extends Omit<GroupProps, 'group'> {
  entry: MenuEntry;
}

const classes = { link: styles.entry, words: styles.words, count: styles.count };

function Entry({ entry, counts, onChoose }: EntryProps) {
  const { pathname } = useLocation();
  const { label, to, count, icon: Icon } = entry;
  return (
    <CountedLink
      {...{ label, to, count, counts, classes }}
      isCurrent={isWithin(entry, pathname)}
      onClick={onChoose}
    >
      <Icon aria-hidden size={18} className={styles.icon} />
    </CountedLink>
  );
}
