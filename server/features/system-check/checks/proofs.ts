import { counted } from '#contract/counting.ts';
import { lateProofDays, oldestProofDays } from '#contract/proofs/admin-endpoints.ts';
import { largestWaiting } from '#contract/proofs/endpoints.ts';
import { readWaiting } from '#server/features/proofs/queries.ts';
import { ok, warning, withDatabase, type Check, type CheckDeps } from '../check.ts';

const megabyte = 1024 * 1024;
/** Of the room for files that wait. */
const much = 0.8;

/** Files of payers that no administrator has looked at. product-rules 26.6. */
export function proofCheck(deps: CheckDeps): Check {
  return {
    name: 'Proofs of payment',
    run: withDatabase(deps, async (db) => {
      const { size, late } = await readWaiting(db, deps.clock.now());
      const [megabytes, most] = [size, largestWaiting].map((bytes) => Math.ceil(bytes / megabyte));
      if (size > much * largestWaiting) {
        return warning(
          `The files that wait have ${megabytes} of ${most} MB. Beyond that, no more are taken.`,
          'Under Invoices, open Proofs of Payment and mark those that are dealt with.',
        );
      }
      if (late > 0) {
        return warning(
          `Waiting for more than ${lateProofDays} days: ${counted(late, 'file')}. A file is deleted after ${oldestProofDays} days.`,
          'Under Invoices, open Proofs of Payment. Record the payments, or mark the files as dealt with.',
        );
      }
      return ok(`No file of a payer has been waiting for more than ${lateProofDays} days.`);
    }),
  };
}
