import { useState } from 'react';
import { attachmentTexts, getAttachment } from '#contract/attachments.ts';
import { asApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import type { Attached } from './use-attachment.ts';
import styles from './attachment-field.module.css';

/** Its name, which saves it: it is fetched with the token, so it is no plain link. */
export function AttachmentLink({ attached }: { attached: Attached }) {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);

  async function save() {
    setProblem('');
    setBusy(true);
    try {
      const id = attached.path.slice(attached.path.lastIndexOf('/') + 1);
      saveFile(await call(getAttachment, { params: { id } }), attached.name);
    } catch (error) {
      setProblem(asApiError(error).message || attachmentTexts.notFound);
    }
    setBusy(false);
  }

  return (
    <>
      <Button kind="quiet" busy={busy} onClick={() => void save()} className={styles.file}>
        {attached.name}
      </Button>
      <span role="alert" className={styles.problem}>
        {problem}
      </span>
    </>
  );
}
