import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

/** The props of every field besides those of its input. */
export interface FieldWords {
  label: string;
  error?: string;
  hint?: ReactNode;
  /** Adds "(optional)" to the label; other fields are required. */
  optional?: boolean;
}

/** The id of an input and what ties its hint and error to it. */
export function useFieldTies({ id, hint, error }: { id?: string } & Partial<FieldWords>) {
  const made = useId();
  const inputId = id ?? made;
  const described = [hint && `${inputId}-hint`, error && `${inputId}-error`].filter(Boolean);
  return {
    id: inputId,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
  } as const;
}

interface Props extends FieldWords {
  id: string;
  children: ReactNode;
}

export function Field({ id, label, hint, error, optional = false, children }: Props) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {optional && <span className={styles.optional}> (optional)</span>}
      </label>
      <FieldHint id={id} hint={hint} />
      {children}
      <FieldError id={id} error={error} />
    </div>
  );
}

export function FieldHint({ id, hint }: { id: string; hint?: ReactNode }) {
  if (!hint) return null;
  return (
    <p id={`${id}-hint`} className={styles.hint}>
      {hint}
    </p>
  );
}

export function FieldError({ id, error }: { id: string; error?: string }) {
  if (!error) return null;
  return (
    <p id={`${id}-error`} className={styles.error}>
      <CircleAlert aria-hidden size={18} />
      {error}
    </p>
  );
}
