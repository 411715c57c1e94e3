import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './amount-field.module.css';
import { Field, useFieldTies } from './field.tsx';
import inputStyles from './input.module.css';
import type { TextFieldProps } from './text-field.tsx';

type Props = TextFieldProps & {
  /** Buttons that fill the field, between its label and the input. */
  chips?: ReactNode;
};

/** An amount in rand, see `readAmount`. The R is beside the input. */
export function AmountField({ label, error, hint, optional, chips, ...input }: Props) {
  const ties = useFieldTies({ id: input.id, hint, error });
  return (
    <Field id={ties.id} label={label} error={error} hint={hint} optional={optional}>
      {chips}
      <div className={styles.box}>
        <span aria-hidden className={styles.rand}>
          R
        </span>
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          {...input}
          {...ties}
          className={classNames(inputStyles.input, styles.input)}
        />
      </div>
    </Field>
  );
}
