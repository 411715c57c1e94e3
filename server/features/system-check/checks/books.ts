import { bookTexts, failuresOf } from '#contract/books/endpoints.ts';
import { formatMoment } from '#contract/days.ts';
import { readBookState } from '#server/features/books/queries.ts';
import { failed, ok, warning, withDatabase, type Check, type CheckDeps } from '../check.ts';

const advice = 'Press Check now in System Check, Books, or run "npm run reconcile".';

/** Whether the last check of the books passed, and how old it is. product-rules 23.4. */
export function bookCheck(deps: CheckDeps): Check {
  return {
    name: 'Books',
    run: withDatabase(deps, async (db) => {
      const { last, isOverdue } = await readBookState(db, deps.clock.now());
      if (last === null) {
        return isOverdue ? warning(bookTexts.overdue, advice) : ok(bookTexts.none);
      }
      const failures = failuresOf(last.results);
      const finding = bookTexts.last(formatMoment(last.checkedAt.toISOString()), failures.length);
      if (failures.length > 0) {
        const names = failures.map(({ name }) => name).join(', ');
        return failed(`${finding} ${names}.`, 'Books in System Check says which and what to do.');
      }
      return isOverdue ? warning(`${finding} ${bookTexts.overdue}`, advice) : ok(finding);
    }),
  };
}
