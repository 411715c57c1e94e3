import type { ComponentProps, MouseEvent } from 'react';
import { Link } from 'react-router';
import type { Needs } from '#contract/permissions.ts';
import { useMay } from '#web/session/use-may.ts';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Ring } from './spinner.tsx';

export type ButtonKind = 'primary' | 'secondary' | 'accent' | 'danger' | 'quiet';

interface Look {
  kind?: ButtonKind;
  /** As wide as its container. */
  wide?: boolean;
  /** Not shown to a user whose role does not allow it. */
  needs?: Needs;
}

type ButtonProps = ComponentProps<'button'> &
  Look & {
    busy?: boolean;
    /** Like `disabled`, for a button that may have the focus when it becomes so. */
    off?: boolean;
  };

/**
 * While `busy` it ignores presses, keeps its text and shows a spinner. It also keeps the focus,
 * which a disabled button would lose.
 */
export function Button({ kind, wide, needs, busy = false, off = false, ...rest }: ButtonProps) {
  const { type = 'button', className, children, onClick, ...button } = rest;
  const isOff = busy || off;
  const isAllowed = useMay()(needs);

  function press(event: MouseEvent<HTMLButtonElement>) {
    // Also stops the form, which Enter in a field submits with this button.
    if (isOff) event.preventDefault();
    else onClick?.(event);
  }

  if (!isAllowed) return null;
  return (
    <button
      {...button}
      // oxlint-disable-next-line react/button-has-type -- the caller may ask for submit
      type={type}
      onClick={press}
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      className={classNames(look({ kind, wide }), className)}
    >
      {busy && <Ring />}
      {children}
    </button>
  );
}

export function ButtonLink({
  kind,
  wide,
  needs,
  className,
  ...link
}: ComponentProps<typeof Link> & Look) {
  if (!useMay()(needs)) return null;
  return <Link {...link} className={classNames(look({ kind, wide }), className)} />;
}

function look({ kind = 'secondary', wide = false }: Omit<Look, 'needs'>) {
  return classNames(styles.button, styles[kind], wide && styles.wide);
}
