import { useState } from 'react';
import type { MemberType } from '#contract/member-types/endpoints.ts';
import { clearingTexts } from '#contract/members/relatives.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { type MemberRelative, namesOf } from './member-values.ts';
import { isBlank } from './relative-rules.ts';
import type { MemberEdit } from './use-member-form.ts';

/** The texts of the dialogs, with the relatives' names. */
export interface TypeChoiceTexts {
  cleared: (names: string) => string;
  restorable: (names: string) => string;
}

/**
 * Leaving the family type clears the relatives; returning to it restores them. product-rules 14.12.
 */
export function useTypeChoice(
  { form, typed, fillRelatives }: MemberEdit,
  types: readonly MemberType[],
  texts: TypeChoiceTexts,
) {
  const confirm = useConfirm();
  const [earlier, setEarlier] = useState<readonly MemberRelative[]>([]);
  const isFamily = (id: string) => types.some((type) => type.id === id && type.isFamily);

  async function choose(id: string): Promise<void> {
    const was = isFamily(typed.memberTypeID);
    if (was && !isFamily(id)) {
      const there = typed.relatives.filter((relative) => !isBlank(relative));
      if (there.length > 0 && !(await confirm(askClear(texts.cleared(namesOf(there)))))) return;
      setEarlier(there);
      fillRelatives([]);
    }
    form.setValue('memberTypeID', id);
    form.clearErrors('memberTypeID');
    if (was || !isFamily(id) || earlier.length === 0) return;
    if (await confirm(askRestore(texts.restorable(namesOf(earlier))))) fillRelatives(earlier);
  }

  return {
    choose,
    isFamily: isFamily(typed.memberTypeID),
    /** After saving, the server restores them. */
    forget: () => setEarlier([]),
  };
}

const askClear = (body: string) => ({
  title: clearingTexts.askClear,
  body,
  confirm: clearingTexts.clear,
  cancel: clearingTexts.keep,
});

const askRestore = (body: string) => ({
  title: clearingTexts.askRestore,
  body,
  confirm: clearingTexts.restore,
  cancel: clearingTexts.leaveOut,
});
