import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Ring } from './spinner.tsx';

export type ButtonKind = 'primary' | 'secondary' | 'accent' | 'danger' | 'quiet';

interface Look {
  kind?: ButtonKind;
  /** As wide as its container. */
  wide?: boolean;
}

type ButtonProps = ComponentProps<'button'> &
  Look & {
    busy?: boolean;
    /**
     * Keeps the focus while busy, which a disabled button would lose. The caller ignores presses.
     */
    keepsFocus?: boolean;
  };

/** While `busy` it is disabled, keeps its text and shows a spinner. */
export function Button({ kind, wide, busy = false, keepsFocus = false, ...rest }: ButtonProps) {
  const { type = 'button', disabled, className, children, ...button } = rest;
  return (
    <button
      {...button}
      // oxlint-disable-next-line react/button-has-type -- the caller may ask for submit
      type={type}
      disabled={disabled === true || (busy && !keepsFocus)}
      aria-disabled={(busy && keepsFocus) || undefined}
      aria-busy={busy || undefined}
      className={classNames(look({ kind, wide }), className)}
    >
      {busy && <Ring />}
      {children}
    </button>
  );
}

export function ButtonLink({ kind, wide, className, ...link }: ComponentProps<typeof Link> & Look) {
  return <Link {...link} className={classNames(look({ kind, wide }), className)} />;
}

function look({ kind = 'secondary', wide = false }: Look) {
  return classNames(styles.button, styles[kind], wide && styles.wide);
}
