import { Search } from 'lucide-react';
import { type SubmitEvent, useId, useRef } from 'react';
import { useCharacterKey } from '#web/ui/character-keys.ts';
import { type FilterState, hasRoom } from './use-filter-state.ts';
import styles from './search-box.module.css';

interface Props {
  state: FilterState;
  /** The words of the address. */
  applied: string;
  /** The fields in which the words are searched, such as "Name, number, email". */
  hint: string;
}

/** Finds the rows that contain all its words. `/` moves the focus here. */
export function SearchBox({ state, applied, hint }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useCharacterKey('/', () => {
    input.current?.focus();
    input.current?.select();
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    state.search();
    // Closes the keyboard of a phone, which covers the rows.
    if (!hasRoom()) document.querySelector('h1')?.focus({ preventScroll: true });
  }

  function type(value: string) {
    state.change('text', value);
    // The browser's own button empties the box.
    if (value === '' && applied !== '') state.search('text', '');
  }

  return (
    <search className={styles.search} data-print="no">
      <form onSubmit={submit} className={styles.form}>
        <label htmlFor={id} className="visually-hidden">
          Search
        </label>
        <Search aria-hidden size={18} className={styles.icon} />
        <input
          id={id}
          ref={input}
          type="search"
          name="text"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={200}
          placeholder={hint}
          value={state.draft['text'] ?? ''}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            document.querySelector<HTMLElement>('[data-row]')?.focus();
          }}
          className={styles.input}
        />
      </form>
    </search>
  );
}
