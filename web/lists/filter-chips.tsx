import { X } from 'lucide-react';
import { formatDay } from '#contract/days.ts';
import { Button } from '#web/ui/button.tsx';
import type { Filter } from './list-shape.ts';
import styles from './filter-chips.module.css';

interface Props {
  filters: readonly Filter<string>[];
  /** As the address has them. */
  applied: Readonly<Record<string, string>>;
  onRemove: (name: string) => void;
}

/** What narrows the list although no field of the form shows it. */
export function FilterChips({ filters, applied, onRemove }: Props) {
  const set = filters.filter(({ kind, name }) => kind === 'chip' && applied[name] !== undefined);
  if (set.length === 0) return null;

  function remove(name: string) {
    // The chip takes the focus with it when it goes.
    document.querySelector('h1')?.focus();
    onRemove(name);
  }

  return (
    <ul aria-label="Only" className={styles.chips}>
      {set.map(({ name, label }) => (
        <li key={name}>
          <Button onClick={() => remove(name)} className={styles.chip}>
            <span>
              <span className="visually-hidden">Remove filter: </span>
              {`${label} ${formatDay(applied[name] ?? '')}`}
            </span>
            <X aria-hidden size={18} />
          </Button>
        </li>
      ))}
    </ul>
  );
}
