import type { MemberType } from '#contract/member-types.ts';
import { relativesForm } from '#web/features/members/relative-rules.ts';
import type { Draft } from './draft.ts';
import { personForm, personKept } from './person-form.ts';
import type { Standing } from './wizard-steps.ts';

/** How far the draft has come; `type` is the chosen one, if it is still offered. */
export function standingOf(draft: Draft, type: MemberType | undefined): Standing {
  const kept = personKept.safeParse(draft.person);
  return {
    isFamily: type?.isFamily === true,
    person: type !== undefined && kept.success && kept.data.email === draft.freeEmail,
    passwords: personForm.safeParse(draft.person).success,
    relatives: relativesForm().safeParse(draft).success,
  };
}

/** Only a reload does this: there was more, and both passwords are blank. */
export function lostPasswords({ person }: Draft, standing: Standing): boolean {
  return standing.person && person.password === '' && person.confirmPassword === '';
}
