import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormContext } from 'react-hook-form';
import { dayOf } from '#contract/days.ts';
import { mostRelatives } from '#contract/limits.ts';
import { relativeTexts } from '#contract/relatives.ts';
import { Button } from '#web/ui/button.tsx';
import { RelativeCard } from './relative-card.tsx';
import { noRelative, type TypedRelative } from './relative-rules.ts';
import styles from './relatives-editor.module.css';

interface Props {
  /** What a new one begins as. */
  blank?: TypedRelative;
  /** The heading of each. */
  heading?: 'h2' | 'h3';
}

/** The relatives of the form around it, which has them as `relatives` and provides its context. */
export function RelativesEditor({ blank = noRelative, heading = 'h2' }: Props) {
  const { getValues, setValue, setFocus, clearErrors } = useFormContext<{
    relatives: TypedRelative[];
  }>();
  // Cards keep their place in the page by a key: a relative that is being typed has no id.
  const [keys, setKeys] = useState(() => [...getValues('relatives').keys()]);
  const [today] = useState(() => dayOf(new Date()));
  const count = useRef<HTMLParagraphElement>(null);
  const isFull = keys.length >= mostRelatives;

  function add() {
    const place = keys.length;
    setValue('relatives', [...getValues('relatives'), blank]);
    // Its inputs must be there to be given the focus.
    flushSync(() => setKeys([...keys, Math.max(-1, ...keys) + 1]));
    setFocus(`relatives.${place}.firstName`);
  }

  function remove(place: number) {
    setValue(
      'relatives',
      getValues('relatives').filter((_, other) => other !== place),
    );
    // They are counted by place; the next check finds those that remain.
    clearErrors('relatives');
    setKeys(keys.filter((_, other) => other !== place));
    // What had the focus is gone.
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
