import { useQuery } from '@tanstack/react-query';
import { listMemberTypes } from '#contract/member-types/endpoints.ts';
import { call } from '#web/api/call.ts';
import { useMember } from '#web/features/members/use-member-form.ts';
import { useSession } from '#web/session/use-session.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ProfileLoadFailure } from './profile-load-failure.tsx';
import { ProfileForm } from './profile-form.tsx';
import { useOwnInvoices } from './use-own-invoices.ts';

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
