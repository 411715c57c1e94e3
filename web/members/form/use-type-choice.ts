import { useState } from 'react';
import { memberFormTexts } from '#contract/member-form.ts';
import type { MemberType } from '#contract/member-types.ts';
import { registrationTexts } from '#contract/registration.ts';
import { isBlank } from '#web/relatives/relative-rules.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { type MemberRelative, namesOf } from './member-values.ts';
import type { MemberEdit } from './use-member-form.ts';

const askClear = (relatives: readonly MemberRelative[]) => ({
  title: registrationTexts.askClear,
  body: memberFormTexts.cleared(namesOf(relatives)),
  confirm: registrationTexts.clear,
  cancel: registrationTexts.keep,
});

const askRestore = (relatives: readonly MemberRelative[]) => ({
  title: registrationTexts.askRestore,
  body: memberFormTexts.restorable(namesOf(relatives)),
  confirm: registrationTexts.restore,
  cancel: memberFormTexts.leaveOut,
});

/** Leaving the family type clears the relatives, coming back offers them again. Specification §4. */
export function useTypeChoice(
  { form, typed, fillRelatives }: MemberEdit,
  types: readonly MemberType[],
) {
  const confirm = useConfirm();
  const [earlier, setEarlier] = useState<readonly MemberRelative[]>([]);
  const isFamily = (id: string) => types.some((type) => type.id === id && type.isFamily);

  async function choose(id: string): Promise<void> {
    const was = isFamily(typed.memberTypeID);
    if (was && !isFamily(id)) {
      const there = typed.relatives.filter((relative) => !isBlank(relative));
      if (there.length > 0 && !(await confirm(askClear(there)))) return;
      setEarlier(there);
      fillRelatives([]);
    }
    form.setValue('memberTypeID', id);
    form.clearErrors('memberTypeID');
    if (was || !isFamily(id) || earlier.length === 0) return;
    if (await confirm(askRestore(earlier))) fillRelatives(earlier);
  }

  return { choose, isFamily: isFamily(typed.memberTypeID) };
}
