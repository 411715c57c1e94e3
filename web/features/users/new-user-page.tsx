import { useNavigate } from 'react-router';
import { createUser, userTexts } from '#contract/users/endpoints.ts';
import { useCall } from '#web/api/use-call.ts';
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts';
import { paths } from '#web/app/paths.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import layout from '#web/forms/form-layout.module.css';
import { RecordBar } from '#web/forms/record-bar.tsx';
import { useRecordForm } from '#web/forms/use-record-form.ts';
import { backToList } from '#web/lists/list-memory.ts';
import { Card } from '#web/ui/card.tsx';
import { PasswordChecklist } from '#web/ui/fields/password-checklist.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { PictureField } from './picture-field.tsx';
import { usePicture } from './use-picture.ts';
import {
  type NewUser,
  newUserForm,
  nobody,
  type TypedNewUser,
  UserFields,
} from './user-fields.tsx';
import { userName } from './user-name.ts';

export function NewUserPage() {
  return (
    <>
      <PageTitle>New User</PageTitle>
      <NewUserForm />
    </>
  );
}

function NewUserForm() {
  const navigate = useNavigate();
  const { form, errors, bar, picture, create } = useNewUserForm();
  const once = useOneAtATime();
  const typed = form.watch();
  const field = (name: keyof TypedNewUser) => ({
    ...form.register(name),
    error: form.formState.errors[name]?.message,
  });
  const password = form.register('password', {
    // Its error is about both password fields.
    onChange: () => form.clearErrors('confirmPassword'),
  });
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((body) => once.run(() => create(body)), errors.onInvalid)}
      className={layout.form}
    >
      <ErrorSummary {...errors.summary} />
      <Card>
        <UserFields field={field} />
        <PictureField picture={picture} name={userName(typed)} />
      </Card>
      <Card title="Sign-in">
        <PasswordField
          label="Password"
          autoComplete="new-password"
          {...field('password')}
          {...password}
        />
        <PasswordChecklist text={typed.password} />
        <PasswordField
          label="Confirm Password"
          autoComplete="new-password"
          {...field('confirmPassword')}
        />
      </Card>
      <RecordBar
        {...bar}
        submit="Create"
        busy={once.busy}
        onCancel={() => void navigate(backToList(paths.users()))}
      />
    </form>
  );
}

/**
 * Creates the administrator, then uploads the picture. If that fails, the user's page allows
 * another try.
 */
function useNewUserForm() {
  const navigate = useNavigate();
  const notify = useNotify();
  const creating = useCall(createUser);
  const picture = usePicture('');
  const edit = useRecordForm(newUserForm, nobody, { isChangedBeside: picture.isChosen });

  async function create({ confirmPassword: _typedTwice, ...body }: NewUser) {
    edit.clearMessages();
    if (!picture.mayBeSaved()) return;
    const saved = await edit.save(() => creating.send({ body }));
    if (!saved) return;
    const { id } = saved.data;
    const hasPicture = await picture.upload(id);
    edit.leave();
    if (hasPicture) {
      notify.success(userTexts.added);
      await navigate(backToList(paths.users()));
    } else {
      notify.failure(userTexts.pictureLater);
      await navigate(paths.user(id), { replace: true });
    }
  }

  return { ...edit, picture, create };
}
