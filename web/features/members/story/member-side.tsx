import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { recipientOutcomeNames } from '#contract/bulk-emails/outcomes.ts';
import { formatDay, formatInstant } from '#contract/days.ts';
import { invoiceStateNames } from '#contract/invoices/endpoints.ts';
import type { Member } from '#contract/members/endpoints.ts';
import { type MembershipPeriod, type MemberStory, storyTexts } from '#contract/members/story.ts';
import { getMemberStatement } from '#contract/month-end/statement-of-account.ts';
import { formatRand } from '#contract/money.ts';
import { paymentRecordTexts } from '#contract/payments/recorded-payment.ts';
import { paths } from '#web/app/paths.ts';
import { codeLater, useCodeLater } from '#web/app/router/code-later.ts';
import { RecordHistory } from '#web/features/audit/record-history.tsx';
import { MailList } from '#web/features/communication/read-mail.tsx';
import { StatementButton } from '#web/features/month-end/balances/statement-button.tsx';
import { PaymentList } from '#web/features/payments/payment-list.tsx';
import { SideList, SidePart, SideRow } from '#web/forms/record-layout.tsx';
import { useMay } from '#web/session/use-may.ts';
import { Card } from '#web/ui/card.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { LoadLater } from '#web/ui/load-later.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './member-side.module.css';
import { useMemberStory } from './use-member-story.ts';

/** Where a request to be erased is answered. */
export const privacyId = 'privacy';

interface Props {
  member: Member;
  /** The actions of the record, such as Delete. */
  actions?: ReactNode;
  /** Reloads the member. */
  onErased: () => Promise<unknown>;
  /** Reloads the member whose merge was undone, and keeps what is typed. */
  onUndone: () => Promise<unknown>;
}

/** Possible duplicates, periods, invoices, payments, mails, actions and history of a member. */
export function MemberSide({ member, actions, onErased, onUndone }: Props) {
  const { data: story, isError, isFetching, refetch } = useMemberStory(member);
  const mayWrite = useMay()('members.write');
  return (
    <>
      {story && <Parts member={member} story={story} onCorrected={refetch} />}
      {!story && !isError && <Spinner />}
      {!story && isError && (
        <LoadFailure text={storyTexts.failed} busy={isFetching} onRetry={() => void refetch()} />
      )}
      <ConsentsLater member={member} />
      <DuplicatesLater member={member} onUndone={onUndone} />
      {actions && mayWrite && (
        <SidePart title={storyTexts.actions}>
          <div className={styles.actions}>{actions}</div>
        </SidePart>
      )}
      <Card className={styles.more}>
        <div id={privacyId}>
          <LoadLater code={memberPrivacy} failure={LoadFailure}>
            {(MemberPrivacy) => <MemberPrivacy member={member} onErased={onErased} />}
          </LoadLater>
        </div>
        <RecordHistory id={member.id} version={JSON.stringify(member)} />
      </Card>
    </>
  );
}

const possibleDuplicates = codeLater(
  async () => (await import('#web/features/duplicates/possible-duplicates.tsx')).PossibleDuplicates,
);

/** A part that is missing says nothing wrong, so a failure is not shown. */
function DuplicatesLater({ member, onUndone }: Pick<Props, 'member' | 'onUndone'>) {
  const { code: PossibleDuplicates } = useCodeLater(possibleDuplicates);
  return PossibleDuplicates && <PossibleDuplicates memberId={member.id} onUndone={onUndone} />;
}

const memberConsents = codeLater(
  async () => (await import('#web/features/privacy/member-consents.tsx')).MemberConsents,
);

/** Below the story, so the page does not wait for it. */
function ConsentsLater({ member: { id, email } }: Pick<Props, 'member'>) {
  const { code: MemberConsents } = useCodeLater(memberConsents);
  return MemberConsents && <MemberConsents memberId={id} email={email} />;
}

/** Rarely needed, so its code is loaded after the page. */
const memberPrivacy = codeLater(
  async () => (await import('#web/features/privacy/held-data.tsx')).MemberPrivacy,
);

interface PartsProps {
  member: Member;
  story: MemberStory;
  onCorrected: () => Promise<unknown>;
}

