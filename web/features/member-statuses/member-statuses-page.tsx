import {
  type MemberStatus,
  memberStatusTexts,
  searchMemberStatuses,
} from '#contract/member-statuses.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Filter, List } from '#web/lists/list-shape.ts';
import { searching } from '#web/lists/searching.ts';
import { paths } from '#web/app/paths.ts';
import { MemberStatusActions } from './member-status-actions.tsx';
import { memberStatusColumns } from './member-status-columns.tsx';

const filters: readonly Filter<'name'>[] = [{ kind: 'text', name: 'name', label: 'Name' }];

const load = searching(searchMemberStatuses);

export function MemberStatusesPage() {
  return (
    <AdminList
      title={memberStatusTexts.heading}
      cacheKey="memberStatuses"
      load={load}
      texts={memberStatusTexts}
      columns={memberStatusColumns}
      filters={filters}
      defaultSort={{ by: 'Name', descending: false }}
      nameOf={({ name }) => name}
      addNew={paths.newMemberStatus()}
      actions={memberStatusActions}
    />
  );
}

function memberStatusActions(status: MemberStatus, list: List) {
  return <MemberStatusActions status={status} list={list} />;
}
