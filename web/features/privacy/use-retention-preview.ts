import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { previewRetention, type retentionForm } from '#contract/privacy/retention.ts';
import { call } from '#web/api/call.ts';
import { useAfterPause } from '#web/forms/use-after-pause.ts';

const pauseMs = 400;

/** How many records the typed periods would erase today. `null`: they are not valid yet. */
export function useRetentionPreview(periods: z.output<typeof retentionForm> | null) {
  const typed = periods === null ? '' : JSON.stringify(periods);
  const counted = useAfterPause(typed, pauseMs);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['retention', 'preview', counted],
    queryFn: ({ signal }) =>
      call(previewRetention, {
        body: JSON.parse(counted) as z.output<typeof retentionForm>,
        signal,
      }),
    enabled: counted !== '',
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const isCurrent = counted === typed && typed !== '' && !isFetching;
  return {
    counts: isCurrent ? data : undefined,
    isError: isError && isCurrent,
    isFetching,
    refetch,
  };
}
