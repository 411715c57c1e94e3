import type { Choice } from './list-shape.ts';
import styles from './printed-filters.module.css';

interface Props {
  filters: readonly { name: string; label: string; options?: readonly Choice[] }[];
  applied: Readonly<Record<string, string>>;
}

/** On paper there is no form that shows what was searched for. */
export function PrintedFilters({ filters, applied }: Props) {
  const words = filters.flatMap(({ name, label, options }) => {
    const value = applied[name];
    if (value === undefined) return [];
    return `${label}: ${options?.find((option) => option.value === value)?.label ?? value}`;
  });
  return words.length > 0 && <p className={styles.filters}>{words.join(' · ')}</p>;
}
