import { ChevronDown } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { Session } from '#web/session/session.ts';
import { signOut } from '#web/session/sign-out.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import { useLeave } from './use-dismiss.ts';
import styles from './user-menu.module.css';

interface Props {
  session: Session;
  /** Only where there are lists. */
  onShowKeys?: () => void;
}

/** A button and what it opens: few enough things that tabbing through them is quickest. */
export function UserMenu({ session, onShowKeys }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useLeave(box, open, (byKey) => {
    setOpen(false);
    if (byKey) button.current?.focus();
  });

  return (
    <div className={styles.box} ref={box}>
      <button
        type="button"
        ref={button}
        className={styles.button}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Avatar name={session.name} picture={session.picture} size={32} />
        <span className="visually-hidden">User menu,</span>
        <span className={styles.name}>{session.name}</span>
        <ChevronDown size={18} aria-hidden className={styles.arrow} />
      </button>
      <div id={id} className={styles.menu} hidden={!open}>
        <ThemeChoice />
        {onShowKeys && (
          <button
            type="button"
            className={styles.entry}
            onClick={() => {
              setOpen(false);
              button.current?.focus();
              onShowKeys();
            }}
          >
            Keyboard shortcuts
          </button>
        )}
        <button type="button" className={styles.entry} onClick={() => void signOut()}>
          Log Out
        </button>
      </div>
    </div>
  );
}
