import { formatInstant } from '#contract/days.ts';
import { firstPasswordTexts } from '#contract/first-password.ts';
import { sendInvitation } from '#contract/invitation.ts';
import { memberFormTexts } from '#contract/member-form.ts';
import type { Member } from '#contract/members.ts';
import { useCall } from '#web/api/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import styles from './member-form.module.css';
import type { MemberEdit } from './use-member-form.ts';

interface Props {
  edit: MemberEdit;
  member: Member;
}

/** Whether the member can sign in yet, and the invitation for who can't. Rules §4. */
export function Invitation({ edit, member }: Props) {
  const { id, email, hasPassword, invitedUtc } = member;
  const confirm = useConfirm();
  const notify = useNotify();
  const { busy, send } = useCall(sendInvitation);
  if (hasPassword) return <p className={styles.muted}>{memberFormTexts.hasPassword}</p>;

  const words = invitedUtc === null ? memberFormTexts.sendInvitation : firstPasswordTexts.sendAgain;

  async function askAndSend() {
    const sure = await confirm({
      title: words,
      body: memberFormTexts.askInvite(email),
      confirm: words,
      cancel: 'No, cancel',
    });
    if (!sure) return;
    edit.setProblem(null);
    const outcome = await send({ params: { id } });
    if (outcome.ok) {
      notify.success(memberFormTexts.invited(email));
      await edit.readAgain(id, { from: edit.base, typed: edit.form.getValues() });
    } else if (outcome.error) {
      edit.setProblem(outcome.error.message);
    }
  }

  const { invitedOn, notInvited } = memberFormTexts;
  return (
    <div className={styles.row}>
      <p className={styles.muted}>
        {invitedUtc === null ? notInvited : invitedOn(formatInstant(invitedUtc))}
      </p>
      <Button busy={busy} onClick={askAndSend}>
        {words}
      </Button>
    </div>
  );
}
