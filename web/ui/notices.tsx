import {
  createContext,
  type ReactNode,
  type RefObject,
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
  withoutAnswered,
  withoutNotice,
  withoutOlder,
} from './notices/notice-list.ts';
import styles from './notices.module.css';

export interface Notify {
  /** Disappears after six seconds. With a link it stays longer, or until the link is followed. */
  success: (text: string, link?: NoticeLink) => void;
  /** Stays until it is closed, or a later action succeeds. */
  failure: (text: string) => void;
  /** Takes away the successes of earlier actions: a form says itself why the latest was refused. */
  refused: () => void;
}

/** Loaded after the page, which has no notice yet. */
const noticeCards = codeLater(async () => (await import('./notices/notice-cards.tsx')).NoticeCards);

const NotifyContext = createContext<Notify>({
  success: () => {},
  failure: () => {},
  refused: () => {},
});

export function useNotify(): Notify {
  return use(NotifyContext);
}

export function NoticesProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const [held, setHeld] = useState(false);
  const { code: NoticeCards } = useCodeLater(noticeCards);
  const region = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<HTMLElement>(null);
  const lastAction = useLastAction();
  useDeparture(() => setNotices((before) => withoutOlder(before, lastAction.current)));
  const notify = useMemo<Notify>(() => {
    const takeAway = (hasFailed: boolean) =>
      setNotices((before) => withoutAnswered(before, lastAction.current, hasFailed));
    const say = (kind: Notice['kind']) => (text: string, link?: NoticeLink) => {
      takeAway(kind === 'failure');
      setNotices((before) => withNotice(before, kind, text, { link }));
    };
    return { success: say('success'), failure: say('failure'), refused: () => takeAway(true) };
  }, [lastAction]);

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

/** The time of the user's last action. */
function useLastAction(): RefObject<number> {
  const lastAction = useRef(0);
  useEffect(() => {
    const note = () => {
      lastAction.current = performance.now();
    };
    for (const action of actions) addEventListener(action, note, { capture: true });
    return () => {
      for (const action of actions) removeEventListener(action, note, { capture: true });
    };
  }, []);
  return lastAction;
}

const actions = ['pointerdown', 'keydown', 'popstate'] as const;

/**
 * Calls `onLeave` when another page is shown. A notice after the user's last action is the answer to
 * it, such as a save that leads to another page.
 */
function useDeparture(onLeave: () => void): void {
  const { pathname } = useLocation();
  const leave = useEffectEvent(onLeave);
  useEffect(() => leave(), [pathname]);
}
