import { CircleAlert, CircleCheck, X } from 'lucide-react';
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
import { Link, useLocation } from 'react-router';
import { classNames } from './class-names.ts';
import {
  type Notice,
  type NoticeLink,
  withNotice,
  withoutNotice,
  withoutOlder,
} from './notice-list.ts';
import styles from './notices.module.css';

export interface Notify {
  /** Disappears after six seconds. With a link it stays longer, or until the link is followed. */
  success: (text: string, link?: NoticeLink) => void;
  /** Stays until it is closed. */
  failure: (text: string) => void;
}

const successMs = 6000;
/** Enough time to reach the link. */
const linkMs = 20_000;
const NotifyContext = createContext<Notify>({ success: () => {}, failure: () => {} });

export function useNotify(): Notify {
  return use(NotifyContext);
}

export function NoticesProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const [held, setHeld] = useState(false);
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
        {notices.map((notice) => (
          <NoticeCard
            key={`${notice.id} ${notice.times}`}
            notice={notice}
            held={held}
            onLeave={() => setNotices((before) => withoutNotice(before, notice.id))}
            onClose={() => close(notice.id)}
          />
        ))}
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

interface CardProps {
  notice: Notice;
  held: boolean;
  onLeave: () => void;
  onClose: () => void;
}

function NoticeCard({ notice, held, onLeave, onClose }: CardProps) {
  const { link } = notice;
  const success = notice.kind === 'success';
  const Icon = success ? CircleCheck : CircleAlert;
  // The live region must exist before its text, or it is not announced.
  const [spoken, setSpoken] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(true), 20);
    return () => clearTimeout(timer);
  }, []);
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  useEffect(() => {
    if (!success || held) return undefined;
    const timer = setTimeout(() => leave.current(), link ? linkMs : successMs);
    return () => clearTimeout(timer);
  }, [success, held, link]);
  return (
    <div className={classNames(styles.notice, styles[notice.kind])}>
      <Icon aria-hidden size={20} className={styles.icon} />
      <p role={success ? 'status' : 'alert'} className={styles.text}>
        {spoken && notice.text}
      </p>
      {link && (
        <Link to={link.to} onClick={onLeave} className={styles.link}>
          {link.label}
        </Link>
      )}
      <button type="button" onClick={onClose} className={styles.close}>
        <X aria-hidden size={20} />
        <span className="visually-hidden">Close notice</span>
      </button>
    </div>
  );
}
