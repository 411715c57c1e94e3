import { type User, userTexts } from '#contract/users.ts';
import type { Column } from '#web/lists/list-shape.ts';
import { useSession } from '#web/session/use-session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import styles from './user-columns.module.css';
import { userName } from './user-name.ts';

export const userColumns: readonly Column<User>[] = [
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
];

function Person({ user }: { user: User }) {
  const isOwn = useSession()?.userId === user.id;
  return (
    <span className={styles.person}>
      <Avatar name={userName(user)} picture={user.profilePicture} size={32} />
      <span className={styles.name}>
        {user.firstName}
        <span className={styles.onCard}> {user.lastName}</span>
        {isOwn && <span className={styles.own}> {userTexts.you}</span>}
      </span>
    </span>
  );
}
