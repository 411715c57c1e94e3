import { adminRole, searchUsers, type User, userTexts } from '#contract/users.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Filter, List } from '#web/lists/list-shape.ts';
import { searching } from '#web/lists/searching.ts';
import { paths } from '#web/app/paths.ts';
import { UserActions } from './user-actions.tsx';
import { userColumns } from './user-columns.tsx';
import { userName } from './user-name.ts';

const filters: readonly Filter<'firstName' | 'lastName' | 'email' | 'phoneNumber'>[] = [
  { kind: 'text', name: 'firstName', label: 'First name' },
  { kind: 'text', name: 'lastName', label: 'Last name' },
  { kind: 'text', name: 'email', label: 'Email' },
  { kind: 'text', name: 'phoneNumber', label: 'Phone' },
];

/** Members sign in too, and are kept under Members. Specification §2, Users. */
const load = searching(searchUsers, { role: adminRole });

export function UsersPage() {
  return (
    <AdminList
      title={userTexts.heading}
      cacheKey="users"
      load={load}
      texts={userTexts}
      columns={userColumns}
      filters={filters}
      defaultSort={{ by: 'FirstName', descending: false }}
      nameOf={userName}
      addNew={paths.newUser()}
      actions={userActions}
    />
  );
}

function userActions(user: User, list: List) {
  return <UserActions user={user} list={list} />;
}
