import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldError, FieldHint } from './field.tsx';
import styles from './radio-cards.module.css';

export interface RadioCard {
  value: string;
  title: string;
  /** A short description. */
  line?: ReactNode;
  disabled?: boolean;
}

type Props = Omit<ComponentProps<'input'>, 'type'> & {
  legend: string;
  options: readonly RadioCard[];
  hint?: ReactNode;
  error?: string;
};

/** Controlled with `value`; otherwise the form holds the value. */
export function RadioCards({ legend, options, hint, error, value, ...input }: Props) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <fieldset
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-describedby={described || undefined}
      className={styles.group}
    >
      <legend className={styles.legend}>{legend}</legend>
      <FieldHint id={id} hint={hint} />
      <div className={styles.cards}>
        {options.map((option, place) => (
          <label key={option.value} className={styles.card}>
            <input
              {...input}
              type="radio"
              value={option.value}
              aria-labelledby={`${id}-${place}`}
              aria-describedby={option.line ? `${id}-${place}-line` : undefined}
              checked={value === undefined ? undefined : value === option.value}
              disabled={input.disabled === true || option.disabled === true}
              className={styles.radio}
            />
            <span className={styles.words}>
              <span id={`${id}-${place}`} className={styles.title}>
                {option.title}
              </span>
              {option.line && (
                <span id={`${id}-${place}-line`} className={styles.line}>
                  {option.line}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}
