import { downloadProof, type Proof, updateProof } from '#contract/proofs/admin-endpoints.ts';
import { useCall } from '#web/api/use-call.ts';
import { saveFile } from '#web/ui/save-file.ts';

interface Callbacks {
  /** Called with the server's refusal, and with null before each call. */
  onRefused: (message: string | null) => void;
  /** After it was dealt with, or waits again. */
  onChanged: (proof: Proof) => Promise<unknown>;
}

/** What an administrator does with a proof of payment. It is saved, and never shown by the browser. */
export function useProofActions({ onRefused, onChanged }: Callbacks) {
  const downloading = useCall(downloadProof);
  const updating = useCall(updateProof);

  async function download({ id, fileName }: Proof) {
    onRefused(null);
    const outcome = await downloading.send({ params: { id } });
    if (outcome.ok) saveFile(outcome.data, fileName);
    else if (outcome.error) onRefused(outcome.error.message);
  }

  async function toggle({ id, dealtWithUtc }: Proof) {
    onRefused(null);
    const body = { isDealtWith: dealtWithUtc === null };
    const outcome = await updating.send({ params: { id }, body });
    if (outcome.ok) await onChanged(outcome.data);
    else if (outcome.error) onRefused(outcome.error.message);
  }

  return { download, isDownloading: downloading.busy, toggle, isUpdating: updating.busy };
}
