import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { Field, type FieldWords, useFieldTies } from './field.tsx';
import inputStyles from './input.module.css';
import styles from './select-field.module.css';

export interface Option {
  value: string;
  label: string;
}

type Props = ComponentProps<'select'> &
  FieldWords & {
    options: readonly Option[];
    /** The first option, with the value `''`. */
    placeholder?: string;
  };

export function SelectField({ label, error, hint, optional, ...rest }: Props) {
  const { options, placeholder, ...select } = rest;
  const ties = useFieldTies({ id: select.id, hint, error });
  return (
    <Field id={ties.id} label={label} error={error} hint={hint} optional={optional}>
      <select {...select} {...ties} className={classNames(inputStyles.input, styles.select)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}
