import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { discardImport, type ImportDetails } from '#contract/imports/endpoints.ts';
import { importWords as words } from '#contract/imports/texts.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useNotify } from '#web/ui/notices.tsx';

/** Deletes the file, and returns to the list. */
export function DiscardButton({ details: { id } }: { details: ImportDetails }) {
  const confirm = useConfirm();
  const notify = useNotify();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { send, busy } = useCall(discardImport);

  async function discard() {
    const question = { title: words.discard, body: words.askDiscard, confirm: words.discard };
    if (!(await confirm({ ...question, cancel: 'No, go back', danger: true }))) return;
    const outcome = await send({ params: { id } });
    if (!outcome.ok) {
      if (outcome.error) notify.failure(outcome.error.message);
      return;
    }
    await navigate(paths.imports());
    queries.removeQueries({ queryKey: ['imports', id] });
    notify.success(words.discarded);
  }

  return (
    <Button busy={busy} onClick={() => void discard()}>
      {words.discard}
    </Button>
  );
}
