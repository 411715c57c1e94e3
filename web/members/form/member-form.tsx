import { FormProvider } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { MemberStatus } from '#contract/member-statuses.ts';
import type { MemberType } from '#contract/member-types.ts';
import { backToList } from '#web/admin-list/list-memory.ts';
import { PageTitle } from '#web/layouts/page-title.tsx';
import { paths } from '#web/paths.ts';
import { RecordHistory } from '#web/record-history/record-history.tsx';
import { ErrorSummary } from '#web/ui/form/error-summary.tsx';
import { RecordBar } from '#web/ui/form/record-bar.tsx';
import { ArchivedMember } from './archived-member.tsx';
import styles from './member-form.module.css';
import type { Version } from './member-values.ts';
import { ContactSection } from './sections/contact-section.tsx';
import { MembershipSection } from './sections/membership-section.tsx';
import { PersonSection } from './sections/person-section.tsx';
import { RelativesSection } from './sections/relatives-section.tsx';
import { StatusSection } from './sections/status-section.tsx';
import { useMemberForm } from './use-member-form.ts';
import { useSaveMember } from './saving/use-save-member.ts';
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
  const saving = useSaveMember(edit, types);
  const choice = useTypeChoice(edit, types);
  const { form, errors, version } = edit;
  if (version?.member.archivedUtc) return <ArchivedMember member={version.member} />;

  async function reload(id: string) {
    const from = edit.base;
    if (!(await edit.readAgain(id, { from, typed: form.getValues() }))) return;
    saving.setStale(false);
    edit.setMerged(true);
  }

  const reloading = version && {
    reload: () => void reload(version.member.id),
    reloading: edit.reloading,
  };
  return (
    <FormProvider {...form}>
      <PageTitle>{version ? nameOf(version) : 'New Member'}</PageTitle>
      <form
        noValidate
        onSubmit={form.handleSubmit(saving.save, errors.onInvalid)}
        className={styles.form}
      >
        <ErrorSummary {...errors.summary} />
        <MembershipSection edit={edit} types={types} choose={choice.choose} />
        <PersonSection edit={edit} />
        <ContactSection edit={edit} onEmailLeft={saving.checkEmailOnBlur} />
        <StatusSection edit={edit} statuses={statuses} />
        {choice.isFamily && <RelativesSection edit={edit} types={types} />}
        <RecordBar
          isChanged={edit.isChanged}
          problem={edit.problem}
          stale={saving.isStale ? reloading : null}
          isMerged={edit.isMerged}
          submit={version ? 'Save' : 'Create'}
          busy={saving.saving}
          onCancel={() => void navigate(backToList(paths.members()))}
        />
      </form>
      {version && <RecordHistory id={version.member.id} version={JSON.stringify(version.member)} />}
    </FormProvider>
  );
}

function nameOf({ member: { firstName, lastName } }: Version): string {
  return `${firstName} ${lastName}`;
}
