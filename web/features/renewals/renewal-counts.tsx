import { type RenewalRun, skipHints } from '#contract/renewals.ts';
import { DefinitionList } from '#web/ui/definition-list.tsx';

interface Props {
  label: string;
  count: number;
  skipped: RenewalRun['skipped'];
}

/** How many invoices, and why others get none. */
export function RenewalCounts({ label, count, skipped }: Props) {
  const others = skipped.map(({ reason, count: many }) => ({
    label: skipHints[reason],
    value: many,
  }));
  return <DefinitionList facts={[{ label, value: count }, ...others]} />;
}
