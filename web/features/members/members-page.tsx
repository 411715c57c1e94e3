import type { ReactNode } from 'react';
import { type Member, memberTexts, searchMembers } from '#contract/members.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Chosen, List } from '#web/lists/list-shape.ts';
import { searching } from '#web/lists/searching.ts';
import { paths } from '#web/app/paths.ts';
import { lazySummary, Summary } from '#web/lists/summary.tsx';
import { MemberActions } from './member-actions.tsx';
import { memberColumns } from './member-columns.tsx';
import { memberFilters } from './member-filters.ts';
import { MissingChoices } from './missing-choices.tsx';
import { LatestRenewals } from '#web/features/renewals/latest-renewals.tsx';
import { SendRenewals } from '#web/features/renewals/send-renewals.tsx';
import { useMemberChoices } from './use-member-choices.ts';
import { WaitingForPayment } from './waiting-for-payment.tsx';

const MembersSummary = lazySummary(
  async () => (await import('./members-summary.tsx')).MembersSummary,
);
const load = searching(searchMembers);

export function MembersPage() {
  const choices = useMemberChoices();
  return (
    <AdminList
      title="Manage Members"
      cacheKey="members"
      load={load}
      texts={memberTexts}
      columns={memberColumns}
      filters={memberFilters(choices)}
      defaultSort={{ by: 'MembershipNumber', descending: false }}
      nameOf={(member) => `${member.firstName} ${member.lastName}`}
      addNew={paths.newMember()}
      actions={memberActions}
      bulk={sendRenewals}
      summary={
        <>
          <MissingChoices {...choices} />
          <LatestRenewals />
          <WaitingForPayment>
            <Summary of="members" content={MembersSummary} />
          </WaitingForPayment>
        </>
      }
    />
  );
}

function sendRenewals(chosen: Chosen, list: List): ReactNode {
  return <SendRenewals chosen={chosen} list={list} />;
}

function memberActions(member: Member, list: List): ReactNode {
  return <MemberActions member={member} list={list} />;
}
