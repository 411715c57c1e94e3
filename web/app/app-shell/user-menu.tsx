import { ChevronDown } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { sessionTexts } from '#contract/auth/sessions.ts';
import { isStaff } from '#contract/roles.ts';
import { Link } from 'react-router';
import { changePasswordTexts } from '#contract/auth/change-password.ts';
import { paths } from '#web/app/paths.ts';
import type { Session } from '#web/session/session.ts';
import { signOut } from '#web/session/sign-out.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { useDismiss } from './use-dismiss.ts';
import styles from './user-menu.module.css';

interface Props {
  session: Session;
  /** Only where there are lists. */
  onShowKeys?: () => void;
  onChangePassword: () => void;
  onShowDevices: () => void;
}

const twoStepTitle = 'Two-Step Sign-in';

/** A disclosure, not a menu role: it has so few entries that tabbing is quickest. */
export function UserMenu({ session, onShowKeys, onChangePassword, onShowDevices }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useDismiss(box, open, (byKey) => {
    setOpen(false);
    if (byKey) button.current?.focus();
  });

  /** The dialog that opens gives the focus back to the menu's button. */
  function choose(act: () => void) {
    setOpen(false);
    button.current?.focus();
    act();
  }

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
        <span className="visually-hidden">User menu, {session.name}</span>
        <ChevronDown size={18} aria-hidden className={styles.arrow} />
      </button>
      <div id={id} className={styles.menu} hidden={!open}>
        <ThemeChoice />
        {onShowKeys && (
          <button type="button" className={styles.entry} onClick={() => choose(onShowKeys)}>
            Keyboard shortcuts
          </button>
        )}
        {isStaff(session.roles) && (
          <Link to={paths.twoStep()} className={styles.entry} onClick={() => setOpen(false)}>
            {twoStepTitle}
          </Link>
        )}
        <button type="button" className={styles.entry} onClick={() => choose(onChangePassword)}>
          {changePasswordTexts.title}
        </button>
        <button type="button" className={styles.entry} onClick={() => choose(onShowDevices)}>
          {sessionTexts.title}
        </button>
        <button type="button" className={styles.entry} onClick={() => void signOut()}>
          Log Out
        </button>
      </div>
    </div>
  );
}

function ThemeChoice() {
  const [chosen, setChosen] = useState(chosenTheme);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>Theme</legend>
      <div className={styles.choices}>
        {themes.map((theme) => (
          <button
            key={theme}
            type="button"
            className={styles.choice}
            aria-pressed={theme === chosen}
            onClick={() => {
              chooseTheme(theme);
              setChosen(theme);
            }}
          >
            {theme}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

const themes = ['System', 'Light', 'Dark'] as const;

type Theme = (typeof themes)[number];

const key = 'theme';

/** `web/public/early.js` applies the same before the first paint. */
function chosenTheme(): Theme {
  const stored = localStorage.getItem(key);
  return themes.find((theme) => theme.toLowerCase() === stored) ?? 'System';
}

function chooseTheme(theme: Theme): void {
  if (theme === 'System') {
    localStorage.removeItem(key);
    delete document.documentElement.dataset['theme'];
  } else {
    localStorage.setItem(key, theme.toLowerCase());
    document.documentElement.dataset['theme'] = theme.toLowerCase();
  }
}
