import { useParams } from 'react-router';
import {
  getMemberStatus,
  type MemberStatus,
  memberStatusTexts,
  statusMeanings,
  updateMemberStatus,
} from '#contract/member-statuses/endpoints.ts';
import { callWithEtag } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { RecordHistory } from '#web/features/audit/record-history.tsx';
import layout from '#web/forms/form-layout.module.css';
import { RecordPage } from '#web/forms/record-page.tsx';
import { useLoadedRecord, type LoadedRecord } from '#web/forms/use-loaded-record.ts';
import type { ReadAgain } from '#web/forms/use-record-form.ts';
import { backToList } from '#web/app/router/list-memory.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { MemberStatusForm } from './member-status-form.tsx';

/** One status: a form, or text if it is built in. */
export function MemberStatusPage() {
  const { id = '' } = useParams();
  const query = useMemberStatus(id);
  return (
    <RecordPage query={query} title={query.data?.status.name ?? 'Member Status'}>
      {(record, readAgain) =>
        record.status.isBuiltIn ? (
          <BuiltInStatus status={record.status} />
        ) : (
          <>
            <OwnStatus record={record} readAgain={readAgain} />
            <RecordHistory id={id} version={record.etag} />
          </>
        )
      }
    </RecordPage>
  );
}

function BuiltInStatus({ status: { name } }: { status: MemberStatus }) {
  return (
    <div className={layout.form}>
      <Card>
        <p>{memberStatusTexts.whyBuiltIn}</p>
        <DefinitionList
          facts={[
            { label: 'Name', value: <StatusBadge status={name} /> },
            { label: 'Meaning', value: statusMeanings[name] },
          ]}
        />
      </Card>
      <div>
        <ButtonLink to={backToList(paths.memberStatuses())}>Back to member statuses</ButtonLink>
      </div>
    </div>
  );
}

interface Props {
  record: LoadedMemberStatus;
  readAgain: ReadAgain;
}

/** A status that the organisation added; it can be renamed. */
function OwnStatus({ record: { status, etag }, readAgain }: Props) {
  const { send } = useCall(updateMemberStatus);
  return (
    <MemberStatusForm
      name={status.name}
      saving={{
        send: (body) => send({ params: { id: status.id }, body, ifMatch: etag }),
        saved: memberStatusTexts.saved,
        readAgain,
      }}
    />
  );
}

type LoadedMemberStatus = LoadedRecord<{ status: MemberStatus }>;

function useMemberStatus(id: string) {
  return useLoadedRecord(
    ['memberStatuses', 'one', id],
    (options) => callWithEtag(getMemberStatus, { params: { id }, ...options }),
    (status) => ({ status }),
  );
}
