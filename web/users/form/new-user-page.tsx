import { PageTitle } from '#web/layouts/page-title.tsx';
import { NewUserForm } from './new-user-form.tsx';

export function NewUserPage() {
  return (
    <>
      <PageTitle>New User</PageTitle>
      <NewUserForm />
    </>
  );
}
