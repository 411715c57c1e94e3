import { PageTitle } from '#web/ui/page-title.tsx';
import { useSession } from '#web/session/use-session.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { ProfileForm } from './profile-form.tsx';
import { LoadFailure } from './load-failure.tsx';
import { useOwnInvoices } from './use-own-invoices.ts';
import { useProfile } from './use-profile.ts';

export function ProfilePage() {
  const memberId = useSession()?.memberId ?? '';
  return (
    <>
      <PageTitle>My Profile</PageTitle>
      <ProfileOf key={memberId} memberId={memberId} />
    </>
  );
}

function ProfileOf({ memberId }: { memberId: string }) {
  const { start, types, ...query } = useProfile(memberId);
  // What there is to pay stands at the top: the page does not move when it comes.
  const { isFetched } = useOwnInvoices(memberId);
  if (start && types && isFetched) {
    return <ProfileForm start={start} types={types} refetchTypes={query.refetchTypes} />;
  }
  return query.error ? <LoadFailure query={query} /> : <Spinner />;
}
