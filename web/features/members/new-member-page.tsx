import { LoadFailure } from '#web/ui/load-failure.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { MemberForm } from './member-form.tsx';
import { useMemberChoices } from './use-member-choices.ts';

/** A member who did not register online. */
export function NewMemberPage() {
  const { types, statuses, areThere, failures, retry, retrying } = useMemberChoices();
  if (areThere) return <MemberForm start={null} types={types} statuses={statuses} />;
  return (
    <>
      <PageTitle>New Member</PageTitle>
      {failures[0] === undefined ? (
        <Spinner />
      ) : (
        <LoadFailure text={failures[0]} busy={retrying} onRetry={retry} />
      )}
    </>
  );
}
