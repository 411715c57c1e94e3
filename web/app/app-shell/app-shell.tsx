import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Menu, X } from 'lucide-react';
import {
  type ComponentType,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Link, matchPath, Outlet, useLocation, useMatches } from 'react-router';
import { type Needs, rolesAllow } from '#contract/permissions.ts';
import { isStaff } from '#contract/roles.ts';
import { changePasswordTexts } from '#contract/auth/change-password.ts';
import { sessionTexts } from '#contract/auth/sessions.ts';
import { type CodeLater, codeLater, useCodeLater } from '#web/app/router/code-later.ts';
import { usePageTitle } from '#web/app/router/use-router.ts';
import { routes } from '#web/app/routes.ts';
import { mainId, SkipLink } from '#web/app/skip-link.tsx';
import { backToList } from '#web/app/router/list-memory.ts';
import type { Session } from '#web/session/session.ts';
import { MayContext, useMay } from '#web/session/use-may.ts';
import { useSession } from '#web/session/use-session.ts';
import { useCharacterKey } from '#web/ui/character-keys.ts';
import { DialogLater } from '#web/ui/dialog-later.tsx';
import styles from './app-shell.module.css';
import { followChanges } from './follow-changes.ts';
import { SectionTabs } from './section-tabs.tsx';
import { Sidebar } from './sidebar.tsx';
import { UserMenu } from './user-menu.tsx';

/** The layout of all pages behind the sign-in. product-rules 18.1. */
export function AppShell() {
  const session = useSession();
  const may = useMemo(() => (needs: Needs) => rolesAllow(session?.roles ?? [], needs), [session]);
  if (session === null) return null;
  return (
    <MayContext value={may}>
      <Frame session={session} />
    </MayContext>
  );
}

function Frame({ session }: { session: Session }) {
  // One cache per session: the next user never sees the previous user's data.
  const [queries] = useState(newQueryClient);
  useEffect(() => followChanges(queries), [queries]);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const closeMenu = useCallback(() => setMenuOpen(false), []);
  const [areKeysShown, showKeys] = useState(false);
  const [isPasswordShown, showPassword] = useState(false);
  const [areDevicesShown, showDevices] = useState(false);
  const hasLists = isStaff(session.roles);
  const isPageAllowed = useMay()(useNeedsOfPage());
  useCharacterKey('?', () => showKeys(hasLists));
  return (
    <QueryClientProvider client={queries}>
      {hasLists && <InstallationNoticesLater />}
      {hasLists && <TwoStepGateLater />}
      {hasLists && <ProofGateLater />}
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
        {hasLists && (
          <DialogLater
            title="Keyboard shortcuts"
            code={keySheet}
            isOpen={areKeysShown}
            onClose={() => showKeys(false)}
          >
            {(KeySheet) => <KeySheet onClose={() => showKeys(false)} />}
          </DialogLater>
        )}
        <DialogLater
          title={changePasswordTexts.title}
          code={changePasswordDialog}
          isOpen={isPasswordShown}
          onClose={() => showPassword(false)}
        >
          {(ChangePassword) => <ChangePassword onClose={() => showPassword(false)} />}
        </DialogLater>
        <DialogLater
          title={sessionTexts.title}
          code={devicesDialog}
          isOpen={areDevicesShown}
          onClose={() => showDevices(false)}
        >
          {(Devices) => <Devices onClose={() => showDevices(false)} />}
        </DialogLater>
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
              {hasLists && <HelpLinkLater />}
            </div>
            <div className={styles.headerTools}>
              {hasLists && <SearchLater />}
              {hasLists && <TodayLater />}
              <UserMenu
                session={session}
                onChangePassword={() => showPassword(true)}
                onShowDevices={() => showDevices(true)}
                {...(hasLists && { onShowKeys: () => showKeys(true) })}
              />
            </div>
          </header>
          <main id={mainId} tabIndex={-1} className={styles.main}>
            {hasLists && <SectionTabs session={session} />}
            {isPageAllowed ? <Outlet /> : <NotAllowedLater />}
          </main>
        </div>
      </div>
    </QueryClientProvider>
  );
}

