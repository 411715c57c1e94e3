import { counted } from '#contract/counting.ts';
import { lateProofDays, oldestProofDays } from '#contract/proofs/admin-endpoints.ts';
import { largestWaiting, largestWaitingUnproved } from '#contract/proofs/endpoints.ts';
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
      const { size, unprovedSize, late } = await readWaiting(db, deps.clock.now());
      const advice = 'Under Invoices, open Proofs of Payment and mark those that are dealt with.';
      const inMegabytes = (bytes: number) => Math.ceil(bytes / megabyte);
      if (size > much * largestWaiting) {
        return warning(
          `The files that wait have ${inMegabytes(size)} of ${inMegabytes(largestWaiting)} MB. Beyond that, no more are taken.`,
          advice,
        );
      }
      if (unprovedSize > much * largestWaitingUnproved) {
        return warning(
          `The files that wait of members whose address is not proved have ${inMegabytes(unprovedSize)} of ${inMegabytes(largestWaitingUnproved)} MB. Beyond that, only those of other members are taken.`,
          advice,
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
