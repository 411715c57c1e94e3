import { useQuery } from '@tanstack/react-query';
import { largestPageSize } from '#contract/limits.ts';
import { searchMembers } from '#contract/members.ts';
import { type User, userTexts } from '#contract/users.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { userName } from './user-name.ts';

/** A member's sign-in is only looked at here; what can be changed is at the member. */
export function MemberSignIn({ user }: { user: User }) {
  const { data: member } = useQuery({
    queryKey: ['members', 'of user', user.id],
    queryFn: async ({ signal }) => {
      const body = { email: user.email, pageSize: largestPageSize };
      const { results } = await call(searchMembers, { body }, { signal });
      // Null for an archived one, whom no search finds.
      return results.find(({ userID }) => userID === user.id) ?? null;
    },
  });
  return (
    <>
      <p>{userTexts.memberChanges}</p>
      {member && (
        <p>
          <ButtonLink to={paths.member(member.id)}>{userTexts.toMember(userName(user))}</ButtonLink>
        </p>
      )}
    </>
  );
}
