import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { removeStatement, type StatementDetails } from '#contract/bank-statements/endpoints.ts';
import { bankWords as words } from '#contract/bank-statements/texts.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useNotify } from '#web/ui/notices.tsx';

/** Deletes the statement and its lines, and returns to the list. */
export function RemoveStatement({ details: { id } }: { details: StatementDetails }) {
  const confirm = useConfirm();
  const notify = useNotify();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { send, busy } = useCall(removeStatement);

  async function remove() {
    const question = { title: words.remove, body: words.askRemove, confirm: words.remove };
    if (!(await confirm({ ...question, cancel: 'No, go back', danger: true }))) return;
    const outcome = await send({ params: { id } });
    if (!outcome.ok) {
      if (outcome.error) notify.failure(outcome.error.message);
      return;
    }
    await navigate(paths.bankStatements());
    queries.removeQueries({ queryKey: ['bankStatement', id] });
    notify.success(words.removed);
  }

  return (
    <Button busy={busy} needs="money.write" onClick={() => void remove()}>
      {words.remove}
    </Button>
  );
}
