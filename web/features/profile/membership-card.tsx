import { Link } from 'react-router';
import { formatDay } from '#contract/days.ts';
import type { Invoice } from '#contract/invoices/endpoints.ts';
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
import { useOpenMembershipInvoice } from './use-own-invoices.ts';

interface Props {
  member: Member;
  types: readonly MemberType[];
}

/** The status, the one thing to do, and the membership, read-only. */
export function MembershipCard({ member, types }: Props) {
  const open = useOpenMembershipInvoice(member.id);
  const isRenewable = memberCan.changeType(false, member.memberStatusName);
  return (
    <Card title="Membership" actions={<StatusBadge status={member.memberStatusName} />}>
      {open && <WaitingPayment invoice={open} renews={isRenewable} />}
      {!open && isRenewable && <p>{profileTexts.howToRenew}</p>}
      {member.membershipNumber === null && <p>{memberTexts.noNumberYet}</p>}
      <DefinitionList facts={factsOf(member, types)} />
    </Card>
  );
}

function factsOf(member: Member, types: readonly MemberType[]): readonly Fact[] {
  const { membershipNumber, paidUntil, signupDate, deactivatedReason } = member;
  const fee = types.find(({ id }) => id === member.memberTypeID)?.fee;
  return [
    ...(membershipNumber === null ? [] : [{ label: 'Membership number', value: membershipNumber }]),
    { label: 'Type', value: member.memberTypeName },
    { label: 'Fee', value: fee === undefined ? '' : formatRand(fee) },
    { label: 'Valid until', value: paidUntil ? formatDay(paidUntil) : memberTexts.notPaidYet },
    { label: memberTexts.sinceOf(membershipNumber), value: formatDay(signupDate) },
    ...(deactivatedReason ? [{ label: 'Deactivated reason', value: deactivatedReason }] : []),
  ];
}

interface WaitingPaymentProps {
  invoice: Invoice;
  /** Paying it renews the membership. */
  renews: boolean;
}

/** The open membership invoice, and how to pay it. */
function WaitingPayment({ invoice, renews }: WaitingPaymentProps) {
  const offersCard = usePublicSettings()?.offersCard ?? true;
  const { id, invoiceNumber, balance, proofSentUtc } = invoice;
  return (
    <div className={styles.box}>
      <p>
        <strong>{proofSentUtc ? profileTexts.proofSent : memberTexts.waiting}</strong>
        <br />
        {profileTexts.toPay(invoiceNumber, balance)}
      </p>
      {renews && <p>{profileTexts.payingRenews}</p>}
      <div className={styles.ways}>
        {offersCard && !proofSentUtc && balance >= leastCardAmount && (
          <ButtonLink kind="primary" to={paths.paymentRedirect('subscription', id)}>
            {profileTexts.payByCard(formatRand(balance))}
          </ButtonLink>
        )}
        <Link to={`#${ownInvoicesId}`}>{profileTexts.howToPay}</Link>
      </div>
    </div>
  );
}
