import { memberStatusTexts } from '#contract/member-statuses/endpoints.ts';
import layout from '#web/forms/form-layout.module.css';
import { RecordBar } from '#web/forms/record-bar.tsx';
import { Card } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { useStatusForm } from './use-status-form.ts';

interface Props {
  edit: ReturnType<typeof useStatusForm>;
  /** "Save", or "Create". */
  submit: string;
}

export function MemberStatusForm({ edit, submit }: Props) {
  const { form, errors } = edit;
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(edit.save, errors.onInvalid)}
      className={layout.form}
    >
      <Card>
        <TextField
          label="Name"
          hint={memberStatusTexts.nameHint}
          autoComplete="off"
          error={form.formState.errors.name?.message}
          {...form.register('name')}
        />
      </Card>
      <RecordBar
        {...edit.bar}
        submit={submit}
        busy={edit.busy}
        onCancel={() => void edit.goBack()}
      />
    </form>
  );
}
