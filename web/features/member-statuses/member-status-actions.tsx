import { deleteMemberStatus, type MemberStatus } from '#contract/member-statuses.ts';
import type { List } from '#web/lists/list-shape.ts';
import { DeleteRow, RowLink } from '#web/lists/rows/row-actions.tsx';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';

interface Props {
  status: MemberStatus;
  list: List;
}

/** A built-in status can only be looked at. Rules §5. */
export function MemberStatusActions({ status, list }: Props) {
  const { id, name, isBuiltIn } = status;
  return (
    <>
      <RowLink name={name} to={paths.memberStatus(id)}>
        {isBuiltIn ? 'View' : 'Edit'}
      </RowLink>
      {!isBuiltIn && (
        <DeleteRow
          name={name}
          id={id}
          list={list}
          remove={() => call(deleteMemberStatus, { params: { id } })}
        />
      )}
    </>
  );
}
