import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RecordStory } from '#contract/payments/record-story.ts';
import { followsChanges } from '#web/api/changes.ts';

/**
 * The story of an invoice or a donation, loaded again whenever the record's version changes. The version
 * is `''` until the record is loaded.
 */
export function useRecordStory<S extends RecordStory>(
  [list, id, version]: ['invoices' | 'donations', string, string],
  load: (signal: AbortSignal) => Promise<S>,
) {
  return useQuery({
    queryKey: [list, 'story', id, version],
    queryFn: ({ signal }) => load(signal),
    enabled: version !== '',
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    meta: followsChanges,
  });
}
