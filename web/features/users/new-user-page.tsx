import { useState } from 'react';
import { useNavigate } from 'react-router';
import { createUser, userTexts } from '#contract/users/endpoints.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import layout from '#web/forms/form-layout.module.css';
import { problemIn } from '#web/forms/problem-in.ts';
import { RecordBar } from '#web/forms/record-bar.tsx';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import { useUnsavedChanges } from '#web/forms/use-unsaved-changes.ts';
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
  const { form, errors, picture, problem, create, busy, isChanged } = useNewUserForm();
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
    <form noValidate onSubmit={form.handleSubmit(create, errors.onInvalid)} className={layout.form}>
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
        isChanged={isChanged}
        problem={problem}
        submit="Create"
        busy={busy}
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
  const form = useCheckedForm(newUserForm, { defaultValues: nobody });
  const errors = useErrorFocus(form);
  const creating = useCall(createUser);
  const picture = usePicture('');
  const [problem, setProblem] = useState<string | null>(null);
  const isChanged = form.formState.isDirty || picture.isChosen;
  const leave = useUnsavedChanges(isChanged);

  async function create({ confirmPassword: _typedTwice, ...body }: NewUser) {
    setProblem(null);
    if (!picture.mayBeSaved()) return;
    const outcome = await creating.send({ body });
    if (!outcome.ok) {
      if (outcome.error) setProblem(problemIn(outcome.error, errors));
      return;
    }
    const { id } = outcome.data;
    const hasPicture = await picture.upload(id);
    leave();
    if (hasPicture) {
      notify.success(userTexts.added);
      void navigate(backToList(paths.users()));
    } else {
      notify.failure(userTexts.pictureLater);
      void navigate(paths.user(id), { replace: true });
    }
  }

  return {
    form,
    errors,
    picture,
    problem,
    create,
    busy: creating.busy || picture.uploading,
    isChanged,
  };
}
