import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { Filter } from './list-shape.ts';
import { Segmented } from './segmented.tsx';

interface Props {
  filter: Filter<string>;
  value: string;
  onChange: (value: string) => void;
  /** Changed and searched for at once. */
  onApply: (value: string) => void;
}

export function FilterField({ filter, value, onChange, onApply }: Props) {
  if (filter.kind === 'segmented') {
    const { label, options } = filter;
    return <Segmented label={label} options={options} value={value} onChoose={onApply} />;
  }
  if (filter.kind === 'choice') {
    return (
      <SelectField
        label={filter.label}
        name={filter.name}
        placeholder="All"
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
      // The administrator looks for others: own data would only be in the way.
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
