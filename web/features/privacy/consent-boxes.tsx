import { consentTexts, consentWords, purposes, type Purpose } from '#contract/consents.ts';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import styles from './privacy.module.css';

interface Props {
  choices: Record<Purpose, boolean>;
  change: (choice: Partial<Record<Purpose, boolean>>) => void;
  disabled?: boolean;
}

/** Asked for separately, each unticked until somebody ticks it. POPIA, section 69. */
export function ConsentBoxes({ choices, change, disabled = false }: Props) {
  return (
    <fieldset className={styles.boxes} disabled={disabled}>
      <legend>{consentTexts.legend}</legend>
      <p className={styles.line}>{consentTexts.hint}</p>
      {purposes.map((purpose) => (
        <CheckboxField
          key={purpose}
          label={consentWords[purpose]}
          name={purpose}
          checked={choices[purpose]}
          onChange={({ target }) => change({ [purpose]: target.checked })}
        />
      ))}
    </fieldset>
  );
}
