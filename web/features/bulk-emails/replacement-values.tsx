import { useId } from 'react';
import { bulkEmailWords } from '#contract/bulk-email-words.ts';
import { placeholder } from '#contract/placeholders.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './placeholders.module.css';

/** As people are addressed; what else there is comes after. */
const order = ['Title', 'FirstName', 'LastName', 'MembershipNumber', 'MemberType', 'ValidUntil'];

interface Props {
  /** From each placeholder's name to what it is replaced by, in words. */
  values: Readonly<Record<string, string>>;
  onInsert: (name: string) => void;
  told: string;
}

/** What the chosen list can fill, each a button that puts it into the text. Specification §2. */
export function ReplacementValues({ values, onInsert, told }: Props) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={styles.values}>
      <p id={id} className={styles.label}>
        {bulkEmailWords.replacements}
      </p>
      <p className={styles.hint}>{bulkEmailWords.replacementsHint}</p>
      <ul className={styles.list}>
        {inOrder(values).map(([name, words]) => (
          <li key={name}>
            <Button
              title={words}
              aria-label={`${bulkEmailWords.insert(placeholder(name))}, ${words}`}
              // The caret stays where it is until the placeholder is in.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onInsert(name)}
              className={styles.value}
            >
              {placeholder(name)}
            </Button>
          </li>
        ))}
      </ul>
      <output className="visually-hidden">{told}</output>
    </div>
  );
}

function inOrder(values: Props['values']): [string, string][] {
  const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.entries(values).toSorted(([one], [other]) => placeOf(one) - placeOf(other));
}
