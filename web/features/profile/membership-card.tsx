import { formatDay } from '#contract/days.ts';
import { type Member, memberCan, memberTexts } from '#contract/members.ts';
import type { MemberType } from '#contract/member-types.ts';
import { formatRand } from '#contract/money.ts';
import { profileTexts } from '#contract/profile.ts';
import { Card } from '#web/ui/card.tsx';
import { DefinitionList, type Fact } from '#web/ui/definition-list.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { WaitingPayment } from './waiting-payment.tsx';

interface Props {
  member: Member;
  types: readonly MemberType[];
}

/** What the member can't change, as text, and what there is to pay. */
export function MembershipCard({ member, types }: Props) {
  return (
    <Card title="Membership" actions={<StatusBadge status={member.memberStatusName} />}>
      <DefinitionList facts={factsOf(member, types)} />
      {memberCan.changeType('Member', member.memberStatusName) && <p>{profileTexts.howToRenew}</p>}
      <WaitingPayment memberId={member.id} />
    </Card>
  );
}

function factsOf(member: Member, types: readonly MemberType[]): readonly Fact[] {
  const { membershipNumber, paidUntil, signupDate, deactivatedReason } = member;
  const fee = types.find(({ id }) => id === member.memberTypeID)?.fee;
  return [
    { label: 'Membership number', value: membershipNumber ?? memberTexts.noNumberYet },
    { label: 'Type', value: member.memberTypeName },
    { label: 'Fee', value: fee === undefined ? '' : formatRand(fee) },
    { label: 'Valid until', value: paidUntil ? formatDay(paidUntil) : memberTexts.notPaidYet },
    { label: 'Member since', value: formatDay(signupDate) },
    ...(deactivatedReason ? [{ label: 'Deactivated reason', value: deactivatedReason }] : []),
  ];
}
