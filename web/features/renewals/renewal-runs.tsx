import { type QueryClient, useQuery } from '@tanstack/react-query';
import { listRenewalRuns, type RenewalRun, skipHints } from '#contract/renewals/endpoints.ts';
import { call } from '#web/api/call.ts';
import { DefinitionList } from '#web/ui/definition-list.tsx';

const pollMs = 2000;

export const renewalRuns = {
  queryKey: ['renewals'],
  queryFn: () => call(listRenewalRuns),
};

/** The latest runs first; polls while one is running, also one that another administrator started. */
export function useRenewalRuns() {
  return useQuery({
    ...renewalRuns,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.some(({ finishedUtc }) => finishedUtc === null) ? pollMs : false,
  });
}

/** The run that this user started since `lastKnownId`, for when the call's response was lost. */
export async function findLost(
  client: QueryClient,
  lastKnownId: string | undefined,
): Promise<RenewalRun | undefined> {
  try {
    const [newest] = await client.query({ ...renewalRuns, staleTime: 0 });
    return newest?.isOwn === true && newest.id !== lastKnownId ? newest : undefined;
  } catch {
    return undefined;
  }
}

interface Props {
  label: string;
  count: number;
  skipped: RenewalRun['skipped'];
}

/** The number of invoices, and why other members get none. */
export function RenewalCounts({ label, count, skipped }: Props) {
  const others = skipped.map(({ reason, count: many }) => ({
    label: skipHints[reason],
    value: many,
  }));
  return <DefinitionList facts={[{ label, value: count }, ...others]} />;
}
