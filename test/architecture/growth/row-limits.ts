import { machineLoad } from '#test/support/processes/machine-load.ts';
import type { Exception } from '../calls/call.ts';

/**
 * A page of 100 rows reads a few rows of other tables for each. A table of one page is read whole for each bulk
 * email, once PostgreSQL has statistics of it.
 */
export const mostRows = 2000;

export const promisedMembers = 100_000;

/** What is wrong with the number of rows that a call or a job has read, or with its time. */
export function complaintOf(
  exception: Exception | undefined,
  { rows, ms }: { rows: number; ms: number },
  members: number,
): string | null {
  const isSmall = members < promisedMembers;
  if (exception === undefined || (exception.whileSmall && !isSmall))
    return rows > mostRows ? `more than ${mostRows} rows` : null;
  if (rows <= mostRows / 2) return isSmall ? null : 'needs no exception';
  if (rows > Math.max(mostRows, exception.perMember * members))
    return 'more rows than its exception allows';
  const load = machineLoad();
  return ms > 3 * exception.ms * load ? 'slower than its exception allows' : null;
}
