import { userTexts } from '#contract/users.ts';
import { backToList } from '#web/lists/list-memory.ts';
import { paths } from '#web/app/paths.ts';
import type { ReadAgain } from '#web/forms/use-record-form.ts';
import { useNavigate } from '#web/app/router/use-router.ts';
import { Card } from '#web/ui/card.tsx';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { RecordBar } from '#web/forms/record-bar.tsx';
import { PictureField } from './picture-field.tsx';
import layout from '#web/forms/form-layout.module.css';
import { userName } from './user-name.ts';
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
