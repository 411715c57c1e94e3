import type { MonthEnd } from '#contract/month-end/endpoints.ts';
import { formatPeriod } from '#contract/month-end/periods.ts';
import type { Choice } from '#web/lists/list-shape.ts';

/** The financial years of the books, and their months. */
export function periodChoices(monthEnd: MonthEnd | undefined): Choice[] {
  const { months = [], years = [], settings } = monthEnd ?? {};
  return [...years, ...months.map(({ month }) => month)].map((value) => ({
    value,
    label: formatPeriod(value, settings?.yearEndMonth ?? 2),
  }));
}
