import { formatRand } from '#contract/money.ts';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import type { PaymentRecord } from './find-record.ts';

/** The amount, and the reference where it may be known. */
export function RecordFacts({ record }: { record: PaymentRecord | null }) {
  const facts = [
    ...(record?.amount ? [{ label: 'Amount', value: formatRand(record.amount) }] : []),
    ...(record?.reference ? [{ label: 'Reference', value: record.reference }] : []),
  ];
  return facts.length === 0 ? null : <DefinitionList facts={facts} />;
}
