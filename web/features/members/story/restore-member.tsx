import { invitationNotice } from '#contract/communication/kept-mail.ts';
import { useIsMailKept } from '#web/api/menu-counts.ts';
import { useState } from 'react';
import { firstPasswordTexts } from '#contract/auth/first-password.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import type { Member } from '#contract/members/endpoints.ts';
import { restoreMember, restoreTexts as texts } from '#contract/members/archive.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useNotify } from '#web/ui/notices.tsx';

interface Props {
  member: Member;
  /** Called when restored: reload the record. */
  onRestored: () => Promise<unknown>;
}

/** Brings an archived member back, after a confirmation. product-rules 5.27. */
export function RestoreMember({ member, onRestored }: Props) {
  const confirm = useConfirm();
  const notify = useNotify();
  const isMailKept = useIsMailKept();
  const { send, busy } = useCall(restoreMember);
  const [problem, setProblem] = useState<string | null>(null);
  const isDeactivated = member.memberStatusName === statusNames.deactivated;

  async function askAndRestore() {
    const sure = await confirm({
      title: texts.title,
      body: isDeactivated ? texts.askDeactivated : texts.ask(member.email),
      confirm: texts.confirm,
      cancel: 'No, cancel',
    });
    if (!sure) return;
    setProblem(null);
    const outcome = await send({ params: { id: member.id } });
    if (!outcome.ok) {
      if (outcome.error) setProblem(outcome.error.message);
      return;
    }
    notify.success(sentenceOf(outcome.data, isMailKept));
    await onRestored();
    // The form replaces this page a task later.
    setTimeout(() => document.querySelector('h1')?.focus());
  }

  return (
    <>
      <Button kind="primary" busy={busy} needs="members.write" onClick={() => void askAndRestore()}>
        {texts.restore}
      </Button>
      <FormProblem message={problem} />
    </>
  );
}

/** The sign-in of an administrator who is also a member is not invited, nor is an address from before a restored backup. */
function sentenceOf(member: Member, isMailKept: boolean): string {
  const { firstName, lastName, email, memberStatusName, hasPassword, invitedUtc } = member;
  const name = `${firstName} ${lastName}`;
  if (memberStatusName === statusNames.deactivated) return texts.stillDeactivated(name);
  if (hasPassword) return texts.restoredOnly(name);
  if (invitedUtc !== null) return texts.restored(name, invitationNotice(email, isMailKept));
  return `${texts.restoredOnly(name)} ${firstPasswordTexts.isAddressOld}`;
}
