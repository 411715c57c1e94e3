import { memberTypeTexts } from '#contract/member-types/endpoints.ts';
import { refusingTaken } from '#server/errors.ts';

/** Two types can't share a name, whatever its case and accents: the database's refusal, at the field. */
export function refusingTakenName<T>(effect: () => Promise<T>): Promise<T> {
  const taken = { field: 'name', message: memberTypeTexts.nameTaken };
  return refusingTaken('member_types_name_key', taken, effect);
}
