import { type BulkEmail, bulkEmailTexts } from '#contract/bulk-emails.ts';
import { bulkEmailWords } from '#contract/bulk-email-words.ts';
import { RowButton } from '#web/lists/row-actions.tsx';
import { bulkEmailName } from './bulk-email-name.ts';
import { isPending, isUnderWay } from './bulk-email-status.ts';
import { useConduct } from './use-bulk-email-controls.ts';
import { type Told, useProcess } from './use-process.tsx';

interface Props extends Told {
  bulkEmail: BulkEmail;
}

/** What sends: the one that begins it, or those that conduct it. */
export function SendingButtons({ bulkEmail, ...told }: Props) {
  const name = bulkEmailName(bulkEmail);
  const process = useProcess(bulkEmail, told);
  const run = useConduct(bulkEmail, told);
  if (isPending(bulkEmail)) {
    return (
      <RowButton
        name={name}
        settles
        busy={process.busy}
        onClick={() => void process.askAndProcess()}
      >
        {bulkEmailTexts.process}
      </RowButton>
    );
  }
  if (!isUnderWay(bulkEmail)) return null;
  const isResting = bulkEmail.isPaused || bulkEmail.isHeld;
  return (
    <>
      {isResting ? (
        <RowButton name={name} settles busy={run.busy} onClick={() => void run.resume()}>
          {bulkEmailWords.resume}
        </RowButton>
      ) : (
        <RowButton name={name} settles busy={run.busy} onClick={() => void run.pause()}>
          {bulkEmailWords.pause}
        </RowButton>
      )}
      <RowButton name={name} busy={run.busy} onClick={() => void run.askAndStop()}>
        {bulkEmailWords.stop}
      </RowButton>
    </>
  );
}
