import { emailTexts } from '#contract/auth/endpoints.ts';
import { refusingTaken } from '#server/errors.ts';

/** Two people can't sign in with one address: the database's refusal, said at the field. */
export function refusingTakenEmail<T>(effect: () => Promise<T>): Promise<T> {
  const taken = { field: 'email', message: emailTexts.taken };
  return refusingTaken('users_email_key', taken, effect);
}
