import type { RefObject, SubmitEvent } from 'react';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './filter-form.module.css';
import { type FilterState, hasRoom } from './use-filter-state.ts';
import type { Choice, Filter } from './list-shape.ts';

interface Props {
  id: string;
  state: FilterState;
  /** Takes the focus when the form closes after a search. */
  toggle: RefObject<HTMLButtonElement | null>;
}

/** The filters of a list, one field each. */
export function FilterForm({ id, state, toggle }: Props) {
  /** On phones the form closes, and the first row is in sight. */
  function showRows() {
    if (hasRoom()) return;
    toggle.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    state.search();
    showRows();
  }

  return (
    <form
      id={id}
      aria-label="Filters"
      data-print="no"
      hidden={!state.isOpen}
      onSubmit={submit}
      className={styles.form}
    >
      {state.fields.map((filter) => (
        <FilterField
          key={filter.name}
          filter={filter}
          value={state.draft[filter.name] ?? ''}
          onChange={(value) => state.change(filter.name, value)}
          onApply={(value) => {
            state.search(filter.name, value);
            showRows();
          }}
        />
      ))}
      <div className={styles.buttons}>
        <Button type="submit" kind="primary">
          Search
        </Button>
        <Button
          onClick={() => {
            state.clear();
            showRows();
          }}
        >
          Clear Search
        </Button>
      </div>
    </form>
  );
}

interface FilterFieldProps {
  filter: Filter<string>;
  value: string;
  onChange: (value: string) => void;
  /** Changes the value and searches at once. */
  onApply: (value: string) => void;
}

function FilterField({ filter, value, onChange, onApply }: FilterFieldProps) {
  if (filter.kind === 'segmented') {
    const { label, options, all = 'All' } = filter;
    const choices = [{ value: '', label: all }, ...options];
    return <Segmented label={label} options={choices} value={value} onChoose={onApply} />;
  }
  if (filter.kind === 'choice') {
    return (
      <SelectField
        label={filter.label}
        name={filter.name}
        placeholder={filter.all ?? 'All'}
        options={filter.options}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <TextField
      label={filter.label}
      name={filter.name}
      type={filter.kind === 'day' ? 'date' : 'text'}
      maxLength={200}
      // Autofill is off: it would fill in the administrator's data.
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface SegmentedProps {
  label: string;
  options: readonly Choice[];
  value: string;
  onChoose: (value: string) => void;
}

function Segmented({ label, options, value, onChoose }: SegmentedProps) {
  return (
    <fieldset>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.segments}>
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            aria-pressed={option.value === value}
            onClick={() => onChoose(option.value)}
            className={styles.segment}
          >
            {option.label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
