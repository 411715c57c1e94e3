import { type BulkEmail, bulkEmailTexts } from '#contract/bulk-emails.ts';
import { bulkEmailWords } from '#contract/bulk-email-words.ts';
import { countRecipients, processBulkEmail } from '#contract/bulk-run.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { useCall } from '#web/api/use-call.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { type Count, ProcessQuestion } from './process-question.tsx';

export interface Told {
  /** Why it was refused; null before it is asked. */
  onFail: (message: string | null) => void;
  /** Done, or refused because of what someone else did: in either case it is to be read again. */
  onDone: () => Promise<unknown>;
}

/** Asks with the number that the server counts at this moment, and begins. Specification §2. */
export function useProcess(bulkEmail: BulkEmail, { onFail, onDone }: Told) {
  const confirm = useConfirm();
  const notify = useNotify();
  const counting = useCall(countRecipients);
  const processing = useCall(processBulkEmail);
  const input = { params: { id: bulkEmail.id } };

  async function askAndProcess() {
    onFail(null);
    const counted = await counting.send(input);
    if (!counted.ok) await refuse(counted.error);
    else if (counted.data.toSend === 0) onFail(bulkEmailTexts.nobody);
    else if (await isSure(counted.data)) await begin();
  }

  function isSure(count: Count): Promise<boolean> {
    return confirm({
      title: bulkEmailTexts.process,
      body: <ProcessQuestion bulkEmail={bulkEmail} count={count} />,
      confirm: bulkEmailTexts.process,
      cancel: 'No, cancel',
    });
  }

  async function begin() {
    const outcome = await processing.send(input);
    if (!outcome.ok) {
      await refuse(outcome.error);
      return;
    }
    notify.success(bulkEmailWords.started);
    await onDone();
  }

  async function refuse(error: ApiError | null) {
    if (error === null || error.status === 401) return;
    onFail(error.message);
    await onDone();
  }

  return { busy: counting.busy || processing.busy, askAndProcess };
}
