import { useQueryClient } from '@tanstack/react-query';
import { memberTypeTexts, updateMemberType } from '#contract/member-types.ts';
import { backToList } from '#web/lists/list-memory.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { type ReadAgain, useRecordForm } from '#web/forms/use-record-form.ts';
import { useNavigate } from '#web/app/router/use-router.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { type CheckedMemberType, typedMemberType, valuesOf } from './member-type-values.ts';
import type { Version } from './use-member-type.ts';

/** Saves; and asks before the relatives of those who have the type are hidden. */
export function useMemberTypeForm({ type, etag }: Version, readAgain: ReadAgain) {
  const navigate = useNavigate();
  const notify = useNotify();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const edit = useRecordForm(typedMemberType, valuesOf(type), { readAgain });
  const saving = useCall(updateMemberType);

  const send = (values: CheckedMemberType, hideRelatives?: true) =>
    saving.send(
      { params: { id: type.id }, body: { ...values, ...(hideRelatives && { hideRelatives }) } },
      { ifMatch: etag },
    );

  async function save(values: CheckedMemberType) {
    edit.begin();
    let outcome = await send(values);
    if (!outcome.ok && outcome.error && wouldHide(outcome.error)) {
      const sure = await confirm({
        title: memberTypeTexts.askHide,
        body: outcome.error.message,
        confirm: memberTypeTexts.hide,
        cancel: 'No, cancel',
      });
      if (!sure) return;
      outcome = await send(values, true);
    }
    if (outcome.ok) {
      notify.success(memberTypeTexts.saved);
      edit.leave();
      await queries.invalidateQueries({ queryKey: ['memberTypes', 'all'] });
      void navigate(backToList(paths.memberTypes()));
    } else if (outcome.error) {
      edit.refuse(outcome.error);
    }
  }

  return { ...edit, save, saving: saving.busy };
}

function wouldHide({ status, errors }: ApiError): boolean {
  return status === 409 && errors[0]?.field === 'isFamily';
}
