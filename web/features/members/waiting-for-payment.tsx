import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { statusNames } from '#contract/member-statuses.ts';
import { memberTexts, searchMembers } from '#contract/members.ts';
import { call } from '#web/api/call.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { useMemberStatuses } from './use-member-choices.ts';
import styles from './waiting-for-payment.module.css';

/** Beside the summary: how many have registered and not paid, and the way to them. Rules §5. */
export function WaitingForPayment({ children }: { children: ReactNode }) {
  const { data: statuses = [] } = useMemberStatuses();
  const memberStatusID = statuses.find(({ name }) => name === statusNames.pending)?.id;
  const { data: count = 0 } = useQuery({
    queryKey: ['members', 'waiting', memberStatusID],
    queryFn: async ({ signal }) =>
      (await call(searchMembers, { body: { memberStatusID, pageSize: 1 } }, { signal })).totalCount,
    enabled: memberStatusID !== undefined,
    refetchOnMount: 'always',
  });
  return (
    <div className={styles.above}>
      {children}
      {memberStatusID !== undefined && count > 0 && (
        <ButtonLink
          kind="quiet"
          to={{ search: `?memberStatusID=${memberStatusID}` }}
          className={styles.waiting}
        >
          {memberTexts.waiting} ({count})
        </ButtonLink>
      )}
    </div>
  );
}
