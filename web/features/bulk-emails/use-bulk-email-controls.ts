import type { BulkEmail } from '#contract/bulk-emails.ts';
import { bulkEmailWords } from '#contract/bulk-email-words.ts';
import {
  bulkRunTexts,
  pauseBulkEmail,
  resumeBulkEmail,
  stopBulkEmail,
} from '#contract/bulk-run.ts';
import { type Calling, useCall } from '#web/api/use-call.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { bulkEmailName } from './bulk-email-name.ts';
import type { Told } from './use-process.tsx';

type Conducting = Calling<typeof pauseBulkEmail | typeof resumeBulkEmail | typeof stopBulkEmail>;

/** What can be done to one that is under way: pause, go on, end it. */
export function useConduct(bulkEmail: BulkEmail, { onFail, onDone }: Told) {
  const confirm = useConfirm();
  const notify = useNotify();
  const pausing = useCall(pauseBulkEmail);
  const resuming = useCall(resumeBulkEmail);
  const stopping = useCall(stopBulkEmail);
  const input = { params: { id: bulkEmail.id } };

  async function conduct({ send }: Pick<Conducting, 'send'>, done: string) {
    onFail(null);
    const outcome = await send(input);
    if (outcome.ok) notify.success(done);
    else if (outcome.error && outcome.error.status !== 401) onFail(outcome.error.message);
    await onDone();
  }

  async function askAndStop() {
    const sure = await confirm({
      title: `${bulkEmailWords.stop} ${bulkEmailName(bulkEmail)}`,
      body: bulkRunTexts.askStop,
      confirm: bulkEmailWords.stop,
      cancel: 'No, cancel',
      danger: true,
    });
    if (sure) await conduct(stopping, bulkEmailWords.stopped);
  }

  return {
    busy: pausing.busy || resuming.busy || stopping.busy,
    pause: () => conduct(pausing, bulkEmailWords.paused),
    resume: () => conduct(resuming, bulkEmailWords.resumed),
    askAndStop,
  };
}
