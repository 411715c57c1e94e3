import { useNavigate, useParams } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
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
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import layout from '#web/forms/form-layout.module.css';
import { RecordBar } from '#web/forms/record-bar.tsx';
import { RecordPage } from '#web/forms/record-page.tsx';
import { useLoadedRecord, type LoadedRecord } from '#web/forms/use-loaded-record.ts';
import { type ReadAgain, useRecordForm } from '#web/forms/use-record-form.ts';
import { backToList } from '#web/lists/list-memory.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useNotify } from '#web/ui/notices.tsx';
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

function MemberTypeForm({ record, readAgain }: Props) {
  const navigate = useNavigate();
  const edit = useMemberTypeForm(record, readAgain);
  const { form, errors, isChanged } = edit;
  const { type } = record;
  const retiring = useRetire({ onRefused: edit.setProblem, onDone: readAgain });

  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(edit.save, errors.onInvalid)}
      className={layout.form}
    >
      <ErrorSummary {...errors.summary} />
      <Card>
        <MemberTypeFields form={form} feeHint={memberTypeTexts.feeKept} />
        <div className={styles.offered}>
          <p className={styles.words}>
            {type.isRetired ? memberTypeTexts.isRetired : memberTypeTexts.isOffered}
            {isChanged && ` ${memberTypeTexts.saveFirst}`}
          </p>
          <Button
            busy={retiring.busy}
            off={isChanged}
            onClick={() => retiring.retireOrBringBack(type)}
          >
            {retireWords(type)}
          </Button>
        </div>
      </Card>
      <RecordBar
        {...edit.bar}
        submit="Save"
        busy={edit.saving}
        onCancel={() => void navigate(backToList(paths.memberTypes()))}
      />
    </form>
  );
}

/** Confirms before the relatives of members with this type are hidden. */
function useMemberTypeForm({ type, etag }: LoadedMemberType, readAgain: ReadAgain) {
  const navigate = useNavigate();
  const notify = useNotify();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const edit = useRecordForm(typedMemberType, valuesOf(type), { readAgain });
  const saving = useCall(updateMemberType);

  async function send(values: CheckedMemberType) {
    const update = { params: { id: type.id }, body: values, ifMatch: etag };
    const outcome = await saving.send(update);
    if (outcome.ok || !outcome.error || !wouldHide(outcome.error)) return outcome;
    const sure = await confirm({
      title: memberTypeTexts.askHide,
      body: outcome.error.message,
      confirm: memberTypeTexts.hide,
      cancel: 'No, cancel',
    });
    if (!sure) return { ok: false, error: null } as const;
    return saving.send({ ...update, body: { ...values, hideRelatives: true } });
  }

  async function save(values: CheckedMemberType) {
    if (!(await edit.save(() => send(values)))) return;
    notify.success(memberTypeTexts.saved);
    edit.leave();
    await queries.invalidateQueries({ queryKey: ['memberTypes', 'all'] });
    void navigate(backToList(paths.memberTypes()));
  }

  return { ...edit, save, saving: saving.busy };
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
