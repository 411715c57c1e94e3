import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { otherAccountTexts } from '#contract/auth/session-end.ts';
import { listMemberTypes } from '#contract/member-types/endpoints.ts';
import { call } from '#web/api/call.ts';
import { OtherAccount } from '#web/features/auth/other-account.tsx';
import { useMember } from '#web/features/members/use-member-form.ts';
import { rememberReturnPath } from '#web/session/return-path.ts';
import { signOut } from '#web/session/sign-out.ts';
import { useSession } from '#web/session/use-session.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ProfileLoadFailure } from './profile-load-failure.tsx';
import { ProfileForm } from './profile-form.tsx';
import { useOwnInvoices } from './use-own-invoices.ts';
import { useRenewLinkOwner } from './use-renew-link.ts';

export function ProfilePage() {
  const memberId = useSession()?.memberId ?? '';
  return (
    <>
      <PageTitle>My Profile</PageTitle>
      <OtherMembersLink />
      <ProfileOf key={memberId} memberId={memberId} />
    </>
  );
}

/** Renews nothing. After logging out, signing in leads to the link. */
function OtherMembersLink() {
  const session = useSession();
  const { pathname, search } = useLocation();
  const isForOther = useRenewLinkOwner(session?.memberId ?? '') === 'other';
  if (session === null || !isForOther) return null;

  function logOut() {
    // Forgets the return path and shows the sign-in page at once.
    void signOut();
    rememberReturnPath(`${pathname}${search}`);
  }

  return <OtherAccount sentence={otherAccountTexts.renewal(session.name)} onLogOut={logOut} />;
}

function ProfileOf({ memberId }: { memberId: string }) {
  const { start, types, ...query } = useProfile(memberId);
  // The invoices are loaded with the page, since the payment at the top would move it.
  const { isFetched } = useOwnInvoices(memberId);
  if (start && types && isFetched) {
    return <ProfileForm start={start} types={types} refetchTypes={query.refetchTypes} />;
  }
  return query.error ? <ProfileLoadFailure query={query} /> : <Spinner />;
}

/** The member and the member types, loaded in parallel. */
function useProfile(memberId: string) {
  const member = useMember(memberId);
  const types = useQuery({
    queryKey: ['memberTypes', 'all'],
    queryFn: ({ signal }) => call(listMemberTypes, { signal }),
  });
  return {
    start: member.data,
    types: types.data,
    error: member.error ?? types.error,
    isFetching: member.isFetching || types.isFetching,
    refetch: () => {
      if (member.isError) void member.refetch();
      if (types.isError) void types.refetch();
    },
    refetchTypes: types.refetch,
  };
}
