import { Link } from 'react-router';
import {
  deleteMemberType,
  type MemberType,
  memberTypeTexts,
  searchMemberTypes,
} from '#contract/member-types/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { useMay } from '#web/session/use-may.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Column, Filter, List } from '#web/lists/list-shape.ts';
import { DeleteRow, RowActions, RowButton, RowLink } from '#web/lists/row-actions.tsx';
import { searching } from '#web/lists/searching.ts';
import { TwoLines } from '#web/lists/two-lines.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './member-types-page.module.css';
import { retireWords, useConfirmFee, useRetire } from './use-retire.ts';

const filters: readonly Filter<'name'>[] = [{ kind: 'text', name: 'name', label: 'Name' }];

const load = searching(searchMemberTypes);

export function MemberTypesPage() {
  return (
    <AdminList
      title={memberTypeTexts.heading}
      searchHint="Name, description"
      cacheKey="memberTypes"
      load={load}
      texts={memberTypeTexts}
      columns={memberTypeColumns}
      filters={filters}
      defaultSort={{ by: 'Name', descending: false }}
      nameOf={({ name }) => name}
      addNew={paths.newMemberType()}
      writes="settings"
      actions={memberTypeActions}
    />
  );
}

function memberTypeActions(type: MemberType, list: List) {
  return <MemberTypeActions type={type} list={list} />;
}

const memberTypeColumns: readonly Column<MemberType>[] = [
  {
    header: 'Name',
    sortBy: 'Name',
    card: 'title',
    cell: ({ id, name, description }) => (
      <span className={styles.type}>
        <TwoLines first={<Link to={paths.memberType(id)}>{name}</Link>} second={description} />
      </span>
    ),
  },
  {
    header: 'Family',
    sortBy: 'IsFamily',
    cell: ({ isFamily }) => (isFamily ? 'Yes' : 'No'),
  },
  {
    header: 'Offered',
    sortBy: 'IsRetired',
    card: 'badge',
    cell: ({ isRetired }) => <StatusBadge status={isRetired ? 'Retired' : 'Offered'} />,
  },
  {
    header: 'Fee (ZAR)',
    sortBy: 'Fee',
    align: 'end',
    cell: ({ fee, isFeeConfirmed }) => (
      <span className={styles.fee}>
        <TwoLines
          first={formatRand(fee)}
          second={isFeeConfirmed ? fee === 0 && 'Free' : memberTypeTexts.notConfirmed}
        />
      </span>
    ),
  },
];

interface Props {
  type: MemberType;
  list: List;
}

function MemberTypeActions({ type, list }: Props) {
  const { id, name, isFeeConfirmed } = type;
  const mayWrite = useMay()('settings');
  const outcome = { onRefused: list.fail, onDone: list.refetch };
  const { busy, retireOrBringBack } = useRetire(outcome);
  const confirmFee = useConfirmFee(outcome);
  return (
    <RowActions
      name={name}
      main={
        <>
          {!isFeeConfirmed && (
            <RowButton
              name={name}
              busy={confirmFee.busy}
              needs="settings"
              onClick={() => confirmFee.confirm(type)}
            >
              {memberTypeTexts.confirmFee}
            </RowButton>
          )}
          <RowLink name={name} to={paths.memberType(id)}>
            {mayWrite ? 'Edit' : 'View'}
          </RowLink>
        </>
      }
    >
      <RowButton name={name} busy={busy} needs="settings" onClick={() => retireOrBringBack(type)}>
        {retireWords(type)}
      </RowButton>
      <DeleteRow
        name={name}
        id={id}
        list={list}
        needs="settings"
        remove={() => call(deleteMemberType, { params: { id } })}
      />
    </RowActions>
  );
}
