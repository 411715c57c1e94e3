import { getStartedEntry } from '#contract/get-started/entry-text.ts';
import type { ShownCounts } from '#web/api/menu-counts.ts';

/** `Get started (2 of 7)`, or null when nothing is missing. */
export function getStartedLabel(counts: ShownCounts | undefined): string | null {
  if (!counts?.showsGetStarted) return null;
  const steps = counts.getStarted?.steps ?? [];
  const done = steps.filter(({ isDone }) => isDone);
  return getStartedEntry(done.length, steps.length);
}
