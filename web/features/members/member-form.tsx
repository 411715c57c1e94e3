import { invitationNotice } from '#contract/communication/kept-mail.ts';
import { useIsMailKept } from '#web/api/menu-counts.ts';
import { FormProvider } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { formatDay, formatInstant } from '#contract/days.ts';
import { memberFormTexts } from '#contract/members/form-texts.ts';
import type { MemberStatus } from '#contract/member-statuses/endpoints.ts';
import type { MemberType } from '#contract/member-types/endpoints.ts';
import { type Member, memberTexts } from '#contract/members/endpoints.ts';
import { isErasedEmail, erasedMember } from '#contract/privacy/erased.ts';
import { storyTexts } from '#contract/members/story.ts';
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts';
import { paths } from '#web/app/paths.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import layout from '#web/forms/form-layout.module.css';
import { useMay } from '#web/session/use-may.ts';
import { ReadOnlyForm } from '#web/forms/read-only-form.tsx';
import { RecordBar } from '#web/forms/record-bar.tsx';
import { RecordColumns } from '#web/forms/record-layout.tsx';
import { codeLater, useCodeLater } from '#web/app/router/code-later.ts';
import { backToList } from '#web/app/router/list-memory.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { ContactSection } from './contact-section.tsx';
import { MemberInvoicesLink } from './member-invoices-link.tsx';
import type { MemberValues, LoadedMember } from './member-values.ts';
import { MembershipSection } from './membership-section.tsx';
import { NameFields } from './person-fields.tsx';
import { RelativesSection } from './relatives-section.tsx';
import { StatusSection } from './status-section.tsx';
import { MemberHeading } from './story/member-heading.tsx';
import { MemberSide } from './story/member-side.tsx';
import { RestoreMember } from './story/restore-member.tsx';
import { useDeleteMember } from './story/use-delete-member.ts';
import { type MemberEdit, useMemberForm } from './use-member-form.ts';
import { useRecordingOnPage } from './use-recording-on-page.ts';
import { useSaveMember } from './use-save-member.ts';
import { useTypeChoice } from './use-type-choice.ts';

interface Props {
  /** Null for a new member. */
  start: LoadedMember | null;
  types: readonly MemberType[];
  statuses: readonly MemberStatus[];
}

export function MemberForm({ start, types, statuses }: Props) {
  const navigate = useNavigate();
  const edit = useMemberForm(start, statuses);
  const notify = useNotify();
  const isMailKept = useIsMailKept();
  const saving = useSaveMember(edit, types, savedBut);
  const choice = useTypeChoice(edit, types, memberFormTexts);
  const once = useOneAtATime();
  const recording = useRecordingOnPage(edit);
  const mayWrite = useMay()('members.write');
  const { form, errors, loaded } = edit;
  if (loaded?.member.archivedUtc) return <ArchivedMember edit={edit} member={loaded.member} />;

  async function save(values: MemberValues) {
    const before = structuredClone(form.getValues());
    const saved = await saving.save(values);
    if (!saved.ok) return;
    notify.success(sentenceOf(loaded?.member, saved.loaded.member, isMailKept));
    if (start === null) {
      edit.leave();
      // A new member opens with its next step.
      await navigate(paths.member(saved.loaded.member.id), { replace: true });
    } else {
      await saving.showStored(saved.loaded, before);
    }
  }

  const member = loaded?.member;
  const side = member && (
    <MemberSide
      member={member}
      actions={<DeleteMember edit={edit} member={member} />}
      onErased={() => edit.readAgain(member.id, { from: edit.base, typed: edit.base })}
      onUndone={() => edit.readAgain(member.id, { from: edit.base, typed: edit.form.getValues() })}
    />
  );
  const fields = (
    <>
      <MembershipSection edit={edit} types={types} choose={choice.choose} />
      <Card title="Person">
        <NameFields edit={edit} />
      </Card>
      <ContactSection edit={edit} onEmailLeft={saving.checkEmailOnBlur} />
      <StatusSection edit={edit} statuses={statuses} />
      {choice.isFamily && (
        <RelativesSection edit={edit} types={types} returning={memberFormTexts.relativesReturn} />
      )}
    </>
  );
  return (
    <FormProvider {...form}>
      {member ? (
        <MemberHeading
          member={member}
          onRecordPayment={recording.ask}
          mayGoOn={recording.isSaved}
          onProblem={edit.setProblem}
        />
      ) : (
        <PageTitle>New Member</PageTitle>
      )}
      <RecordColumns side={side}>
        {mayWrite ? (
          <form
            noValidate
            onSubmit={form.handleSubmit((values) => once.run(() => save(values)), errors.onInvalid)}
            className={layout.form}
          >
            <ErrorSummary {...errors.summary} />
            {fields}
            <RecordBar
              isChanged={edit.isChanged}
              problem={edit.problem}
              stale={saving.stale}
              isMerged={edit.isMerged}
              isRestored={edit.isRestored}
              submit={loaded ? 'Save' : 'Create'}
              busy={once.busy}
              onCancel={() => void navigate(backToList(paths.members()))}
            >
              {start === null && <SamePersonLater typed={edit.typed} />}
            </RecordBar>
          </form>
        ) : (
          <ReadOnlyForm className={layout.form}>{fields}</ReadOnlyForm>
        )}
      </RecordColumns>
      {recording.dialog}
    </FormProvider>
  );
}

