import { Link } from 'react-router';
import {
  deleteMemberStatus,
  type MemberStatus,
  memberStatusTexts,
  searchMemberStatuses,
  statusMeanings,
} from '#contract/member-statuses/endpoints.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { useMay } from '#web/session/use-may.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Column, Filter, List } from '#web/lists/list-shape.ts';
import { DeleteRow, RowActions, RowLink } from '#web/lists/row-actions.tsx';
import { searching } from '#web/lists/searching.ts';
import { TwoLines } from '#web/lists/two-lines.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';

const filters: readonly Filter<'name'>[] = [{ kind: 'text', name: 'name', label: 'Name' }];

const load = searching(searchMemberStatuses);

export function MemberStatusesPage() {
  return (
    <AdminList
      title={memberStatusTexts.heading}
      searchHint="Name"
      cacheKey="memberStatuses"
      load={load}
      texts={memberStatusTexts}
      columns={memberStatusColumns}
      filters={filters}
      defaultSort={{ by: 'CreatedUtc', descending: true }}
      nameOf={({ name }) => name}
      addNew={paths.newMemberStatus()}
      writes="settings"
      actions={memberStatusActions}
    />
  );
}

function memberStatusActions(status: MemberStatus, list: List) {
  return <MemberStatusActions status={status} list={list} />;
}

const memberStatusColumns: readonly Column<MemberStatus>[] = [
  {
    header: 'Name',
    sortBy: 'Name',
    card: 'title',
    cell: ({ id, name, isBuiltIn }) => (
      <TwoLines
        first={
          <Link to={paths.memberStatus(id)}>
            <StatusBadge status={name} />
          </Link>
        }
        second={isBuiltIn ? statusMeanings[name] : 'Given by an administrator.'}
      />
    ),
  },
  {
    header: 'Kind',
    sortBy: 'IsBuiltIn',
    card: 'badge',
    cell: ({ isBuiltIn }) => (isBuiltIn ? 'Built in' : 'Your own'),
  },
];

interface Props {
  status: MemberStatus;
  list: List;
}

/** A built-in status is read-only. product-rules 5.2. */
function MemberStatusActions({ status, list }: Props) {
  const { id, name, isBuiltIn } = status;
  const mayWrite = useMay()('settings');
  return (
    <RowActions
      name={name}
      main={
        <RowLink name={name} to={paths.memberStatus(id)}>
          {isBuiltIn || !mayWrite ? 'View' : 'Edit'}
        </RowLink>
      }
    >
      {!isBuiltIn && (
        <DeleteRow
          name={name}
          id={id}
          list={list}
          needs="settings"
          remove={() => call(deleteMemberStatus, { params: { id } })}
        />
      )}
    </RowActions>
  );
}
