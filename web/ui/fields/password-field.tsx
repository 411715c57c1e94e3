import { Eye, EyeOff } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { classNames } from '../class-names.ts';
import { Field, useFieldTies } from './field.tsx';
import inputStyles from './input.module.css';
import styles from './password-field.module.css';
import type { TextFieldProps } from './text-field.tsx';

/** `autoComplete` is `current-password`, or `new-password` on both new fields. */
export function PasswordField({ label, error, hint, optional, ...input }: TextFieldProps) {
  const ties = useFieldTies({ id: input.id, hint, error });
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent<HTMLInputElement>) =>
    setCapsLock(event.getModifierState('CapsLock'));
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field id={ties.id} label={label} error={error} hint={hint} optional={optional}>
      <div className={styles.box}>
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          {...ties}
          type={shown ? 'text' : 'password'}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          className={classNames(inputStyles.input, styles.input)}
        />
        <button
          type="button"
          aria-pressed={shown}
          aria-controls={ties.id}
          onClick={() => setShown(!shown)}
          className={styles.toggle}
        >
          <Icon aria-hidden size={20} />
          <span>
            Show<span className="visually-hidden"> {label.toLowerCase()}</span>
          </span>
        </button>
      </div>
      <output className={styles.capsLock}>{capsLock && 'Caps Lock is on.'}</output>
    </Field>
  );
}
