import { openingNeeds, openingStates as texts } from '#contract/company-info/opening.ts';
import { readOpening } from '#server/features/company-info/opening.ts';
import { ok, warning, withDatabase, type Check, type CheckDeps } from '../check.ts';

/** Whether visitors can register and donate, and what the organisation has not entered. */
export function openingCheck(deps: CheckDeps): Check {
  return {
    name: 'Register and Donate',
    run: withDatabase(deps, async (db) => {
      const { isOpen, missing } = await readOpening(db, deps.config);
      if (missing.length === 0) return ok(texts.isOpen);
      const names = missing.map((need) => openingNeeds[need]);
      return warning(isOpen ? texts.incomplete(names) : texts.closed(names), texts.advice);
    }),
  };
}
