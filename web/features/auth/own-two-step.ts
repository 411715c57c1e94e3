import { getTwoStep } from '#contract/auth/two-step.ts';
import { call } from '#web/api/call.ts';

/** The caller's own two-step sign-in. */
export const ownTwoStep = {
  queryKey: ['ownTwoStep'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(getTwoStep, { signal }),
  staleTime: 60_000,
};
