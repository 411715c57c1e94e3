import { Plus, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormContext, useWatch } from 'react-hook-form';
import { type Day, dayOf } from '#contract/days.ts';
import { mostRelatives } from '#contract/limits.ts';
import { relativeTexts } from '#contract/members/relatives.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import { EmailField } from '#web/ui/fields/email-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { FoldingDisclosure } from '#web/ui/folding/folding-disclosure.tsx';
import { noRelative, type TypedRelative } from './relative-rules.ts';
import styles from './relatives-editor.module.css';

interface Props {
  /** The values of a new relative. */
  blank?: TypedRelative;
  /** The heading of each card. */
  heading?: 'h2' | 'h3';
  /** Relatives that are there at first start closed on phones. */
  isFolding?: boolean;
}

/** Edits the `relatives` of the form in whose context it is. */
export function RelativesEditor({ blank = noRelative, heading = 'h2', isFolding = false }: Props) {
  const { getValues, setValue, setFocus, clearErrors } = useFormContext<{
    relatives: TypedRelative[];
  }>();
  // A new relative has no id, so cards have a key of their own.
  const [keys, setKeys] = useState(() => [...getValues('relatives').keys()]);
  const [stored] = useState(keys.length);
  const [today] = useState(() => dayOf(new Date()));
  const count = useRef<HTMLParagraphElement>(null);
  const isFull = keys.length >= mostRelatives;

  function add() {
    const place = keys.length;
    setValue('relatives', [...getValues('relatives'), blank]);
    // The inputs must be rendered before they get the focus.
    flushSync(() => setKeys([...keys, Math.max(-1, ...keys) + 1]));
    setFocus(`relatives.${place}.firstName`);
  }

  function remove(place: number) {
    setValue(
      'relatives',
      getValues('relatives').filter((_, other) => other !== place),
    );
    // Errors belong to positions; the next check finds those that remain.
    clearErrors('relatives');
    setKeys(keys.filter((_, other) => other !== place));
    // The focused card has been removed.
    count.current?.focus();
  }

  return (
    <div className={styles.editor}>
      <p ref={count} role="status" tabIndex={-1} className={styles.count}>
        {countWords(keys.length)}
      </p>
      {keys.map((key, place) => (
        <RelativeCard
          key={key}
          place={place}
          heading={heading}
          isFolding={isFolding && key < stored}
          today={today}
          onRemove={() => remove(place)}
        />
      ))}
      {isFull ? (
        <p className={styles.full}>{relativeTexts.tooMany}</p>
      ) : (
        <Button onClick={add}>
          <Plus aria-hidden size={20} />
          {relativeTexts.add}
        </Button>
      )}
    </div>
  );
}

function countWords(count: number): string {
  return count === 0 ? relativeTexts.none : `${count} of ${mostRelatives} relatives`;
}

/** Autofill is off: it would fill in the member's data. */
const unknown = { autoComplete: 'off' } as const;

interface RelativeCardProps {
  place: number;
  heading: 'h2' | 'h3';
  isFolding: boolean;
  today: Day;
  onRemove: () => void;
}

function RelativeCard({ place, heading: Heading, isFolding, today, onRemove }: RelativeCardProps) {
  const id = useId();
  const name = `Relative ${place + 1}`;
  const fields = <RelativeFields place={place} today={today} />;
  const remove = (
    <Button kind="quiet" onClick={onRemove}>
      <Trash2 aria-hidden size={18} />
      <span>
        {relativeTexts.remove}
        <span className="visually-hidden"> {name.toLowerCase()}</span>
      </span>
    </Button>
  );
  if (!isFolding) {
    return (
      <div role="group" aria-labelledby={id} className={styles.card}>
        <div className={styles.head}>
          <Heading id={id} className={styles.name}>
            {name}
          </Heading>
          {remove}
        </div>
        {fields}
      </div>
    );
  }
  return (
    <div role="group" aria-labelledby={id} className={classNames(styles.card, styles.folding)}>
      <FoldingDisclosure summary={<RelativeSummary id={id} name={name} place={place} />}>
        <div className={styles.fold}>
          {fields}
          {remove}
        </div>
      </FoldingDisclosure>
    </div>
  );
}

interface RelativeSummaryProps {
  id: string;
  name: string;
  place: number;
}

/** What a closed relative shows. */
function RelativeSummary({ id, name, place }: RelativeSummaryProps) {
  const { control } = useFormContext<{ relatives: TypedRelative[] }>();
  const [firstName, lastName, hasConsent] = useWatch({
    control,
    name: [
      `relatives.${place}.firstName`,
      `relatives.${place}.lastName`,
      `relatives.${place}.hasConsent`,
    ],
  });
  return (
    <span className={styles.summary}>
      <span id={id}>{name}</span>
      <span className={styles.line}>
        {firstName} {lastName}
      </span>
      {!hasConsent && <span className={styles.line}>{relativeTexts.noConsent}</span>}
    </span>
  );
}

interface RelativeFieldsProps {
  place: number;
  today: Day;
}

function RelativeFields({ place, today }: RelativeFieldsProps) {
  const { register, control, formState } = useFormContext<{ relatives: TypedRelative[] }>();
  const hasConsent = useWatch({ control, name: `relatives.${place}.hasConsent` });
  const field = (key: 'firstName' | 'lastName' | 'email' | 'dateOfBirth') => ({
    ...register(`relatives.${place}.${key}`),
    ...unknown,
    error: formState.errors.relatives?.[place]?.[key]?.message,
  });
  return (
    <>
      <div className={styles.fields}>
        <TextField label="First name" {...field('firstName')} />
        <TextField label="Last name" {...field('lastName')} />
      </div>
      <EmailField label="Relative’s email" {...field('email')} />
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
    </>
  );
}
