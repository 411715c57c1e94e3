import { X } from 'lucide-react';
import { formatDay } from '#contract/days.ts';
import { Button } from '#web/ui/button.tsx';
import type { Filter } from './list-shape.ts';
import styles from './filter-chips.module.css';

interface Props {
  filters: readonly Filter<string>[];
  /** The filters in the address. */
  applied: Readonly<Record<string, string>>;
  onRemove: (name: string) => void;
}

export function isChip(kind: string): boolean {
  return kind === 'chip' || kind === 'chip-id';
}

/** Filters that only the address sets and the form does not show. */
export function FilterChips({ filters, applied, onRemove }: Props) {
  const set = filters.filter(({ kind, name }) => isChip(kind) && applied[name] !== undefined);
  if (set.length === 0) return null;

  function remove(name: string) {
    // The focused chip is removed.
    document.querySelector('h1')?.focus();
    onRemove(name);
  }

  return (
    <ul aria-label="Only" className={styles.chips}>
      {set.map(({ name, label, kind }) => (
        <li key={name}>
          <Button onClick={() => remove(name)} className={styles.chip}>
            <span>
              <span className="visually-hidden">Remove filter: </span>
              {kind === 'chip' ? `${label} ${formatDay(applied[name] ?? '')}` : label}
            </span>
            <X aria-hidden size={18} />
          </Button>
        </li>
      ))}
    </ul>
  );
}
