import { memberStatusForm, memberStatusTexts } from '#contract/member-statuses/endpoints.ts';
import { paths } from '#web/app/paths.ts';
import { RecordForm } from '#web/forms/record-form.tsx';
import { type Saving, type Unsaved, useRecordForm } from '#web/forms/use-record-form.ts';
import { Card } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

type Outcome = { ok: true } | Unsaved;

interface Props<Sent extends Outcome> {
  name: string;
  saving: Saving<{ name: string }, Sent>;
}

/** The form of a status that the organisation added. */
export function MemberStatusForm<Sent extends Outcome>({ name, saving }: Props<Sent>) {
  const edit = useRecordForm(
    memberStatusForm,
    { name },
    { ...saving, shownBy: ['memberStatuses', 'all'], list: paths.memberStatuses() },
  );
  const { register, formState } = edit.form;
  return (
    <RecordForm edit={edit} needs="settings">
      <Card>
        <TextField
          label="Name"
          hint={memberStatusTexts.nameHint}
          autoComplete="off"
          error={formState.errors.name?.message}
          {...register('name')}
        />
      </Card>
    </RecordForm>
  );
}
