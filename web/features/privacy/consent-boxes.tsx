import { Link } from 'react-router';
import { consentTexts, consentWords, type Purpose, purposes } from '#contract/privacy/consents.ts';
import { privacyTexts } from '#contract/privacy/texts.ts';
import { paths } from '#web/app/paths.ts';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import styles from './privacy.module.css';

interface Props {
  choices: Record<Purpose, boolean>;
  change: (choice: Partial<Record<Purpose, boolean>>) => void;
  disabled?: boolean;
}

/** Separate consents, unticked by default. POPIA, section 69. */
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

/** What the fields above are used for, with a link to the privacy notice. */
export function PrivacyLine({ children }: { children: string }) {
  return (
    <p className={styles.line}>
      {children} {/* Opens a new tab, so that nothing typed is lost. */}
      <Link to={paths.privacy()} target="_blank" rel="noopener">
        {privacyTexts.more}
        <span className="visually-hidden"> (opens in a new tab)</span>
      </Link>
    </p>
  );
}