/** A part of the layout that no page waits for. */
function later(load: () => Promise<ComponentType>): ComponentType {
  const code = codeLater(load);
  return function Later() {
    const { code: Part } = useCodeLater(code);
    return Part ? <Part /> : null;
  };
}

const NotAllowedLater = later(async () => (await import('./not-allowed.tsx')).NotAllowed);

/** What the calls of this page need. product-rules 3.21. */
function useNeedsOfPage(): Needs {
  const handle = useMatches().at(-1)?.handle as { needs?: Needs } | undefined;
  return handle?.needs;
}

// Members never need these.
const InstallationNoticesLater = later(
  async () => (await import('./installation-notices.tsx')).InstallationNotices,
);
const TwoStepGateLater = later(async () => (await import('./two-step-gate.tsx')).TwoStepGate);
const ProofGateLater = later(async () => (await import('./proof-gate.tsx')).ProofGate);
const SearchLater = later(async () => (await import('./search-button.tsx')).SearchButton);

const TodayLater = later(async () => (await import('./today.tsx')).Today);
const HelpLinkLater = later(async () => (await import('./help-link.tsx')).HelpLink);

/** `Admin > Members`, and on a record's page `Admin > Members > Member`. product-rules 18.3. */
function Breadcrumbs() {
  const name = usePageTitle();
  const { pathname } = useLocation();
  // Not a link: the dashboard is empty, and a member has one page.
  const area = pathname.startsWith('/member/') ? 'Member' : 'Admin';
  const parents = parentsOf(pathname);
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles.breadcrumbList}>
        <li>
          {area}
          <span aria-hidden> &gt; </span>
        </li>
        {parents.map(({ to, title }) => (
          <li key={to}>
            <Link to={backToList(to)}>{title}</Link>
            <span aria-hidden> &gt; </span>
          </li>
        ))}
        <li aria-current="page">{name}</li>
      </ol>
    </nav>
  );
}

/** The list of a record, with the filters that it had, and the record of a page below it. */
function parentsOf(pathname: string): { to: string; title: string }[] {
  return routes.flatMap(({ path, title }) => {
    const match = path === '/' ? null : matchPath({ path, end: false }, pathname);
    const isAbove = match !== null && match.pathnameBase !== pathname;
    return isAbove ? [{ to: match.pathnameBase, title }] : [];
  });
}

interface DrawerProps {
  children: ReactNode;
  onClose: () => void;
}

/** The sidebar over the page on small screens. The browser's own dialog keeps the focus inside,
 *  closes on Esc and gives the focus back. */
function Drawer({ children, onClose }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const inside = useRef<HTMLDivElement>(null);

  // A layout effect ends while the dialog is still in the page: only then the focus goes back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  useEffect(() => {
    const wide = matchMedia('(min-width: 1024px)');
    wide.addEventListener('change', onClose);
    return () => wide.removeEventListener('change', onClose);
  }, [onClose]);

  useEffect(() => {
    // Capturing, because the tap that opened the drawer is still on its way up.
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && inside.current?.contains(target) !== true) onClose();
    };
    addEventListener('click', closeOutside, { capture: true });
    return () => removeEventListener('click', closeOutside, { capture: true });
  }, [onClose]);

  return (
    <dialog ref={dialog} className={styles.drawer} aria-label="Menu" onClose={onClose}>
      <div ref={inside} className={styles.inside}>
        <button type="button" className={styles.close} onClick={onClose}>
          <X size={20} aria-hidden />
          Close
        </button>
        {children}
      </div>
    </dialog>
  );
}

type DialogCode = CodeLater<ComponentType<{ onClose: () => void }>>;

/** Members have no lists and never need it. */
const keySheet: DialogCode = codeLater(async () => (await import('./key-sheet.tsx')).KeySheet);

const changePasswordDialog: DialogCode = codeLater(
  async () => (await import('#web/features/auth/change-password-dialog.tsx')).ChangePasswordDialog,
);

const devicesDialog: DialogCode = codeLater(
  async () => (await import('#web/features/auth/devices-dialog.tsx')).DevicesDialog,
);

/** `call` repeats what may be repeated, so the client itself never does. */
function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 5_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
