import { useQuery } from '@tanstack/react-query';
import { statusNames } from '#contract/member-statuses.ts';
import { memberTexts, searchMembers } from '#contract/members.ts';
import { call } from '#web/api/call.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { useMemberStatuses } from './use-member-choices.ts';
import styles from './waiting-for-payment.module.css';

/** How many have registered and not paid, and the way to them. Rules §5. */
export function WaitingForPayment() {
  const { data: statuses = [] } = useMemberStatuses();
  const memberStatusID = statuses.find(({ name }) => name === statusNames.pending)?.id;
  const { data: count = 0 } = useQuery({
    queryKey: ['members', 'waiting', memberStatusID],
    queryFn: async ({ signal }) =>
      (await call(searchMembers, { body: { memberStatusID, pageSize: 1 } }, { signal })).totalCount,
    enabled: memberStatusID !== undefined,
    refetchOnMount: 'always',
  });
  if (memberStatusID === undefined || count === 0) return null;
  return (
    <ButtonLink
      kind="quiet"
      to={{ search: `?memberStatusID=${memberStatusID}` }}
      className={styles.waiting}
    >
      {memberTexts.waiting} ({count})
    </ButtonLink>
  );
}
