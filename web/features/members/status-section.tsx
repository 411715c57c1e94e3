import { dayOf } from '#contract/days.ts';
import { memberFormTexts } from '#contract/member-form.ts';
import { type MemberStatus, statusNames } from '#contract/member-statuses.ts';
import { Card } from '#web/ui/card.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextareaField } from '#web/ui/fields/textarea-field.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import type { MemberEdit } from './use-member-form.ts';
import { StatusSource } from './status-source.tsx';

interface Props {
  edit: MemberEdit;
  statuses: readonly MemberStatus[];
}

export function StatusSection({ edit, statuses }: Props) {
  const { form, version, typed, deactivatedId } = edit;
  const { errors } = form.formState;
  const isDeactivated = typed.memberStatusID !== '' && typed.memberStatusID === deactivatedId;
  return (
    <Card
      title="Status"
      actions={version && <StatusBadge status={version.member.memberStatusName} />}
    >
      {version && <StatusSource edit={edit} member={version.member} />}
      <SelectField
        label="Member status"
        placeholder={version ? undefined : memberFormTexts.automatic}
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

/** What choosing this status means. Rules §5. */
function hintFor({ version, typed, base }: MemberEdit, statuses: readonly MemberStatus[]) {
  const { memberStatusID } = typed;
  if (memberStatusID === base.memberStatusID) return version ? null : memberFormTexts.automaticHint;
  const chosen = statuses.find(({ id }) => id === memberStatusID)?.name;
  if (chosen === statusNames.deactivated) return memberFormTexts.deactivating;
  const paidUntil = version?.member.paidUntil ?? '';
  const isLapsed = paidUntil < dayOf(new Date());
  if (chosen === statusNames.active && isLapsed) return memberFormTexts.activeByHand;
  return memberFormTexts.byHand;
}
