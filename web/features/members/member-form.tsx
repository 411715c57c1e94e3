import { FormProvider } from 'react-hook-form';
import { memberFormTexts } from '#contract/member-form.ts';
import { type Member, memberTexts } from '#contract/members.ts';
import type { MemberStatus } from '#contract/member-statuses.ts';
import type { MemberType } from '#contract/member-types.ts';
import { backToList } from '#web/lists/list-memory.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { paths } from '#web/app/paths.ts';
import { MemberHeldData } from '#web/features/privacy/member-held-data.tsx';
import { RecordHistory } from '#web/features/audit/record-history.tsx';
import { useNavigate } from '#web/app/router/use-router.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts';
import { RecordBar } from '#web/forms/record-bar.tsx';
import layout from '#web/forms/form-layout.module.css';
import { ArchivedMember } from './archived-member.tsx';
import type { MemberValues, Version } from './member-values.ts';
import { ContactSection } from './contact-section.tsx';
import { MembershipSection } from './membership-section.tsx';
import { PersonSection } from './person-section.tsx';
import { RelativesSection } from './relatives-section.tsx';
import { StatusSection } from './status-section.tsx';
import { useMemberForm } from './use-member-form.ts';
import { useSaveMember } from './use-save-member.ts';
import { useTypeChoice } from './use-type-choice.ts';

interface Props {
  /** Null to enter someone. */
  start: Version | null;
  types: readonly MemberType[];
  statuses: readonly MemberStatus[];
}

export function MemberForm({ start, types, statuses }: Props) {
  const navigate = useNavigate();
  const edit = useMemberForm(start, statuses);
  const notify = useNotify();
  const saving = useSaveMember(edit, types, savedBut);
  const choice = useTypeChoice(edit, types, memberFormTexts);
  const once = useOneAtATime();
  const { form, errors, version } = edit;
  if (version?.member.archivedUtc) return <ArchivedMember member={version.member} />;

  async function save(values: MemberValues) {
    const saved = await saving.save(values);
    if (!saved.ok) return;
    notify.success(sentenceOf(version?.member, saved.version.member));
    edit.leave();
    void navigate(backToList(paths.members()));
  }

  return (
    <FormProvider {...form}>
      <PageTitle>{version ? nameOf(version) : 'New Member'}</PageTitle>
      <form
        noValidate
        onSubmit={form.handleSubmit((values) => once.run(() => save(values)), errors.onInvalid)}
        className={layout.form}
      >
        <ErrorSummary {...errors.summary} />
        <MembershipSection edit={edit} types={types} choose={choice.choose} />
        <PersonSection edit={edit} />
        <ContactSection edit={edit} onEmailLeft={saving.checkEmailOnBlur} />
        <StatusSection edit={edit} statuses={statuses} />
        {choice.isFamily && (
          <RelativesSection edit={edit} types={types} returning={memberFormTexts.relativesReturn} />
        )}
        <RecordBar
          isChanged={edit.isChanged}
          problem={edit.problem}
          stale={saving.stale}
          isMerged={edit.isMerged}
          submit={version ? 'Save' : 'Create'}
          busy={once.busy}
          onCancel={() => void navigate(backToList(paths.members()))}
        />
      </form>
      {version && <MemberHeldData memberId={version.member.id} />}
      {version && <RecordHistory id={version.member.id} version={JSON.stringify(version.member)} />}
    </FormProvider>
  );
}

function nameOf({ member: { firstName, lastName } }: Version): string {
  return `${firstName} ${lastName}`;
}

function savedBut(isNew: boolean): string {
  return isNew ? memberFormTexts.addedBut : memberFormTexts.savedBut;
}

function sentenceOf(before: Member | undefined, { email, membershipNumber, invitedUtc }: Member) {
  const { added, addedUninvited, savedInvited } = memberFormTexts;
  const number = membershipNumber ?? '';
  if (!before) return invitedUtc === null ? addedUninvited(number) : added(email, number);
  const isInvited = invitedUtc !== null && before.email !== email;
  return isInvited ? savedInvited(email) : memberTexts.saved;
}
