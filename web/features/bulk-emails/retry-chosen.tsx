import { bulkEmailWords } from '#contract/bulk-email-words.ts';
import { bulkRunTexts, retryBulkRecipients } from '#contract/bulk-run.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Chosen, List } from '#web/lists/list-shape.ts';
import { useCall } from '#web/api/use-call.ts';
import { useParams } from '#web/app/router/use-router.ts';
import { Button } from '#web/ui/button.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useNotify } from '#web/ui/notices.tsx';

interface Props {
  chosen: Chosen;
  list: List;
}

/** Sends again to those who were chosen; nobody who got it is among them, whatever is chosen. */
export function RetryChosen({ chosen, list }: Props) {
  const { id = '' } = useParams();
  const confirm = useConfirm();
  const notify = useNotify();
  const { send, busy } = useCall(retryBulkRecipients);
  const body = whom(chosen);

  async function askAndRetry() {
    list.fail(chosen.count === 0 || body === null ? bulkRunTexts.chooseRetry : null);
    if (chosen.count === 0 || body === null) return;
    const sure = await confirm({
      title: bulkEmailWords.retry,
      body: (
        <>
          <p>{bulkEmailWords.askRetry(chosen.count)}</p>
          {mayBeUncertain(chosen) && <p>{bulkEmailWords.retryUncertain}</p>}
        </>
      ),
      confirm: bulkEmailWords.retry,
      cancel: 'No, cancel',
    });
    if (!sure) return;
    const outcome = await send({ params: { id }, body });
    if (outcome.ok) {
      notify.success(bulkEmailWords.retried);
      chosen.clear();
    } else if (outcome.error && outcome.error.status !== 401) {
      list.fail(outcome.error.message);
    }
    await list.refetch();
  }

  return (
    <Button
      kind={chosen.count > 0 ? 'primary' : 'secondary'}
      busy={busy}
      onClick={() => void askAndRetry()}
    >
      {bulkEmailWords.retry}
    </Button>
  );
}

/** All of them are named by their outcome; null where that is none that can be sent to again. */
function whom({ allMatching, ids, filters }: Chosen): BodyOf<typeof retryBulkRecipients> | null {
  if (!allMatching) return { recipientIds: [...ids] };
  const { outcome } = filters;
  if (outcome === 'failed' || outcome === 'uncertain' || outcome === 'suppressed') {
    // An address that is searched for narrows the list, but not the call.
    return filters['email'] === undefined ? { outcome } : null;
  }
  return null;
}

function mayBeUncertain({ filters }: Chosen): boolean {
  return filters['outcome'] === undefined || filters['outcome'] === 'uncertain';
}
