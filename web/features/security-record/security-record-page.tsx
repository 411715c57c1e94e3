import { formatMoment } from '#contract/days.ts';
import {
  searchSecurityEvents,
  type SecurityEvent,
  securityKinds,
  securityTexts,
} from '#contract/security-record/endpoints.ts';
import { savedSearchesOf } from '#web/features/saved-searches/saved-searches.tsx';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Column, Filter } from '#web/lists/list-shape.ts';
import { searching } from '#web/lists/searching.ts';
import { TwoLines } from '#web/lists/two-lines.tsx';

const load = searching(searchSecurityEvents);

const savedSearches = savedSearchesOf('securityRecord');

/** Read-only list of sign-ins, password resets and downloads. product-rules 4.32. */
export function SecurityRecordPage() {
  return (
    <AdminList
      title={securityTexts.heading}
      searchHint="Name, email, address, device"
      cacheKey="securityRecord"
      load={load}
      texts={securityTexts}
      savedSearches={savedSearches}
      columns={columns}
      filters={filters}
      defaultSort={{ by: 'At', descending: true }}
      nameOf={({ kind, at }) => `${kindOf(kind)}, ${formatMoment(at)}`}
    />
  );
}

/** A kind of another version has no label. */
function kindOf(kind: string): string {
  return (securityKinds as Record<string, string>)[kind] ?? kind;
}

function whatOf({ kind, count }: SecurityEvent): string {
  return count === 1 ? kindOf(kind) : `${kindOf(kind)}, ${securityTexts.times(count)}`;
}

const columns: readonly Column<SecurityEvent>[] = [
  { header: 'When', sortBy: 'At', cell: ({ at }) => formatMoment(at) },
  {
    header: 'What',
    sortBy: 'Kind',
    card: 'title',
    cell: (event) => <TwoLines first={whatOf(event)} second={event.detail} />,
  },
  { header: 'Who', sortBy: 'Person', cell: ({ person }) => person },
  {
    header: 'From',
    sortBy: 'Client',
    cell: ({ client, device }) => <TwoLines first={client} second={device} />,
  },
];

const filters: readonly Filter<'kind' | 'person' | 'from' | 'to'>[] = [
  {
    kind: 'choice',
    name: 'kind',
    label: 'What',
    options: Object.entries(securityKinds).map(([value, label]) => ({ value, label })),
  },
  { kind: 'text', name: 'person', label: 'Who' },
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'To' },
];
