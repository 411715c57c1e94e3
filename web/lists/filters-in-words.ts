import { formatDay, isDay } from '#contract/days.ts';
import type { ListRules } from './list-shape.ts';

/** The filters that are set, as people read them: "Province: Limpopo". */
export function filtersInWords(
  { filters }: Pick<ListRules, 'filters'>,
  applied: Readonly<Record<string, string>>,
): string[] {
  return filters.flatMap(({ name, kind, label = name, options }) => {
    const value = applied[name];
    if (value === undefined) return [];
    // The value is an id.
    if (kind === 'chip-id') return [label];
    const shown = isDay(value) ? formatDay(value) : value;
    return [`${label}: ${options?.find((option) => option.value === value)?.label ?? shown}`];
  });
}
