import type { ReactNode } from 'react';
import { importPermissions } from '#contract/imports/permissions.ts';
import {
  type Member,
  type memberFilters as contractFilters,
  memberTexts,
  searchMembers,
} from '#contract/members/endpoints.ts';
import { provinces, unknownProvince } from '#contract/members/provinces.ts';
import { membershipPaymentTexts } from '#contract/payments/membership-payment.ts';
import { paths } from '#web/app/paths.ts';
import { codeLater } from '#web/app/router/code-later.ts';
import { useSearchParams } from '#web/app/router/use-router.ts';
import { LatestRenewals } from '#web/features/renewals/latest-renewals.tsx';
import { EmailThese } from '#web/features/saved-searches/email-these.tsx';
import { savedSearchesOf } from '#web/features/saved-searches/saved-searches.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useMay } from '#web/session/use-may.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Choice, Chosen, Filter, List, SearchPlace } from '#web/lists/list-shape.ts';
import { RowActions, RowButton, RowLink } from '#web/lists/row-actions.tsx';
import { searching } from '#web/lists/searching.ts';
import { lazySummary } from '#web/lists/summary/summary.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { LoadLater, type LoadTrouble } from '#web/ui/load-later.tsx';
import { BelowTitle } from './below-title.tsx';
import { memberColumns } from './member-columns.tsx';
import { MemberInvoicesLink } from './member-invoices-link.tsx';
import styles from './members-page.module.css';
import { useDeleteMember } from './story/use-delete-member.ts';
import { useMemberChoices } from './use-member-choices.ts';
import { useCountWaiting, useRecordingInList } from './use-recording-in-list.ts';

const MembersSummary = lazySummary(
  async () => (await import('./members-summary.tsx')).MembersSummary,
);

const load = searching(searchMembers);

const savedSearches = savedSearchesOf('members');

export function MembersPage() {
  const choices = useMemberChoices();
  // Nobody archived gets a renewal.
  const isArchive = useSearchParams().get('isArchived') === 'archived';
  return (
    <AdminList
      title="Manage Members"
      searchHint="Name, number, email, phone, place"
      cacheKey="members"
      load={load}
      texts={memberTexts}
      savedSearches={savedSearches}
      columns={memberColumns}
      filters={memberFilters(choices)}
      defaultSort={{ by: 'MembershipNumber', descending: false }}
      nameOf={(member) => `${member.firstName} ${member.lastName}`}
      addNew={paths.newMember()}
      writes="members.write"
      actions={memberActions}
      {...(!isArchive && { bulk: sendRenewals })}
      summary={{ of: 'members', content: MembersSummary }}
      belowTitle={<BelowTitle />}
      tools={memberTools}
      notices={
        <>
          <MissingChoices {...choices} />
          <LatestRenewals />
        </>
      }
    />
  );
}

/** Loaded when the first row is selected. */
const renewalsLater = codeLater(
  async () => (await import('#web/features/renewals/send-renewals.tsx')).SendRenewals,
);

function sendRenewals(chosen: Chosen, list: List): ReactNode {
  return (
    <LoadLater code={renewalsLater} failure={RenewalsMissing}>
      {(SendRenewals) => <SendRenewals chosen={chosen} list={list} isReported />}
    </LoadLater>
  );
}

/** Beside the other buttons of the selected rows. */
function RenewalsMissing({ text, busy, onRetry }: LoadTrouble): ReactNode {
  return (
    <Button busy={busy} onClick={onRetry}>
      {text} Try again
    </Button>
  );
}

function memberActions(member: Member, list: List): ReactNode {
  return <MemberActions member={member} list={list} />;
}

interface Named {
  id: string;
  name: string;
}

interface MemberChoices {
  types: readonly Named[];
  statuses: readonly Named[];
}

