import { dayOf, formatInstant } from '#contract/days.ts';
import { memberFormTexts } from '#contract/members/form-texts.ts';
import { type MemberStatus, statusNames } from '#contract/member-statuses/endpoints.ts';
import { type Member, returnToAutomaticStatus } from '#contract/members/endpoints.ts';
import { useCall } from '#web/api/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextareaField } from '#web/ui/fields/textarea-field.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import styles from './member-form.module.css';
import type { MemberEdit } from './use-member-form.ts';

interface Props {
  edit: MemberEdit;
  statuses: readonly MemberStatus[];
}

export function StatusSection({ edit, statuses }: Props) {
  const { form, loaded, typed, deactivatedId } = edit;
  const { errors } = form.formState;
  const isDeactivated = typed.memberStatusID !== '' && typed.memberStatusID === deactivatedId;
  return (
    <Card title="Status">
      {loaded && <StatusSource edit={edit} member={loaded.member} />}
      <SelectField
        label="Member status"
        placeholder={loaded ? undefined : memberFormTexts.automatic}
        hint={hintFor(edit, statuses)}
        options={statuses.map(({ id, name }) => ({ value: id, label: name }))}
        error={errors.memberStatusID?.message}
        {...form.register('memberStatusID')}
      />
      {isDeactivated && (
        <TextareaField
          label="Deactivated reason"
          error={errors.deactivatedReason?.message}
          {...form.register('deactivatedReason')}
        />
      )}
    </Card>
  );
}

/** What this status means. product-rules 5.9, 5.12. */
function hintFor({ loaded, typed, base }: MemberEdit, statuses: readonly MemberStatus[]) {
  const { memberStatusID } = typed;
  if (memberStatusID === base.memberStatusID) return loaded ? null : memberFormTexts.automaticHint;
  const chosen = statuses.find(({ id }) => id === memberStatusID)?.name;
  if (chosen === statusNames.deactivated) return memberFormTexts.deactivating;
  const paidUntil = loaded?.member.paidUntil ?? '';
  const isLapsed = paidUntil < dayOf(new Date());
  if (chosen === statusNames.active && isLapsed) return memberFormTexts.activeByHand;
  return memberFormTexts.byHand;
}

interface StatusSourceProps {
  edit: MemberEdit;
  member: Member;
}

const question = {
  title: memberFormTexts.askAutomatic,
  body: memberFormTexts.automaticBody,
  confirm: memberFormTexts.returnToAutomatic,
  cancel: 'No, cancel',
} as const;

/**
 * Whether the status follows the membership periods or was set manually, with the administrator and the time:
 * product-rules 5.9, 5.12.
 */
function StatusSource({ edit, member }: StatusSourceProps) {
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
    // Also resets a status that was selected and not saved.
    const typed = { ...edit.form.getValues(), memberStatusID, deactivatedReason };
    await edit.readAgain(id, { from: edit.base, typed });
  }

  return (
    <div className={styles.row}>
      <p>{memberFormTexts.setByHand(statusSetBy ?? '', formatInstant(statusSetUtc))}</p>
      <Button busy={busy} needs="members.write" onClick={askAndReturn}>
        {memberFormTexts.returnToAutomatic}
      </Button>
    </div>
  );
}
