import { adminRole } from '#contract/users.ts';
import { RecordHistory } from '#web/features/audit/record-history.tsx';
import { RecordPage } from '#web/forms/record-page.tsx';
import { useParams } from '#web/app/router/use-router.ts';
import { userName } from './user-name.ts';
import { MemberSignIn } from './member-sign-in.tsx';
import { useUser } from './use-user.ts';
import { UserForm } from './user-form.tsx';

export function UserPage() {
  const { id = '' } = useParams();
  const asked = useUser(id);
  return (
    <RecordPage asked={asked} title={asked.data ? userName(asked.data.user) : 'User'}>
      {(version, readAgain) =>
        version.user.role === adminRole ? (
          <>
            <UserForm version={version} readAgain={readAgain} />
            <RecordHistory id={id} version={version.etag} />
          </>
        ) : (
          <MemberSignIn user={version.user} />
        )
      }
    </RecordPage>
  );
}
