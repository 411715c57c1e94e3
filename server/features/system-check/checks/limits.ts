import { formatTime } from '#contract/days.ts';
import { exceededByAll } from '#server/platform/db/rate-counts.ts';
import { ok, warning, withDatabase, type Check, type CheckDeps } from '../check.ts';

/** Whether visitors are refused because there are too many. */
export function limitCheck(deps: CheckDeps): Check {
  return {
    name: 'Limits',
    run: withDatabase(deps, async (db) => {
      if (!deps.config.rateLimits) return ok('There are no limits: RATE_LIMITS is off.');
      const exceeded = await exceededByAll({ db, at: deps.clock.now() });
      if (exceeded.length === 0) return ok('No limit for all visitors together is exceeded.');
      const lines = exceeded.map(
        ({ name, most, endsAt }) =>
          `more than ${most} ${name} in an hour, refused until ${formatTime(endsAt.toISOString()).slice(11)}`,
      );
      return warning(
        `Visitors are refused: ${lines.join('; ')}.`,
        'Look at the latest ones. If they are false, block the addresses that they come from in front of the server.',
      );
    }),
  };
}
