import { PageTitle } from '#web/ui/page-title.tsx';
import { NewUserForm } from './new-user-form.tsx';

export function NewUserPage() {
  return (
    <>
      <PageTitle>New User</PageTitle>
      <NewUserForm />
    </>
  );
}
