import type { Certainty } from '#contract/bank-matching/endpoints.ts';
import { certaintyNames } from '#contract/bank-matching/page-texts.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';

/** A word, and a colour beside it. */
export function CertaintyBadge({ certainty }: { certainty: Certainty }) {
  return <StatusBadge status={certaintyNames[certainty]} />;
}
