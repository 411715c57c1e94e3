import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { duplicateLinkTexts } from '#contract/duplicates/texts.ts';
import type { Member } from '#contract/members/endpoints.ts';
import { asApiError } from '#web/api/api-error.ts';
import { paths } from '#web/app/paths.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { BackToMembers, MemberForm } from './member-form.tsx';
import { useMemberStory } from './story/use-member-story.ts';
import { useMemberChoices } from './use-member-choices.ts';
import { useMember } from './use-member-form.ts';

/** One member, as an administrator edits it. */
export function MemberPage() {
  const { id = '' } = useParams();
  const { data, error, isFetching, refetch } = useMember(id);
  const choices = useMemberChoices();
  // With the story the heading has its full height, so that the page does not move.
  const story = useMemberStory(data?.member);
  if (data && data.member.id !== id.toLowerCase()) return <LedToMerged member={data.member} />;
  if (data && choices.areThere && !story.isPending) {
    return <MemberForm key={id} start={data} types={choices.types} statuses={choices.statuses} />;
  }
  const isMissing = error !== null && asApiError(error).status === 404;
  const failure = error ? asApiError(error).message : choices.failures[0];
  return (
    <>
      <PageTitle>Member</PageTitle>
      {failure === undefined ? (
        <Spinner />
      ) : (
        <LoadFailure
          text={failure}
          busy={isFetching || choices.retrying}
          back={isMissing && <BackToMembers />}
          onRetry={() => {
            choices.retry();
            if (error) void refetch();
          }}
        />
      )}
    </>
  );
}

/** An old link to a record that was merged into another one leads there. product-rules 21.5. */
function LedToMerged({ member }: { member: Member }) {
  const navigate = useNavigate();
  const notify = useNotify();
  const { id } = member;
  useEffect(() => {
    notify.success(duplicateLinkTexts.ledHere);
    void navigate(paths.member(id), { replace: true });
  }, [id, navigate, notify]);
  return <Spinner />;
}
