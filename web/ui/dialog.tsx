import {
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import styles from './dialog.module.css';

interface Props {
  title: string;
  /** Called on Esc. To close the dialog, stop rendering it. */
  onClose: () => void;
  children: ReactNode;
  /** Buttons, the safest first. */
  actions?: ReactNode;
  /** The element to focus first; by default the dialog's first control. */
  startAt?: RefObject<HTMLElement | null>;
  role?: 'dialog' | 'alertdialog';
}

/** A modal dialog that is open while rendered; the focus then returns to where it was. */
export function Dialog({ title, onClose, children, actions, startAt, role = 'dialog' }: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    startAt?.current?.focus();
    if (element && heading.current && element.scrollTop > 0) {
      // A long dialog is read from its top, and the focus must be in sight, as that of a button always is. Before, the first
      // field gets it.
      element.scrollTop = 0;
      if (!buttons.current?.contains(startAt?.current ?? null)) {
        heading.current.tabIndex = -1;
        heading.current.focus({ preventScroll: true });
      }
    }
    return () => element?.close();
  }, [startAt]);

  function cancel(event: SyntheticEvent<HTMLDialogElement>) {
    // A file input inside also fires a bubbling cancel event.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  }

  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === 'alertdialog' ? `${id}-body` : undefined}
      onCancel={cancel}
      onClose={(event) => event.currentTarget.open || onClose()}
      className={styles.dialog}
    >
      <h2 ref={heading} id={`${id}-title`} className={styles.title}>
        {title}
      </h2>
      <div id={`${id}-body`} className={styles.body}>
        {children}
      </div>
      {actions && (
        <div ref={buttons} className={styles.actions}>
          {actions}
        </div>
      )}
    </dialog>
  );
}
