import { backToList } from '#web/lists/list-memory.ts';
import { paths } from '#web/app/paths.ts';
import { useNavigate } from '#web/app/router/use-router.ts';
import { Card } from '#web/ui/card.tsx';
import { PasswordChecklist } from '#web/ui/fields/password-checklist.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { RecordBar } from '#web/forms/record-bar.tsx';
import { PictureField } from './picture-field.tsx';
import layout from '#web/forms/form-layout.module.css';
import { userName } from './user-name.ts';
import { useNewUserForm } from './use-new-user-form.ts';
import { UserFields } from './user-fields.tsx';
import type { TypedNewUser } from './user-values.ts';

export function NewUserForm() {
  const navigate = useNavigate();
  const { form, errors, picture, problem, create, busy, isChanged } = useNewUserForm();
  const typed = form.watch();
  const field = (name: keyof TypedNewUser) => ({
    ...form.register(name),
    error: form.formState.errors[name]?.message,
  });
  const password = form.register('password', {
    // The other one's error speaks of both.
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
