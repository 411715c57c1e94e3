import { isRetentionOverdue } from '#server/features/privacy/retention/queries.ts';
import { readRetention } from '#server/features/privacy/retention/settings.ts';
import { ok, warning, withDatabase, type Check, type CheckDeps } from '../check.ts';

/** Whether old records are erased each night. product-rules 19.9. */
export function retentionCheck(deps: CheckDeps): Check {
  return {
    name: 'Retention',
    run: withDatabase(deps, async (db) => {
      const { savedUtc } = await readRetention(db);
      if (savedUtc === null) {
        return warning(
          'Nothing is erased by itself, because no administrator has saved how long records are kept.',
          'Open Company Info, Privacy, How long records are kept, look at the periods and press Save.',
        );
      }
      if (await isRetentionOverdue(db, deps.clock.now())) {
        return warning(
          'Old records were not erased for two days.',
          'Look in the log of the worker for the job apply-retention.',
        );
      }
      return ok('Records that are older than their periods are erased each night.');
    }),
  };
}
