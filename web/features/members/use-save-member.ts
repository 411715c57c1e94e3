import { useState } from 'react';
import type { MemberType } from '#contract/member-types.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { problemIn } from '#web/forms/problem-in.ts';
import { type MemberValues, settled } from './member-values.ts';
import { useEmailCheck } from './use-email-check.ts';
import type { MemberEdit } from './use-member-form.ts';
import { refusedHere, type Saved, useSaveRelatives } from './use-save-relatives.ts';
import { useSendMember } from './use-send-member.ts';

/**
 * Saves the member, then the relatives, and answers what is stored now; whatever is refused stays in
 * the form as it was typed. `savedBut` begins the sentence when only relatives were refused.
 */
export function useSaveMember(
  edit: MemberEdit,
  types: readonly MemberType[],
  savedBut: (isNew: boolean) => string,
) {
  const email = useEmailCheck(edit.form, edit.base.email);
  const sending = useSendMember();
  const relatives = useSaveRelatives(edit, types, savedBut);
  const [isStale, setStale] = useState(false);

  async function save(typed: MemberValues): Promise<Saved> {
    edit.setProblem(null);
    edit.setMerged(false);
    const values = settled(edit.base, typed, edit.deactivatedId);
    if (!(await checkEmail(values))) return refusedHere;
    const sent = await sending.send(edit.version, values);
    if (!('version' in sent)) {
      if (sent.error) refuse(sent.error);
      return { ok: false, error: sent.error };
    }
    setStale(false);
    return relatives.save(sent.version, values);
  }

  /** Whether the address may be used; else the form says why not. */
  async function checkEmail({ email: typed }: MemberValues): Promise<boolean> {
    const message = sending.mayBeOwn(typed) ? null : await email.refusalOf(typed);
    if (message !== null) edit.errors.showServerErrors([{ field: 'email', message }]);
    return message === null;
  }

  async function checkEmailOnBlur(): Promise<void> {
    if (!sending.mayBeOwn(edit.form.getValues('email'))) await email.checkOnBlur();
  }

  function refuse(error: ApiError) {
    setStale(error.status === 412 || (error.status === 409 && error.errors.length === 0));
    edit.setProblem(problemIn(error, edit.errors));
  }

  async function reload(id: string) {
    const from = edit.base;
    if (!(await edit.readAgain(id, { from, typed: edit.form.getValues() }))) return;
    setStale(false);
    edit.setMerged(true);
  }

  const { version, reloading } = edit;
  return {
    save,
    checkEmail,
    checkEmailOnBlur,
    /** Someone else has changed the record: their version can be read in below what was typed. */
    stale: isStale && version ? { reload: () => void reload(version.member.id), reloading } : null,
  };
}
