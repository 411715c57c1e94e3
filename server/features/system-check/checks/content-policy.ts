import { counted } from '#contract/counting.ts';
import { dayOf, formatDay } from '#contract/days.ts';
import { ok, warning, withDatabase, type Check, type CheckDeps } from '../check.ts';

const shown = 3;

/** What browsers have blocked on the pages, from their reports of the last 30 days. */
export function contentPolicyCheck(deps: CheckDeps): Check {
  return {
    name: 'Content policy',
    run: withDatabase(deps, async (db) => {
      const kinds = await db
        .selectFrom('policy_violations')
        .selectAll()
        .orderBy('reports', 'desc')
        .orderBy('last_at', 'desc')
        .execute();
      const [first] = kinds.toSorted((a, b) => Number(a.first_at) - Number(b.first_at));
      if (first === undefined) return ok('No browser has reported a violation.');
      const total = kinds.reduce((sum, { reports }) => sum + reports, 0);
      const lines = kinds
        .slice(0, shown)
        .map(
          ({ directive, blocked, page, reports }) =>
            `${directive} (${blocked}) on ${page}: ${reports}`,
        );
      const more = kinds.length > shown ? `, and ${kinds.length - shown} other kinds` : '';
      return warning(
        `Browsers reported ${counted(total, 'violation')} since ${formatDay(dayOf(first.first_at))}: ${lines.join(', ')}${more}.`,
        'Browser extensions cause some of them. Check that no proxy adds anything to the pages. If they began with an update, report them.',
      );
    }),
  };
}
