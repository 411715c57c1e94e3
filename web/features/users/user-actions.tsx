import { deleteUser, type User, userTexts } from '#contract/users.ts';
import type { List } from '#web/lists/list-shape.ts';
import { DeleteRow, RowLink } from '#web/lists/row-actions.tsx';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { useSession } from '#web/session/use-session.ts';
import { userName } from './user-name.ts';

interface Props {
  user: User;
  list: List;
}

/** Nobody deletes themselves. Rules §4. */
export function UserActions({ user, list }: Props) {
  const { id } = user;
  const name = userName(user);
  const isOwn = useSession()?.userId === id;
  return (
    <>
      <RowLink name={name} to={paths.user(id)}>
        Edit
      </RowLink>
      {!isOwn && (
        <DeleteRow
          name={name}
          id={id}
          list={list}
          consequence={userTexts.deletes(name)}
          remove={() => call(deleteUser, { params: { id } })}
        />
      )}
    </>
  );
}
