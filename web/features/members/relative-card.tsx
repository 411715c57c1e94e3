import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Day } from '#contract/days.ts';
import { relativeTexts } from '#contract/relatives.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import { EmailField } from '#web/ui/fields/email-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { TypedRelative } from './relative-rules.ts';
import styles from './relatives-editor.module.css';

/** Browsers know the member, not the relative: nothing here is filled in for them. */
const unknown = { autoComplete: 'off' } as const;

interface Props {
  place: number;
  heading: 'h2' | 'h3';
  today: Day;
  onRemove: () => void;
}

export function RelativeCard({ place, heading: Heading, today, onRemove }: Props) {
  const { register, control, formState } = useFormContext<{ relatives: TypedRelative[] }>();
  const hasConsent = useWatch({ control, name: `relatives.${place}.hasConsent` });
  const id = useId();
  const name = `Relative ${place + 1}`;
  const field = (key: 'firstName' | 'lastName' | 'email' | 'dateOfBirth') => ({
    ...register(`relatives.${place}.${key}`),
    ...unknown,
    error: formState.errors.relatives?.[place]?.[key]?.message,
  });
  return (
    <div role="group" aria-labelledby={id} className={styles.card}>
      <div className={styles.head}>
        <Heading id={id} className={styles.name}>
          {name}
        </Heading>
        <Button kind="quiet" onClick={onRemove}>
          <Trash2 aria-hidden size={18} />
          <span>
            {relativeTexts.remove}
            <span className="visually-hidden"> {name.toLowerCase()}</span>
          </span>
        </Button>
      </div>
      <div className={styles.fields}>
        <TextField label="First name" {...field('firstName')} />
        <TextField label="Last name" {...field('lastName')} />
      </div>
      <EmailField label="Email" {...field('email')} />
      <TextField
        label="Date of birth"
        type="date"
        max={today}
        hint={relativeTexts.whyDateOfBirth}
        optional
        {...field('dateOfBirth')}
      />
      <CheckboxField
        label={relativeTexts.consent}
        hint={hasConsent ? undefined : relativeTexts.noConsent}
        optional
        {...register(`relatives.${place}.hasConsent`)}
      />
    </div>
  );
}
