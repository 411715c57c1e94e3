import { userTexts } from '#contract/users/endpoints.ts';
import { backToList } from '#web/admin-list/list-memory.ts';
import { paths } from '#web/paths.ts';
import type { ReadAgain } from '#web/record/use-record-form.ts';
import { useNavigate } from '#web/router/use-router.ts';
import { Card } from '#web/ui/card.tsx';
import { ErrorSummary } from '#web/ui/form/error-summary.tsx';
import { RecordBar } from '#web/ui/form/record-bar.tsx';
import { PictureField } from '#web/ui/picture/picture-field.tsx';
import layout from '#web/ui/form/form-layout.module.css';
import { userName } from '../user-name.ts';
import type { Version } from './use-user.ts';
import { useUserForm } from './use-user-form.ts';
import { UserFields } from './user-fields.tsx';

interface Props {
  version: Version;
  readAgain: ReadAgain;
}

export function UserForm({ version, readAgain }: Props) {
  const navigate = useNavigate();
  const edit = useUserForm(version, readAgain);
  const { form, errors, picture } = edit;
  const { dirtyFields, errors: wrong } = form.formState;
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(edit.save, errors.onInvalid)}
      className={layout.form}
    >
      <ErrorSummary {...errors.summary} />
      <Card>
        <UserFields
          field={(name) => ({ ...form.register(name), error: wrong[name]?.message })}
          emailHint={dirtyFields.email && userTexts.signsOut}
        />
        <PictureField picture={picture} name={userName(form.watch())} />
      </Card>
      <RecordBar
        isChanged={edit.isChanged}
        problem={edit.problem}
        stale={edit.stale}
        isMerged={edit.isMerged}
        submit="Save"
        busy={edit.saving}
        onCancel={() => void navigate(backToList(paths.users()))}
      />
    </form>
  );
}
