import { useId } from 'react';
import { NavLink } from 'react-router';
import { type MenuCounts, menuCountTexts } from '#contract/menu-counts/endpoints.ts';
import { isStaff } from '#contract/roles.ts';
import { OrganisationLogo } from '#web/app/public-layout/logo.tsx';
import { useOrganisationName } from '#web/api/use-public-settings.ts';
import type { Session } from '#web/session/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { type MenuEntry, type MenuGroup, menuFor } from './menu.ts';
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
      <div className={styles.brand}>
        <OrganisationLogo />
        <p className={styles.organisation}>{organisation}</p>
      </div>
      <div className={styles.person}>
        <Avatar name={session.name} picture={session.picture} size={64} />
        <div className={styles.who}>
          <p className={styles.name}>{session.name}</p>
          <p className={styles.roles}>{session.roles.join(', ')}</p>
        </div>
      </div>
      <nav aria-label="Menu">
        {menuFor(session.roles).map((group) => (
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

/** The count describes the link. Its name stays the label, as product-rules 18.2 has it. */
function Entry({ entry: { label, to, icon: Icon, count }, counts, onChoose }: EntryProps) {
  const id = useId();
  const waiting = count === undefined ? 0 : (counts?.[count] ?? 0);
  const words = count !== undefined && waiting > 0 ? menuCountTexts[count](waiting) : null;
  return (
    <>
      <NavLink
        to={to}
        className={styles.entry}
        aria-describedby={words === null ? undefined : id}
        title={words ?? undefined}
        onClick={onChoose}
      >
        <Icon aria-hidden size={18} className={styles.icon} />
        <span className={styles.words}>{label}</span>
        {words !== null && (
          <span aria-hidden className={styles.count}>
            {words.split(' ')[0]}
          </span>
        )}
      </NavLink>
      {words !== null && (
        <span id={id} hidden>
          {words}
        </span>
      )}
    </>
  );
}
