import { useQuery } from '@tanstack/react-query';
import { type Backup, getBackups } from '#contract/backups/endpoints.ts';
import { call } from '#web/api/call.ts';

const pollMs = 1500;
/** Nobody waits for the nightly backup. */
const rarelyMs = 10 * 60_000;

/** Followed closely while a backup waits, runs or is copied. The notice above the page uses the same reply. */
export function useBackups() {
  return useQuery({
    queryKey: ['backups'],
    queryFn: ({ signal }) => call(getBackups, { signal }),
    refetchInterval: ({ state }) => (state.data?.recent.some(isAwaited) ? pollMs : rarelyMs),
  });
}

function isAwaited(backup: Backup): boolean {
  const { failure, copyFolder, isCopied, copyFailure } = backup;
  const isCopying = failure === null && copyFolder !== null && !isCopied && copyFailure === null;
  return isCopying || isUnfinished(backup);
}

export function isUnfinished({ madeUtc, failure }: Backup): boolean {
  return madeUtc === null && failure === null;
}
