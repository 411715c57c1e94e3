import { useId } from 'react';
import { NavLink } from 'react-router';
import { useOrganisationName } from '#web/api/use-public-settings.ts';
import type { Session } from '#web/session/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { type MenuGroup, menuFor } from './menu.ts';
import styles from './sidebar.module.css';

interface SidebarProps {
  session: Session;
  /** Closes the drawer. */
  onChoose?: () => void;
}

/** The user and the menu. product-rules 18.1, 18.2. */
export function Sidebar({ session, onChoose }: SidebarProps) {
  return (
    <>
      <p className={styles.organisation}>{useOrganisationName()}</p>
      <div className={styles.person}>
        <Avatar name={session.name} picture={session.picture} size={64} />
        <div className={styles.who}>
          <p className={styles.name}>{session.name}</p>
          <p className={styles.roles}>{session.roles.join(', ')}</p>
        </div>
      </div>
      <nav aria-label="Menu">
        {menuFor(session.roles).map((group) => (
          <Group key={group.label} group={group} onChoose={onChoose} />
        ))}
      </nav>
    </>
  );
}

interface GroupProps {
  group: MenuGroup;
  onChoose: (() => void) | undefined;
}

function Group({ group, onChoose }: GroupProps) {
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
        {group.entries.map(({ label, to }) => (
          <li key={to}>
            <NavLink to={to} className={styles.entry} onClick={onChoose}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
