import { type Day, dayOf, startOf } from '#contract/days.ts';

const dayMs = 86_400_000;

/** Whole days since that day. */
export function ageOf(day: Day, today: Day = dayOf(new Date())): number {
  return Math.round((startOf(today).getTime() - startOf(day).getTime()) / dayMs);
}
