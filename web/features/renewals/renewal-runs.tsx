import { type QueryClient, useQuery } from '@tanstack/react-query';
import { listRenewalRuns, type RenewalRun, skipHints } from '#contract/renewals/endpoints.ts';
import { type ApiError, asApiError } from '#web/api/api-error.ts';
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

/** The newest run as it is now: not every page that sends has loaded the runs. */
export async function readNewest(
  client: QueryClient,
): Promise<{ ok: true; run: RenewalRun | undefined } | { ok: false; error: ApiError }> {
  try {
    const [run] = await client.query({ ...renewalRuns, staleTime: 0 });
    return { ok: true, run };
  } catch (error) {
    return { ok: false, error: asApiError(error) };
  }
}

/** The run that this user started since `lastKnownId`, for when the call's response was lost. */
export async function findLost(
  client: QueryClient,
  lastKnownId: string | undefined,
): Promise<RenewalRun | undefined> {
  const newest = await readNewest(client);
  if (!newest.ok || newest.run?.isOwn !== true) return undefined;
  return newest.run.id === lastKnownId ? undefined : newest.run;
}

interface Props {
  label: string;
  count: number;
  skipped: RenewalRun['skipped'];
  skippedMembers?: readonly { reason: string; name: string }[];
}

/** The number of invoices, and why other members get none. */
export function RenewalCounts({ label, count, skipped, skippedMembers = [] }: Props) {
  const others = skipped.map(({ reason, count: many }) => {
    const names = skippedMembers.filter((one) => one.reason === reason).map(({ name }) => name);
    return {
      label: skipHints[reason],
      value: names.length === 0 ? many : `${many}: ${names.join(', ')}`,
    };
  });
  return <DefinitionList facts={[{ label, value: count }, ...others]} />;
}
