import { QueryClientProvider } from '@tanstack/react-query';
import { Menu } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { newQueryClient } from '#web/api/query-client.ts';

import type { Session } from '#web/session/session.ts';
import { useSession } from '#web/session/use-session.ts';
import { useCharacterKey } from '#web/ui/use-character-key.ts';
import styles from './app-shell.module.css';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { Drawer } from './drawer.tsx';
import { KeySheetLater } from './key-sheet-later.tsx';
import { Sidebar } from './sidebar.tsx';
import { mainId, SkipLink } from '#web/app/skip-link.tsx';
import { UserMenu } from './user-menu.tsx';

/** The frame of all that is behind a sign-in. Specification §2, Layout. */
export function AppShell({ children }: { children: ReactNode }) {
  const session = useSession();
  return session === null ? null : <Frame session={session}>{children}</Frame>;
}

function Frame({ session, children }: { session: Session; children: ReactNode }) {
  // Lives as long as the session: nobody sees what was fetched for the one before.
  const [queries] = useState(newQueryClient);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const closeMenu = useCallback(() => setMenuOpen(false), []);
  const [areKeysShown, showKeys] = useState(false);
  const hasLists = session.roles.includes('Admin');
  useCharacterKey('?', () => showKeys(hasLists));
  return (
    <QueryClientProvider client={queries}>
      <div className={styles.frame}>
        <SkipLink />
        <aside className={styles.sidebar} aria-label="Sidebar" data-print="no">
          <Sidebar session={session} />
        </aside>
        {isMenuOpen ? (
          <Drawer onClose={closeMenu}>
            <Sidebar session={session} onChoose={closeMenu} />
          </Drawer>
        ) : null}
        {hasLists && <KeySheetLater isOpen={areKeysShown} onClose={() => showKeys(false)} />}
        <div className={styles.page}>
          <header className={styles.header} data-print="no">
            <button
              type="button"
              className={styles.menuButton}
              aria-haspopup="dialog"
              aria-expanded={isMenuOpen}
              onClick={() => setMenuOpen(true)}
            >
              <Menu size={20} aria-hidden />
              Menu
            </button>
            <div className={styles.crumbs}>
              <Breadcrumbs />
            </div>
            <UserMenu session={session} {...(hasLists && { onShowKeys: () => showKeys(true) })} />
          </header>
          <main id={mainId} tabIndex={-1} className={styles.main}>
            {children}
          </main>
        </div>
      </div>
    </QueryClientProvider>
  );
}
