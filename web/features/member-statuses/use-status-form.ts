import { useNavigate } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import { memberStatusForm } from '#contract/member-statuses/endpoints.ts';
import { backToList } from '#web/lists/list-memory.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts';
import { paths } from '#web/app/paths.ts';
import { type ReadAgain, useRecordForm } from '#web/forms/use-record-form.ts';
import { useNotify } from '#web/ui/notices.tsx';

export interface TypedStatus {
  name: string;
}

interface Saving {
  send: (typed: TypedStatus) => Promise<{ ok: true } | { ok: false; error: ApiError | null }>;
  /** The success notice. */
  done: string;
  readAgain?: ReadAgain;
}

/** The form of a status that the organisation added. */
export function useStatusForm(name: string, { send, done, readAgain }: Saving) {
  const navigate = useNavigate();
  const notify = useNotify();
  const queries = useQueryClient();
  const edit = useRecordForm(memberStatusForm, { name }, { readAgain });
  const once = useOneAtATime();
  const goBack = () => navigate(backToList(paths.memberStatuses()));

  async function save(typed: TypedStatus) {
    if (!(await edit.save(() => send(typed)))) return;
    notify.success(done);
    edit.leave();
    await queries.invalidateQueries({ queryKey: ['memberStatuses', 'all'] });
    await goBack();
  }

  return {
    ...edit,
    save: (typed: TypedStatus) => once.run(() => save(typed)),
    busy: once.busy,
    goBack,
  };
}
