import type { ComponentProps } from 'react';
import { Field, type FieldWords, useFieldTies } from './field.tsx';
import styles from './input.module.css';

export type TextFieldProps = ComponentProps<'input'> & FieldWords;

export function TextField({ label, error, hint, optional, ...input }: TextFieldProps) {
  const ties = useFieldTies({ id: input.id, hint, error });
  return (
    <Field id={ties.id} label={label} error={error} hint={hint} optional={optional}>
      <input type="text" {...input} {...ties} className={styles.input} />
    </Field>
  );
}
