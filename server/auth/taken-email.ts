import { registrationTexts } from '#contract/registration.ts';
import { Refused, violated } from '../errors.ts';

/** Two people can't sign in with one address: the database's refusal, said at the field. */
export async function refusingTakenEmail<T>(effect: () => Promise<T>): Promise<T> {
  try {
    return await effect();
  } catch (error) {
    if (violated(error) !== 'users_email_key') throw error;
    const message = registrationTexts.emailTaken;
    throw new Refused('conflict', message, [{ field: 'email', message }]);
  }
}
