import type { ComponentProps } from 'react';
import { Field, type FieldWords, useFieldTies } from './field.tsx';
import styles from './input.module.css';

type Props = ComponentProps<'textarea'> & FieldWords;

export function TextareaField({ label, error, hint, optional, ...area }: Props) {
  const ties = useFieldTies({ id: area.id, hint, error });
  return (
    <Field id={ties.id} label={label} error={error} hint={hint} optional={optional}>
      <textarea rows={3} {...area} {...ties} className={styles.input} />
    </Field>
  );
}
