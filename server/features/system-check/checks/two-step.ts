import { findUnreadableTwoStep } from '#server/features/auth/two-step/queries.ts';
import { failed, ok, withDatabase, withoutSecret, type Check, type CheckDeps } from '../check.ts';

/** After a change of the installation's key the codes of the apps are refused like wrong passwords. */
export function twoStepCheck(deps: CheckDeps): Check {
  const { secret } = deps;
  return {
    name: 'Two-step sign-in',
    run: withDatabase(deps, async (db) => {
      if (secret === null) return withoutSecret;
      const emails = await findUnreadableTwoStep(db, secret);
      if (emails.length === 0) return ok('The codes of all apps can be checked.');
      return failed(
        `It was set up with another key than that of this installation, so codes of the app do not work: ${emails.join(', ')}.`,
        'If SESSION_SECRET was changed by mistake, set it back and restart. If not, turn it off on the server with "membership reset-two-step EMAIL" (in a clone "npm run reset-two-step -- EMAIL") for each address. They sign in with the password alone, and set it up again.',
      );
    }),
  };
}
