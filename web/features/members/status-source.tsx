import { formatInstant } from '#contract/days.ts';
import { memberFormTexts } from '#contract/member-form.ts';
import { type Member, returnToAutomaticStatus } from '#contract/members.ts';
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

const question = {
  title: memberFormTexts.askAutomatic,
  body: memberFormTexts.automaticBody,
  confirm: memberFormTexts.returnToAutomatic,
  cancel: 'No, cancel',
} as const;

/** Whether the status follows the periods, or was set by hand, by whom and when. Rules §5. */
export function StatusSource({ edit, member }: Props) {
  const { id, statusSetBy, statusSetUtc } = member;
  const confirm = useConfirm();
  const notify = useNotify();
  const { busy, send } = useCall(returnToAutomaticStatus);
  if (statusSetUtc === null)
    return <p className={styles.muted}>{memberFormTexts.followsPeriods}</p>;

  async function askAndReturn() {
    if (!(await confirm(question))) return;
    edit.setProblem(null);
    const outcome = await send({ params: { id } });
    if (!outcome.ok) {
      if (outcome.error) edit.setProblem(outcome.error.message);
      return;
    }
    notify.success(memberFormTexts.isAutomatic);
    const { memberStatusID, deactivatedReason } = edit.base;
    // A status that was chosen here and not saved is given up with the other one.
    const typed = { ...edit.form.getValues(), memberStatusID, deactivatedReason };
    await edit.readAgain(id, { from: edit.base, typed });
  }

  return (
    <div className={styles.row}>
      <p>{memberFormTexts.setByHand(statusSetBy ?? '', formatInstant(statusSetUtc))}</p>
      <Button busy={busy} onClick={askAndReturn}>
        {memberFormTexts.returnToAutomatic}
      </Button>
    </div>
  );
}
