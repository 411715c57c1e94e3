import type { ComponentProps } from 'react';
import styles from './checkbox-field.module.css';
import { FieldError, FieldHint, type FieldWords, useFieldTies } from './field.tsx';

type Props = ComponentProps<'input'> & FieldWords;

export function CheckboxField({ label, error, hint, optional, ...input }: Props) {
  const ties = useFieldTies({ id: input.id, hint, error });
  return (
    <div className={styles.field}>
      <label htmlFor={ties.id} className={styles.label}>
        <input {...input} {...ties} type="checkbox" className={styles.box} />
        <span>
          {label}
          {optional === true && ' (optional)'}
        </span>
      </label>
      <FieldHint id={ties.id} hint={hint} />
      <FieldError id={ties.id} error={error} />
    </div>
  );
}