function Parts({ member, story, onCorrected }: PartsProps) {
  const { periods, invoices, payments, mails, bulkEmails } = story;
  const mayReadMoney = useMay()('money.read');
  const ofMember = { pathname: paths.invoices(), search: `?memberId=${member.id}` };
  const paid = { pathname: paths.invoices(), search: `?memberId=${member.id}&isPaid=paid` };
  const toMember = new URLSearchParams({ toEmail: member.email });
  return (
    <>
      <SidePart title={storyTexts.periods} count={periods.totalCount}>
        {periods.results.length === 0 && <p>{storyTexts.noPeriods}</p>}
        <SideList>
          {periods.results.map((period) => (
            <PeriodRow key={period.id} period={period} />
          ))}
        </SideList>
        {periods.totalCount > periods.results.length && (
          <p>{storyTexts.earlierPeriods(periods.totalCount - periods.results.length)}</p>
        )}
      </SidePart>
      {mayReadMoney && (
        <SidePart title={storyTexts.invoices} count={invoices.totalCount}>
          {invoices.results.length === 0 && <p>{storyTexts.noInvoices}</p>}
          <SideList>
            {invoices.results.map(({ id, invoiceNumber, amount, state, line, createdUtc }) => (
              <SideRow
                key={id}
                first={
                  <Link to={paths.invoice(id)}>{`${invoiceNumber}, ${formatRand(amount)}`}</Link>
                }
                end={<StatusBadge status={invoiceStateNames[state]} />}
              >
                <p>{`${line}, ${formatInstant(createdUtc)}`}</p>
              </SideRow>
            ))}
          </SideList>
          <ShowAll part={invoices} to={ofMember} of="invoices" />
          <StatementButton
            endpoint={getMemberStatement}
            id={member.id}
            person={`${member.firstName} ${member.lastName}`}
          />
        </SidePart>
      )}
      {mayReadMoney && (
        <SidePart title={paymentRecordTexts.title} count={payments.totalCount}>
          <PaymentList payments={payments.results} withInvoice onCorrected={onCorrected} />
          <ShowAll part={payments} to={paid} of="payments" />
        </SidePart>
      )}
      <SidePart title={storyTexts.mails}>
        <MailList mails={mails} {...(bulkEmails.length > 0 && { none: '' })}>
          <Link to={{ pathname: paths.mailLog(), search: `?${toMember}` }} className={styles.all}>
            {storyTexts.showAllMails}
          </Link>
        </MailList>
        <SideList>
          {bulkEmails.map((one) => (
            <BulkEmailRow key={one.id} {...one} />
          ))}
        </SideList>
      </SidePart>
    </>
  );
}

function BulkEmailRow({ id, subject, outcome, atUtc, answer }: MemberStory['bulkEmails'][number]) {
  const mayRead = useMay()('mail.read');
  const at = atUtc === null ? '' : `, ${formatInstant(atUtc)}`;
  return (
    <SideRow first={storyTexts.bulkEmail}>
      <p>{`${recipientOutcomeNames[outcome]}${at}`}</p>
      <p>{answer}</p>
      <p>{mayRead ? <Link to={paths.bulkEmail(id)}>{subject}</Link> : subject}</p>
    </SideRow>
  );
}

function PeriodRow({ period }: { period: MembershipPeriod }) {
  const { startsOn, endsOn, memberTypeName, fee, invoiceId, invoiceNumber } = period;
  const mayReadMoney = useMay()('money.read');
  return (
    <SideRow first={`${formatDay(startsOn)} to ${formatDay(endsOn)}`}>
      <p>
        {memberTypeName}
        {mayReadMoney && ', '}
        {mayReadMoney && invoiceId === null && unpaidWords(period)}
        {invoiceId !== null && (
          <>
            {`${formatRand(fee ?? 0)}, `}
            <Link to={paths.invoice(invoiceId)}>{invoiceNumber}</Link>
          </>
        )}
      </p>
    </SideRow>
  );
}

function unpaidWords({ enteredBy, isImported }: MembershipPeriod): string {
  if (enteredBy === null) return storyTexts.free;
  return isImported ? storyTexts.imported(enteredBy) : storyTexts.byHand(enteredBy);
}

interface ShowAllProps {
  part: { results: readonly unknown[]; totalCount: number };
  to: { pathname: string; search: string };
  of: string;
}

/** A link to the filtered list, if there are more rows than shown. */
function ShowAll({ part, to, of }: ShowAllProps) {
  if (part.totalCount <= part.results.length) return null;
  return (
    <Link to={to} className={styles.all}>
      {storyTexts.showAll(part.totalCount)}
      <span className="visually-hidden">{` ${of}`}</span>
    </Link>
  );
}
