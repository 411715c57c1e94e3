import { SlidersHorizontal } from 'lucide-react';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { useCharacterKey } from '#web/ui/character-keys.ts';
import { classNames } from '#web/ui/class-names.ts';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './filter-form.module.css';
import type { Choice, Filter } from './list-shape.ts';

type Values = Readonly<Record<string, string>>;

interface Props {
  filters: readonly Filter<string>[];
  /** The filters in the address. */
  applied: Values;
  onSearch: (values: Values) => void;
  onClear: () => void;
}

export function FilterForm({ filters, applied, onSearch, onClear }: Props) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useDraft(applied);
  const fields = filters.filter(({ kind }) => kind !== 'chip');
  const set = fields.filter(({ name }) => applied[name] !== undefined).length;

  useCharacterKey('/', () => {
    setOpen(true);
    // On phones the form is rendered after the next paint.
    requestAnimationFrame(() => {
      form.current?.querySelector<HTMLElement>('input, select, button')?.focus();
    });
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    onSearch(draft);
  }

  return (
    <search className={styles.search} data-print="no">
      <Button
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className={styles.toggle}
      >
        <SlidersHorizontal aria-hidden size={20} />
        {set > 0 ? `Filters (${set})` : 'Filters'}
      </Button>
      <form
        id={id}
        ref={form}
        onSubmit={submit}
        className={classNames(styles.form, open && styles.open)}
      >
        {fields.map((filter) => (
          <FilterField
            key={filter.name}
            filter={filter}
            value={draft[filter.name] ?? ''}
            onChange={(value) => setDraft({ ...draft, [filter.name]: value })}
            onApply={(value) => onSearch({ ...draft, [filter.name]: value })}
          />
        ))}
        <div className={styles.buttons}>
          <Button type="submit" kind="primary">
            Search
          </Button>
          <Button
            onClick={() => {
              setDraft({});
              onClear();
            }}
          >
            Clear Search
          </Button>
        </div>
      </form>
    </search>
  );
}

/** The typed values; reset whenever the address changes. */
function useDraft(applied: Values) {
  const address = new URLSearchParams(applied).toString();
  const [draft, setDraft] = useState(applied);
  const [seen, setSeen] = useState(address);
  if (seen !== address) {
    setSeen(address);
    setDraft(applied);
  }
  return [draft, setDraft] as const;
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
    const { label, options } = filter;
    return <Segmented label={label} options={options} value={value} onChoose={onApply} />;
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

const all: Choice = { value: '', label: 'All' };

function Segmented({ label, options, value, onChoose }: SegmentedProps) {
  return (
    <fieldset>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.segments}>
        {[all, ...options].map((option) => (
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
