import { type BulkEmail, bulkEmailTexts } from '#contract/bulk-emails/endpoints.ts';
import { bulkEmailWords } from '#contract/bulk-emails/texts.ts';
import { RowButton } from '#web/admin-list/rows/row-actions.tsx';
import { bulkEmailName } from '../bulk-email-name.ts';
import { isPending, isUnderWay } from './standing.ts';
import { useConduct } from './use-conduct.ts';
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
