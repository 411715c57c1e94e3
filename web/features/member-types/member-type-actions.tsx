import { deleteMemberType, type MemberType } from '#contract/member-types.ts';
import type { List } from '#web/lists/list-shape.ts';
import { DeleteRow, RowButton, RowLink } from '#web/lists/rows/row-actions.tsx';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { retireWords, useRetire } from './use-retire.ts';

interface Props {
  type: MemberType;
  list: List;
}

export function MemberTypeActions({ type, list }: Props) {
  const { id, name } = type;
  const { busy, retireOrBringBack } = useRetire({ onRefused: list.fail, onDone: list.refetch });
  return (
    <>
      <RowLink name={name} to={paths.memberType(id)}>
        Edit
      </RowLink>
      <RowButton name={name} busy={busy} onClick={() => retireOrBringBack(type)}>
        {retireWords(type)}
      </RowButton>
      <DeleteRow
        name={name}
        id={id}
        list={list}
        remove={() => call(deleteMemberType, { params: { id } })}
      />
    </>
  );
}