function memberFilters({
  types,
  statuses,
}: MemberChoices): readonly Filter<keyof typeof contractFilters>[] {
  return [
    { kind: 'text', name: 'membershipNumber', label: 'Number' },
    { kind: 'text', name: 'firstName', label: 'First name' },
    { kind: 'text', name: 'lastName', label: 'Last name' },
    { kind: 'text', name: 'email', label: 'Email' },
    { kind: 'text', name: 'phone', label: 'Phone' },
    { kind: 'text', name: 'town', label: 'Town' },
    {
      kind: 'choice',
      name: 'province',
      label: 'Province',
      options: [...provinces, unknownProvince].map((name) => ({ value: name, label: name })),
    },
    { kind: 'choice', name: 'memberTypeID', label: 'Type', options: types.map(choiceOf) },
    { kind: 'choice', name: 'memberStatusID', label: 'Status', options: statuses.map(choiceOf) },
    { kind: 'choice', name: 'agreedToNews', label: memberTexts.agreedToNews, options: agreement },
    {
      kind: 'choice',
      name: 'agreedToAppeals',
      label: memberTexts.agreedToAppeals,
      options: agreement,
    },
    {
      kind: 'choice',
      name: 'isArchived',
      label: 'Show',
      all: 'Current',
      options: [{ value: 'archived', label: 'Archived', sends: true }],
    },
    { kind: 'chip-id', name: 'importId', label: 'Added by one import' },
  ];
}

const agreement: readonly Choice[] = [
  { value: 'yes', label: 'Agreed', sends: true },
  { value: 'no', label: 'Not agreed', sends: false },
];

function choiceOf({ id, name }: Named): Choice {
  return { value: id, label: name };
}

interface Props {
  member: Member;
  list: List;
}

function MemberActions({ member, list }: Props) {
  const { id, archivedUtc } = member;
  const mayWrite = useMay()('members.write');
  const name = `${member.firstName} ${member.lastName}`;
  const recording = useRecordingInList(list);
  const countAgain = useCountWaiting();
  const { busy, askAndDelete } = useDeleteMember({
    onRefused: list.fail,
    onDone: (gone) => Promise.all([list.removed(gone), countAgain()]),
  });
  return (
    <>
      <RowActions
        name={name}
        main={
          <RowLink name={name} to={paths.member(id)}>
            {archivedUtc === null && mayWrite ? 'Edit' : 'View'}
          </RowLink>
        }
      >
        {archivedUtc === null && (
          <RowButton
            name={`of ${name}`}
            needs="payments.record"
            onClick={() => recording.ask(member)}
          >
            {membershipPaymentTexts.recordPayment}
          </RowButton>
        )}
        <MemberInvoicesLink member={member} needs="money.read" />
        {archivedUtc === null && (
          <RowButton
            name={name}
            busy={busy}
            needs="members.write"
            onClick={() => void askAndDelete(member)}
          >
            Delete
          </RowButton>
        )}
      </RowActions>
      {recording.dialog}
    </>
  );
}

function memberTools(list: List, place: SearchPlace): ReactNode {
  return <MemberTools list={list} place={place} />;
}

/** For those who were searched for, the email; among all members, the import. No email goes to the archived. */
function MemberTools({ list, place }: { list: List; place: SearchPlace }) {
  const { filters } = place.state;
  const isSearching = Object.keys(filters).length > 0 && filters['isArchived'] === undefined;
  if (useMay()('mail.write') && isSearching) {
    return <EmailThese place={place} off={!list.totalCount} />;
  }
  return (
    <ButtonLink needs={importPermissions} to={paths.imports()} className={styles.importButton}>
      Import
    </ButtonLink>
  );
}

interface MissingChoicesProps {
  failures: readonly string[];
  retrying: boolean;
  retry: () => void;
}

/** The list works without these choices, so it only says which could not be loaded. */
function MissingChoices({ failures, retrying, retry }: MissingChoicesProps) {
  if (failures.length === 0) return null;
  return (
    <div className={styles.failures}>
      {failures.map((text) => (
        <FormProblem key={text} message={text} />
      ))}
      <Button busy={retrying} onClick={retry}>
        Load the choices again
      </Button>
    </div>
  );
}
