import type { Fate, ImportState } from './endpoints.ts';
import { importWords as words } from './texts.ts';

/** What becomes of a row, or what became of it. */
export function fateNames(state: ImportState): Readonly<Record<Fate, string>> {
  if (state === 'undone') return words.undoneFates;
  return state === 'imported' || state === 'undoing' ? words.doneFates : words.fates;
}
