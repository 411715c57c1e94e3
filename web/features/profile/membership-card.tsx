import { Link } from 'react-router';
import { formatDay } from '#contract/days.ts';
import { isOpen } from '#contract/invoices/endpoints.ts';
import { leastCardAmount } from '#contract/limits.ts';
import type { MemberType } from '#contract/member-types/endpoints.ts';
import { type Member, memberCan, memberTexts } from '#contract/members/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import { profileTexts } from '#contract/profile/texts.ts';
import { usePublicSettings } from '#web/api/use-public-settings.ts';
import { paths } from '#web/app/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DefinitionList, type Fact } from '#web/ui/definition-list.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './membership-card.module.css';
import { ownInvoicesId } from './own-invoices.tsx';
import { useOwnInvoices } from './use-own-invoices.ts';

interface Props {
  member: Member;
  types: readonly MemberType[];
}

/** The membership, read-only, and what there is to pay. */
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

/** The open membership invoice, and how to pay it. */
function WaitingPayment({ memberId }: { memberId: string }) {
  const offersCard = usePublicSettings()?.offersCard ?? true;
  const { data } = useOwnInvoices(memberId);
  const open = data?.results.find(
    ({ state, memberTypeId }) => isOpen(state) && memberTypeId !== null,
  );
  if (open === undefined) return null;
  const { id, invoiceNumber, amount } = open;
  return (
    <div className={styles.box}>
      <p>
        <strong>{memberTexts.waiting}</strong>
        <br />
        {profileTexts.toPay(invoiceNumber, amount)}
      </p>
      <div className={styles.ways}>
        {offersCard && amount >= leastCardAmount && (
          <ButtonLink kind="primary" to={paths.paymentRedirect('subscription', id)}>
            {profileTexts.payByCard(formatRand(amount))}
          </ButtonLink>
        )}
        <Link to={`#${ownInvoicesId}`}>{profileTexts.howToPay}</Link>
      </div>
    </div>
  );
}
