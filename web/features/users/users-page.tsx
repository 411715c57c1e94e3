import { Link } from 'react-router';
import { formatMoment } from '#contract/days.ts';
import { adminRole, staffRoles } from '#contract/roles.ts';
import { deleteUser, searchUsers, type User, userTexts } from '#contract/users/endpoints.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { savedSearchesOf } from '#web/features/saved-searches/saved-searches.tsx';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Column, Filter, List } from '#web/lists/list-shape.ts';
import { DeleteRow, RowActions, RowLink } from '#web/lists/row-actions.tsx';
import { searching } from '#web/lists/searching.ts';
import { useSession } from '#web/session/use-session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { userName } from './user-name.ts';
import styles from './users-page.module.css';

const filters: readonly Filter<'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'roles'>[] = [
  { kind: 'text', name: 'firstName', label: 'First name' },
  { kind: 'text', name: 'lastName', label: 'Last name' },
  { kind: 'text', name: 'email', label: 'Email' },
  { kind: 'text', name: 'phoneNumber', label: 'Phone' },
  {
    kind: 'choice',
    name: 'roles',
    label: 'Role',
    options: staffRoles.map((role) => ({ value: role, label: role })),
  },
];

/** The administrators' side: members are listed under Members. product-rules 18.7. */
const load = searching(searchUsers, { role: adminRole });

const savedSearches = savedSearchesOf('users');

export function UsersPage() {
  return (
    <AdminList
      title={userTexts.heading}
      searchHint="Name, email, phone"
      cacheKey="users"
      load={load}
      texts={userTexts}
      savedSearches={savedSearches}
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

const userColumns: readonly Column<User>[] = [
  {
    header: 'First Name',
    sortBy: 'FirstName',
    card: 'title',
    cell: (user) => <Person user={user} />,
  },
  {
    header: 'Last Name',
    sortBy: 'LastName',
    card: 'hidden',
    cell: ({ lastName }) => lastName,
  },
  {
    header: 'Email',
    sortBy: 'Email',
    cell: ({ email }) => <EmailText email={email} />,
  },
  {
    header: 'Phone',
    sortBy: 'PhoneNumber',
    cell: ({ phoneNumber }) => <span className={styles.phone}>{phoneNumber || '—'}</span>,
  },
  { header: 'Roles', cell: ({ role }) => role },
  {
    header: 'Last sign-in',
    cell: ({ lastSignInUtc }) =>
      lastSignInUtc === null ? userTexts.noSignIn : formatMoment(lastSignInUtc),
  },
];

function Person({ user }: { user: User }) {
  const isOwn = useSession()?.userId === user.id;
  return (
    <span className={styles.person}>
      <Avatar name={userName(user)} picture={user.profilePicture} size={32} />
      <span className={styles.name}>
        <Link to={paths.user(user.id)}>
          {user.firstName}
          <span className={styles.onCard}> {user.lastName}</span>
        </Link>
        {isOwn && <span className={styles.own}> {userTexts.you}</span>}
      </span>
    </span>
  );
}

interface Props {
  user: User;
  list: List;
}

/** Administrators cannot delete themselves. product-rules 4.13. */
function UserActions({ user, list }: Props) {
  const { id } = user;
  const name = userName(user);
  const isOwn = useSession()?.userId === id;
  return (
    <RowActions
      name={name}
      main={
        <RowLink name={name} to={paths.user(id)}>
          Edit
        </RowLink>
      }
    >
      {!isOwn && (
        <DeleteRow
          name={name}
          id={id}
          list={list}
          consequence={userTexts.deletes(name)}
          remove={() => call(deleteUser, { params: { id } })}
        />
      )}
    </RowActions>
  );
}
