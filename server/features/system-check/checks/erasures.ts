import { findNotRepeated } from '#server/features/privacy/erase/repeat-erasures.ts';
import { ok, warning, withDatabase, type Check, type CheckDeps } from '../check.ts';

/** Whether a restored backup has an erased person as a user. product-rules 19.4. */
export function erasureCheck(deps: CheckDeps): Check {
  return {
    name: 'Erasures',
    run: withDatabase(deps, async (db) => {
      const users = await findNotRepeated({ db, config: deps.config });
      if (users.length === 0) return ok('Nobody who was erased is back after a restore.');
      return warning(
        `An erased email address came back with a restored backup, and was not erased again: ${users.join(', ')}.`,
        'Open the member. If the address was changed before the restore, enter the new one. If it is the person who was erased, delete and erase the member.',
      );
    }),
  };
}
