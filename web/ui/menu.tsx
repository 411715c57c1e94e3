import { Ellipsis } from 'lucide-react';
import {
  type ComponentProps,
  createContext,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type ToggleEvent,
  use,
  useId,
  useRef,
  useState,
} from 'react';
import styles from './menu.module.css';
import { Ring } from './spinner.tsx';

interface Props {
  /** The accessible name of the button. */
  label: string;
  /** A button with words instead of the dots. It uses `useMenuOpener`. */
  button?: ReactNode;
  /** Buttons and links with `useMenuItem`. Dialogs do not belong here: they would be hidden with it. */
  children: ReactNode;
}

const InMenu = createContext(false);

const Opener = createContext<ComponentProps<'button'>>({});

/** The attributes of the button that opens the menu. */
export function useMenuOpener() {
  return use(Opener);
}

/** The attributes of a button or link in a menu; none outside of one. */
export function useMenuItem() {
  return use(InMenu) ? { role: 'menuitem', tabIndex: -1, className: styles.item } : null;
}

/** A button that opens a menu. Arrow keys, Home, End and first letters move, Escape closes. */
export function Menu({ label, button: worded, children }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const { isOpen, openByArrow, ...events } = useMenuEvents(menu, button);
  const opens = {
    ref: button,
    popoverTarget: id,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    onKeyDown: openByArrow,
  } as const;
  return (
    <span className={styles.box}>
      {worded === undefined ? (
        <button {...opens} type="button" className={styles.button}>
          <Ellipsis aria-hidden size={20} />
          <span className={styles.busy}>
            <Ring />
          </span>
          <span className="visually-hidden">{label}</span>
        </button>
      ) : (
        <Opener value={opens}>{worded}</Opener>
      )}
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        {...events}
        className={styles.menu}
      >
        <InMenu value>{children}</InMenu>
      </div>
    </span>
  );
}

/** The browser opens and closes the popover; this adds its place, the focus and the keys. */
function useMenuEvents(
  menu: RefObject<HTMLDivElement | null>,
  button: RefObject<HTMLButtonElement | null>,
) {
  const startAtLast = useRef(false);
  const following = useRef(new AbortController());
  const [isOpen, setOpen] = useState(false);
  const close = () => menu.current?.hidePopover();

  function closeToButton() {
    close();
    button.current?.focus({ preventScroll: true });
  }

  return {
    isOpen,
    openByArrow: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      if (event.currentTarget.ariaDisabled === 'true') return;
      event.preventDefault();
      startAtLast.current = event.key === 'ArrowUp';
      menu.current?.showPopover();
    },
    onBeforeToggle: ({ newState }: ToggleEvent) => {
      following.current.abort();
      if (newState !== 'open' || !button.current || !menu.current) return;
      place(menu.current, button.current);
      following.current = onMove(button.current, close);
    },
    onToggle: ({ newState }: ToggleEvent) => {
      setOpen(newState === 'open');
      if (newState !== 'open') return;
      const first = itemsOf(menu.current).at(startAtLast.current ? -1 : 0);
      first?.focus({ preventScroll: true });
      startAtLast.current = false;
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        event.stopPropagation();
        closeToButton();
      } else if (event.key === 'Tab') {
        close();
      } else if (event.key === ' ' && event.target instanceof HTMLAnchorElement) {
        event.preventDefault();
        event.target.click();
      } else if (!event.ctrlKey && !event.metaKey && !event.altKey) {
        const target = targetOf(event.key, itemsOf(menu.current));
        if (target === undefined) return;
        event.preventDefault();
        target.focus();
      }
    },
    onClick: ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('[role=menuitem]')) closeToButton();
    },
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close();
    },
  };
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)') ?? [])];
}

function targetOf(key: string, items: readonly HTMLElement[]): HTMLElement | undefined {
  const at = items.findIndex((item) => item === document.activeElement);
  if (key === 'ArrowDown') return items[(at + 1) % items.length];
  if (key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length !== 1) return undefined;
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return after.find((item) => item.textContent.toLowerCase().startsWith(key.toLowerCase()));
}

/** The menu would stay where it is while its row moves. The event of an earlier scroll moves nothing. */
function onMove(button: HTMLElement, close: () => void): AbortController {
  const ending = new AbortController();
  const { top } = button.getBoundingClientRect();
  const closeIfMoved = () => {
    if (Math.abs(button.getBoundingClientRect().top - top) <= 1) return;
    ending.abort();
    close();
  };
  addEventListener('scroll', closeIfMoved, { capture: true, signal: ending.signal });
  return ending;
}

const itemHeight = 44;
const gap = 4;

/** Below the button, or above it if there is no room below. Both end at the same edge. */
function place(menu: HTMLElement, button: HTMLElement) {
  const { top, bottom, right } = button.getBoundingClientRect();
  const height = itemsOf(menu).length * itemHeight + 3 * gap;
  const { clientWidth, clientHeight } = document.documentElement;
  const isRoomBelow = bottom + gap + height <= clientHeight || top < height;
  menu.style.insetInlineEnd = `${clientWidth - right}px`;
  menu.style.insetBlockStart = isRoomBelow ? `${bottom + gap}px` : 'auto';
  menu.style.insetBlockEnd = isRoomBelow ? 'auto' : `${clientHeight - top + gap}px`;
}