const samePerson = codeLater(
  async () => (await import('#web/features/duplicates/same-person.tsx')).SamePerson,
);

/** Only a new member needs it. */
function SamePersonLater({ typed }: Pick<MemberEdit, 'typed'>) {
  const { code: SamePerson } = useCodeLater(samePerson);
  return SamePerson ? <SamePerson typed={typed} /> : null;
}

/** Archives or deletes the member, and returns to the list. */
function DeleteMember({ edit, member }: { edit: MemberEdit; member: Member }) {
  const navigate = useNavigate();
  const { busy, askAndDelete } = useDeleteMember({
    onRefused: edit.setProblem,
    onDone: () => {
      edit.leave();
      return navigate(backToList(paths.members()));
    },
  });
  return (
    <Button busy={busy} onClick={() => void askAndDelete(member)}>
      {storyTexts.delete}
    </Button>
  );
}

function savedBut(isNew: boolean): string {
  return isNew ? memberFormTexts.addedBut : memberFormTexts.savedBut;
}

function sentenceOf(before: Member | undefined, after: Member, isMailKept: boolean) {
  const { email, membershipNumber, invitedUtc } = after;
  const invitation = invitationNotice(email, isMailKept);
  const { added, addedUninvited, savedInvited } = memberFormTexts;
  const number = membershipNumber ?? '';
  if (!before) return invitedUtc === null ? addedUninvited(number) : added(invitation, number);
  const isInvited = invitedUtc !== null && before.email !== email;
  return isInvited ? savedInvited(invitation) : memberTexts.saved;
}

/** Archived members are kept for their payments; they are read-only until they are restored. */
function ArchivedMember({ edit, member }: { edit: MemberEdit; member: Member }) {
  const { id, email, phone, membershipNumber, archivedUtc } = member;
  const readAgain = () => edit.readAgain(id, { from: edit.base, typed: edit.base });
  const isErased = isErasedEmail(email);
  return (
    <>
      <MemberHeading member={member} onProblem={edit.setProblem}>
        {!isErased && <RestoreMember member={member} onRestored={readAgain} />}
      </MemberHeading>
      <RecordColumns
        side={<MemberSide member={member} onErased={readAgain} onUndone={readAgain} />}
      >
        <div className={layout.form}>
          <Card title="Archived" actions={<MemberInvoicesLink member={member} />}>
            <p>{isErased ? erasedMember : memberTexts.archived}</p>
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
            <BackToMembers />
          </div>
        </div>
      </RecordColumns>
    </>
  );
}

export function BackToMembers() {
  return <ButtonLink to={backToList(paths.members())}>Back to members</ButtonLink>;
}
