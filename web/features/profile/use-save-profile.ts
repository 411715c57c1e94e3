import { useQueryClient } from '@tanstack/react-query';
import type { MemberType } from '#contract/member-types/endpoints.ts';
import { profileTexts } from '#contract/profile/texts.ts';
import type { MemberValues } from '#web/features/members/member-values.ts';
import type { MemberEdit } from '#web/features/members/use-member-form.ts';
import { useSaveMember } from '#web/features/members/use-save-member.ts';
import { refusedHere, type Saved } from '#web/features/members/use-save-relatives.ts';
import type { Picture } from '#web/features/users/use-picture.ts';
import { ownInvoicesKey } from './use-own-invoices.ts';

interface Parts {
  edit: MemberEdit;
  types: readonly MemberType[];
  picture: Picture;
  onSaved: () => void;
}

/** Saves the member, the relatives and the picture, and fills the form with the result. */
export function useSaveProfile({ edit, types, picture, onSaved }: Parts) {
  const client = useQueryClient();
  const saving = useSaveMember(edit, types, () => profileTexts.savedBut);

  async function save(values: MemberValues): Promise<Saved> {
    if (!picture.mayBeSaved()) return refusedHere;
    const before = structuredClone(edit.form.getValues());
    const saved = await saving.save(values);
    if (!saved.ok) return saved;
    const loaded = await saving.showStored(saved.loaded, before);
    onSaved();
    void client.invalidateQueries({ queryKey: ownInvoicesKey(loaded.member.id) });
    if (await picture.upload(loaded.member.userID)) return { ok: true, loaded };
    edit.setProblem(profileTexts.pictureFailed);
    return refusedHere;
  }

  /** Checks everything that needs no call. */
  async function checkFirst(values: MemberValues): Promise<boolean> {
    return picture.mayBeSaved() && (await saving.checkEmail(values));
  }

  function discard() {
    edit.form.clearErrors();
    edit.setProblem(null);
    if (edit.loaded) edit.fill(edit.loaded, edit.base);
    if (picture.isChosen || picture.problem !== null) picture.undo();
  }

  return { ...saving, checkFirst, save, discard };
}

export type Saving = ReturnType<typeof useSaveProfile>;
