import { formatDay, formatInstant } from '#contract/days.ts';
import { memberFormTexts } from '#contract/member-form.ts';
import { type Member, memberTexts } from '#contract/members.ts';
import { backToList } from '#web/lists/list-memory.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { paths } from '#web/app/paths.ts';
import { RecordHistory } from '#web/features/audit/record-history.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import layout from '#web/forms/form-layout.module.css';
import { MemberInvoicesLink } from './member-invoices-link.tsx';

/** Kept for the payments: to be read, not to be changed. */
export function ArchivedMember({ member }: { member: Member }) {
  const { firstName, lastName, email, phone, membershipNumber, archivedUtc } = member;
  return (
    <>
      <PageTitle>{`${firstName} ${lastName}`}</PageTitle>
      <div className={layout.form}>
        <Card title="Archived" actions={<MemberInvoicesLink member={member} />}>
          <p>{memberTexts.archived}</p>
          <DefinitionList
            facts={[
              { label: 'Archived', value: archivedUtc ? formatInstant(archivedUtc) : '' },
              { label: 'Membership number', value: membershipNumber ?? memberFormTexts.none },
              { label: 'Member type', value: member.memberTypeName },
              { label: 'Member since', value: formatDay(member.signupDate) },
              { label: 'Email', value: <EmailText email={email} /> },
              { label: 'Phone', value: phone },
            ]}
          />
        </Card>
        <div>
          <ButtonLink to={backToList(paths.members())}>Back to members</ButtonLink>
        </div>
        <RecordHistory id={member.id} />
      </div>
    </>
  );
}
