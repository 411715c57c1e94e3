import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router';
import { codeLater, useCodeLater } from '#web/app/router/code-later.ts';
import {
  type Notice,
  type NoticeLink,
  withNotice,
  withoutNotice,
  withoutOlder,
} from './notices/notice-list.ts';
import styles from './notices.module.css';

export interface Notify {
  /** Disappears after six seconds. With a link it stays longer, or until the link is followed. */
  success: (text: string, link?: NoticeLink) => void;
  /** Stays until it is closed. */
  failure: (text: string) => void;
}

/** Loaded after the page, which has no notice yet. */
const noticeCards = codeLater(async () => (await import('./notices/notice-cards.tsx')).NoticeCards);

const NotifyContext = createContext<Notify>({ success: () => {}, failure: () => {} });

export function useNotify(): Notify {
  return use(NotifyContext);
}

export function NoticesProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const [held, setHeld] = useState(false);
  const { code: NoticeCards } = useCodeLater(noticeCards);
  const region = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<HTMLElement>(null);
  useDeparture((lastAction) => setNotices((before) => withoutOlder(before, lastAction)));
  const notify = useMemo<Notify>(() => {
    const say = (kind: Notice['kind']) => (text: string, link?: NoticeLink) =>
      setNotices((before) => withNotice(before, kind, text, { link }));
    return { success: say('success'), failure: say('failure') };
  }, []);

  function close(id: number) {
    setNotices((before) => withoutNotice(before, id));
    setHeld(false);
    cameFrom.current?.focus();
  }

  return (
    <NotifyContext value={notify}>
      {children}
      <div
        ref={region}
        className={styles.region}
        data-print="no"
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={(event) => {
          setHeld(true);
          const { relatedTarget, currentTarget } = event;
          if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) {
            cameFrom.current = relatedTarget;
          }
        }}
        onBlur={() => setHeld(false)}
      >
        {NoticeCards && (
          <NoticeCards
            region={region}
            notices={notices}
            held={held}
            onLeave={(id) => setNotices((before) => withoutNotice(before, id))}
            onClose={close}
          />
        )}
      </div>
    </NotifyContext>
  );
}

/**
 * Calls `onLeave` when another page is shown, with the time of the user's last action before that. A
 * later notice is the answer to this action, such as a save that leads to another page.
 */
function useDeparture(onLeave: (lastAction: number) => void): void {
  const { pathname } = useLocation();
  const lastAction = useRef(0);
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    const note = () => {
      lastAction.current = performance.now();
    };
    for (const action of actions) addEventListener(action, note, { capture: true });
    return () => {
      for (const action of actions) removeEventListener(action, note, { capture: true });
    };
  }, []);
  useEffect(() => leave(lastAction.current), [pathname]);
}

const actions = ['pointerdown', 'keydown', 'popstate'] as const;
