import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { classNames } from '../class-names.ts';
import styles from './combobox-field.module.css';
import { Field, type FieldWords, useFieldTies } from './field.tsx';
import inputStyles from './input.module.css';

export interface Suggestion {
  id: string;
  title: string;
  /** Distinguishes suggestions with the same title. */
  line?: string;
}

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onSelect'> &
  FieldWords & {
    /** The typed text; the caller searches for it. */
    text: string;
    onText: (text: string) => void;
    suggestions: readonly Suggestion[];
    onChoose: (suggestion: Suggestion) => void;
    /** "3 members found", for screen readers; visible if there are none. */
    status: string;
  };

/** Search as you type: arrows move, Enter selects, Escape closes. */
export function ComboboxField({ label, error, hint, optional, ...rest }: Props) {
  const { text, onText, suggestions, onChoose, status, ...input } = rest;
  const ties = useFieldTies({ id: input.id, hint, error });
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const listId = `${ties.id}-list`;
  const optionId = (place: number) => `${listId}-${place}`;
  const current = Math.min(active, suggestions.length - 1);
  const isShown = isOpen && text.trim() !== '';

  function choose(suggestion: Suggestion) {
    setOpen(false);
    setActive(-1);
    onChoose(suggestion);
  }

  function move(by: number) {
    setOpen(true);
    if (suggestions.length === 0) return;
    const from = current < 0 && by < 0 ? 0 : current;
    setActive((from + by + suggestions.length) % suggestions.length);
  }

  function press(event: KeyboardEvent) {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') move(key === 'ArrowDown' ? 1 : -1);
    else if (key === 'Enter' && isShown) {
      const chosen = suggestions[current];
      if (chosen) choose(chosen);
    } else if (key === 'Escape' && isShown) setOpen(false);
    else return;
    event.preventDefault();
  }

  return (
    <Field id={ties.id} label={label} error={error} hint={hint} optional={optional}>
      <div className={styles.box}>
        <input
          type="text"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...ties}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isShown && suggestions.length > 0}
          aria-controls={listId}
          aria-activedescendant={isShown && current >= 0 ? optionId(current) : undefined}
          value={text}
          onChange={(event) => {
            setOpen(true);
            setActive(-1);
            onText(event.currentTarget.value);
          }}
          onKeyDown={press}
          onBlur={(event) => {
            setOpen(false);
            input.onBlur?.(event);
          }}
          className={inputStyles.input}
        />
        <div
          id={listId}
          role="listbox"
          aria-label={label}
          hidden={!isShown || suggestions.length === 0}
          className={styles.list}
        >
          {suggestions.map((suggestion, place) => (
            // The input handles the keys and keeps the focus.
            <div
              key={suggestion.id}
              id={optionId(place)}
              role="option"
              tabIndex={-1}
              aria-selected={place === current}
              // The press must not blur the input, or the list closes before the click.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(suggestion)}
              onKeyDown={press}
              className={classNames(styles.option, place === current && styles.active)}
            >
              <span className={styles.title}>{suggestion.title}</span>
              {suggestion.line && <span className={styles.line}>{suggestion.line}</span>}
            </div>
          ))}
        </div>
      </div>
      <output className={isShown && suggestions.length === 0 ? styles.status : 'visually-hidden'}>
        {isShown && status}
      </output>
    </Field>
  );
}
