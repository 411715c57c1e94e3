import { createUser, userTexts } from '#contract/users/endpoints.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { RecordForm } from '#web/forms/record-form.tsx';
import { useRecordForm } from '#web/forms/use-record-form.ts';
import { Card } from '#web/ui/card.tsx';
import { PasswordChecklist } from '#web/ui/fields/password-checklist.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { PictureField } from './picture-field.tsx';
import { RolesField } from './roles-field.tsx';
import { usePicture } from './use-picture.ts';
import {
  type NewUser,
  newUserForm,
  nobody,
  type TypedNewUser,
  UserFields,
} from './user-fields.tsx';
import { userName } from './user-name.ts';

/**
 * Creates the administrator, then uploads the picture. If that fails, the user's page allows
 * another try.
 */
export function NewUserPage() {
  const notify = useNotify();
  const creating = useCall(createUser);
  const picture = usePicture('');
  const edit = useRecordForm(newUserForm, nobody, {
    send: async ({ confirmPassword: _typedTwice, ...body }: NewUser) => {
      if (!picture.mayBeSaved()) return { ok: false, error: null } as const;
      const created = await creating.send({ body });
      if (!created.ok) return created;
      return { ...created, hasPicture: await picture.upload(created.data.id) };
    },
    saved: ({ hasPicture }) => {
      if (!hasPicture) notify.failure(userTexts.pictureLater);
      return hasPicture ? userTexts.added : null;
    },
    page: ({ data }) => paths.user(data.id),
    list: paths.users(),
    isChangedBeside: picture.isChosen,
  });
  const { form } = edit;
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
    <>
      <PageTitle>New User</PageTitle>
      <RecordForm edit={edit}>
        <Card>
          <UserFields field={field} />
          <RolesField {...field('roles')} />
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
      </RecordForm>
    </>
  );
}
