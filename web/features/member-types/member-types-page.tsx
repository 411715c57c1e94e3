import { type MemberType, memberTypeTexts, searchMemberTypes } from '#contract/member-types.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Filter, List } from '#web/lists/list-shape.ts';
import { searching } from '#web/lists/searching.ts';
import { paths } from '#web/app/paths.ts';
import { MemberTypeActions } from './member-type-actions.tsx';
import { memberTypeColumns } from './member-type-columns.tsx';

const filters: readonly Filter<'name'>[] = [{ kind: 'text', name: 'name', label: 'Name' }];

const load = searching(searchMemberTypes);

export function MemberTypesPage() {
  return (
    <AdminList
      title={memberTypeTexts.heading}
      cacheKey="memberTypes"
      load={load}
      texts={memberTypeTexts}
      columns={memberTypeColumns}
      filters={filters}
      defaultSort={{ by: 'Name', descending: false }}
      nameOf={({ name }) => name}
      addNew={paths.newMemberType()}
      actions={memberTypeActions}
    />
  );
}

function memberTypeActions(type: MemberType, list: List) {
  return <MemberTypeActions type={type} list={list} />;
}
