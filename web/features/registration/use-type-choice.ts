import type { MemberType } from '#contract/member-types.ts';
import { registrationTexts } from '#contract/registration.ts';
import { clearingTexts } from '#contract/relatives.ts';
import { isBlank } from '#web/features/members/relative-rules.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import type { Draft } from './draft.ts';

interface Props {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  offered: readonly MemberType[];
  choose: (id: string) => void;
}

const askClear = {
  title: clearingTexts.askClear,
  body: clearingTexts.clearBody,
  confirm: clearingTexts.clear,
  cancel: clearingTexts.keep,
} as const;

const askRestore = {
  title: clearingTexts.askRestore,
  body: clearingTexts.restoreBody,
  confirm: clearingTexts.restore,
  cancel: registrationTexts.startAnew,
} as const;

/** Leaving the family type clears the relatives, coming back offers them again. Specification §4. */
export function useTypeChoice({ draft, change, offered, choose }: Props) {
  const confirm = useConfirm();
  const isFamily = (id: string) => offered.some((type) => type.id === id && type.isFamily);

  return async (id: string): Promise<void> => {
    const was = isFamily(draft.person.memberTypeId);
    if (was && !isFamily(id)) {
      const typed = draft.relatives.filter((relative) => !isBlank(relative));
      if (typed.length > 0 && !(await confirm(askClear))) return;
      change({ relatives: [], earlierRelatives: typed });
    }
    choose(id);
    if (!was && isFamily(id) && draft.earlierRelatives.length > 0) {
      // A dialog that is only closed throws nothing away: they are offered again.
      if (await confirm(askRestore)) {
        change({ relatives: draft.earlierRelatives, earlierRelatives: [] });
      }
    }
  };
}
