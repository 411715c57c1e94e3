import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDay, formatInstant } from '#contract/days.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { type Member, memberTexts } from '#contract/members/endpoints.ts';
import { type MemberStory, storyTexts } from '#contract/members/story.ts';
import { membershipPaymentTexts } from '#contract/payments/membership-payment.ts';
import { paths } from '#web/app/paths.ts';
import { codeLater, useCodeLater } from '#web/app/router/code-later.ts';
import { RecordHeading } from '#web/forms/record-layout.tsx';
import { useMay } from '#web/session/use-may.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Warning } from '#web/ui/warning.tsx';
import styles from './member-side.module.css';
import { privacyId } from './member-side.tsx';
import { useMemberStory } from './use-member-story.ts';

interface Props {
  member: Member;
  onRecordPayment?: () => void;
  /** Whether the next step may be done; says why not. */
  mayGoOn?: () => boolean;
  /** Called with the refusal of the next step, and with null before it. */
  onProblem: (message: string | null) => void;
  /** Instead of the next step of the membership. */
  children?: ReactNode;
}

/** Only members who owe something need it. */
const sendRenewals = codeLater(
  async () => (await import('#web/features/renewals/send-renewals.tsx')).SendRenewals,
);

/** Name, number, status, why, and the next step. */
export function MemberHeading({ member, children, ...next }: Props) {
  const { data: story } = useMemberStory(member);
  return (
    <RecordHeading
      title={`${member.firstName} ${member.lastName}`}
      number={member.membershipNumber}
      badge={member.archivedUtc === null ? member.memberStatusName : memberTexts.archivedBadge}
      why={story?.why}
      next={story?.next}
    >
      {story?.erasure && <AskedToBeErased {...story.erasure} />}
      {children ?? (story && <NextStep member={member} story={story} {...next} />)}
    </RecordHeading>
  );
}

/** The request is answered in a part of the page that is closed. product-rules 19.5. */
function AskedToBeErased({ askedUtc, answerBy }: NonNullable<MemberStory['erasure']>) {
  return (
    <div className={styles.asked}>
      <Warning>
        <p>{storyTexts.askedToBeErased(formatInstant(askedUtc), formatDay(answerBy))}</p>
        <Button kind="quiet" onClick={openPrivacy}>
          {storyTexts.toErasure}
        </Button>
      </Warning>
    </div>
  );
}

/** Its code may be on its way. */
function openPrivacy() {
  const place = document.getElementById(privacyId);
  if (place === null || showPrivacy(place)) return;
  const waiting = new MutationObserver(() => {
    if (showPrivacy(place)) waiting.disconnect();
  });
  waiting.observe(place, { childList: true });
}

function showPrivacy(place: Element): boolean {
  const privacy = place.querySelector<HTMLDetailsElement>(':scope > details');
  if (privacy === null) return false;
  privacy.open = true;
  privacy.querySelector('summary')?.focus();
  privacy.scrollIntoView({ block: 'start' });
  return true;
}

const settled: readonly string[] = [statusNames.active, statusNames.deactivated];

/** What an administrator usually does next with a member in this status. */
function NextStep({
  member,
  story,
  onRecordPayment,
  mayGoOn,
  onProblem,
}: Omit<Props, 'children'> & { story: MemberStory }) {
  const { refetch } = useMemberStory(member);
  const client = useQueryClient();
  const { code: SendRenewals } = useCodeLater(sendRenewals);
  const maySend = useMay()('members.write');
  const open = story.openInvoice;
  const isPaymentExpected = !story.isFree && !settled.includes(member.memberStatusName);
  const isInvoiceNeeded = open === null && isPaymentExpected;
  return (
    <>
      <Button
        kind={isPaymentExpected ? 'primary' : 'secondary'}
        needs="payments.record"
        onClick={onRecordPayment}
      >
        {membershipPaymentTexts.recordPayment}
      </Button>
      {open && (
        <ButtonLink to={paths.invoice(open.id)}>
          {storyTexts.openInvoice(open.invoiceNumber)}
        </ButtonLink>
      )}
      {isInvoiceNeeded && maySend && SendRenewals && (
        <SendRenewals
          kind="secondary"
          isFirst={member.memberStatusName === statusNames.pending}
          mayStart={mayGoOn}
          chosen={{ ids: [member.id], allMatching: false, count: 1, filters: {}, clear: () => {} }}
          list={{
            totalCount: 1,
            filters: {},
            fail: onProblem,
            refetch: async () =>
              void (await Promise.all([
                refetch(),
                client.invalidateQueries({ queryKey: ['invoices'] }),
              ])),
            removed: async () => {},
          }}
        />
      )}
      <ButtonLink needs="money.write" to={paths.newInvoice(member.id)}>
        {storyTexts.newInvoice}
      </ButtonLink>
    </>
  );
}
