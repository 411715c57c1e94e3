import { formatDay } from '#contract/days.ts';
import { type Member, memberTexts } from '#contract/members.ts';
import type { MemberType } from '#contract/member-types.ts';
import { formatRand } from '#contract/money.ts';
import { Card } from '#web/ui/card.tsx';
import { DefinitionList } from '#web/ui/reading/definition-list.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';

export function MembershipCard({ member, type }: { member: Member; type: MemberType }) {
  const { membershipNumber, memberStatusName, paidUntil, signupDate } = member;
  return (
    <Card title="Membership" actions={<StatusBadge status={memberStatusName} />}>
      <DefinitionList
        facts={[
          { label: 'Membership number', value: membershipNumber ?? memberTexts.noNumberYet },
          { label: 'Type', value: type.name },
          { label: 'Fee', value: formatRand(type.fee) },
          { label: 'Paid until', value: paidUntil ? formatDay(paidUntil) : memberTexts.notPaidYet },
          { label: 'Member since', value: formatDay(signupDate) },
        ]}
      />
    </Card>
  );
}
