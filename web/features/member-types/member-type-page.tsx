import { useParams } from 'react-router';
import {
  getMemberType,
  type MemberType,
  memberTypeTexts,
  updateMemberType,
} from '#contract/member-types/endpoints.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { callWithEtag } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { RecordHistory } from '#web/features/audit/record-history.tsx';
import { RecordForm } from '#web/forms/record-form.tsx';
import { RecordPage } from '#web/forms/record-page.tsx';
import { useLoadedRecord, type LoadedRecord } from '#web/forms/use-loaded-record.ts';
import { type ReadAgain, useRecordForm } from '#web/forms/use-record-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import {
  type CheckedMemberType,
  MemberTypeFields,
  typedMemberType,
  valuesOf,
} from './member-type-fields.tsx';
import styles from './member-type-page.module.css';
import { retireWords, useRetire } from './use-retire.ts';

export function MemberTypePage() {
  const { id = '' } = useParams();
  const query = useMemberType(id);
  return (
    <RecordPage query={query} title={query.data?.type.name ?? 'Member Type'}>
      {(record, readAgain) => (
        <>
          <MemberTypeForm record={record} readAgain={readAgain} />
          <RecordHistory id={id} version={record.etag} />
        </>
      )}
    </RecordPage>
  );
}

interface Props {
  record: LoadedMemberType;
  readAgain: ReadAgain;
}

function MemberTypeForm({ record: { type, etag }, readAgain }: Props) {
  const send = useSendType(type.id, etag);
  const edit = useRecordForm(typedMemberType, valuesOf(type), {
    send,
    // Saving an unchanged type confirms its fee.
    saved: () => memberTypeTexts.saved,
    shownBy: ['memberTypes', 'all'],
    readAgain,
    list: paths.memberTypes(),
  });
  const { form, isChanged } = edit;
  const retiring = useRetire({ onRefused: edit.setProblem, onDone: readAgain });

  return (
    <RecordForm edit={edit} needs="settings">
      <Card>
        <MemberTypeFields
          form={form}
          feeHint={type.isFeeConfirmed ? memberTypeTexts.feeKept : memberTypeTexts.feeSuggested}
        />
        <div className={styles.offered}>
          <p className={styles.words}>
            {type.isRetired ? memberTypeTexts.isRetired : memberTypeTexts.isOffered}
            {isChanged && ` ${memberTypeTexts.saveFirst}`}
          </p>
          <Button
            needs="settings"
            busy={retiring.busy}
            off={isChanged}
            onClick={() => retiring.retireOrBringBack(type)}
          >
            {retireWords(type)}
          </Button>
        </div>
      </Card>
    </RecordForm>
  );
}

/** Confirms before the relatives of members with this type are hidden. */
function useSendType(id: string, ifMatch: string | undefined) {
  const confirm = useConfirm();
  const { send } = useCall(updateMemberType);
  return async (body: CheckedMemberType) => {
    const update = { params: { id }, body, ifMatch };
    const outcome = await send(update);
    if (outcome.ok || !outcome.error || !wouldHide(outcome.error)) return outcome;
    const sure = await confirm({
      title: memberTypeTexts.askHide,
      body: outcome.error.message,
      confirm: memberTypeTexts.hide,
      cancel: 'No, cancel',
    });
    if (!sure) return { ok: false, error: null } as const;
    return send({ ...update, body: { ...body, hideRelatives: true } });
  };
}

function wouldHide({ status, errors }: ApiError): boolean {
  return status === 409 && errors[0]?.field === 'isFamily';
}

type LoadedMemberType = LoadedRecord<{ type: MemberType }>;

function useMemberType(id: string) {
  return useLoadedRecord(
    ['memberTypes', 'one', id],
    (options) => callWithEtag(getMemberType, { params: { id }, ...options }),
    (type) => ({ type }),
  );
}
