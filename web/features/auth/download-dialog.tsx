import { type ReactNode, useState } from 'react';
import { asApiError } from '#web/api/api-error.ts';
import { downloadFile } from '#web/api/download.ts';
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { formatFileSize } from '#web/ui/format-file-size.ts';
import { useNotify } from '#web/ui/notices.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import styles from './passwords.module.css';

interface Props {
  endpoint: Parameters<typeof downloadFile>[0];
  title: string;
  /** The success notice. */
  downloaded: string;
  onClose: () => void;
  /** What the file contains. */
  children: ReactNode;
}

/** Downloads a file with the data of all members. */
export function DownloadDialog({ endpoint, title, downloaded, onClose, children }: Props) {
  const notify = useNotify();
  const { busy, run } = useOneAtATime();
  const [bytes, setBytes] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);

  async function download(): Promise<void> {
    setBytes(0);
    setProblem(null);
    try {
      const { content, name } = await downloadFile(endpoint, setBytes);
      saveFile(content, name);
      notify.success(downloaded);
      onClose();
    } catch (error) {
      setProblem(asApiError(error).message);
    }
  }

  return (
    <Dialog
      title={title}
      onClose={() => busy || onClose()}
      actions={
        <>
          <Button off={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" busy={busy} onClick={() => void run(download)}>
            Download
          </Button>
        </>
      }
    >
      {children}
      <output className={styles.progress}>
        {busy && bytes > 0 && `${formatFileSize(bytes)} downloaded`}
      </output>
      <FormProblem message={problem} />
    </Dialog>
  );
}
