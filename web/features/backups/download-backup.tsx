import { useState } from 'react';
import { backupTexts, downloadBackup } from '#contract/backups/endpoints.ts';
import { type ApiError, asApiError } from '#web/api/api-error.ts';
import { downloadFile } from '#web/api/download.ts';
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts';
import { PasswordDialog } from '#web/features/auth/password-dialog.tsx';
import { formatFileSize } from '#web/ui/format-file-size.ts';
import { useNotify } from '#web/ui/notices.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import styles from './backups.module.css';

/** Asks for the password, because the file has the data of all members. product-rules 2.32. */
export function DownloadBackup({ onClose }: { onClose: () => void }) {
  const notify = useNotify();
  const { busy, run } = useOneAtATime();
  const [bytes, setBytes] = useState(0);

  async function download(body: { password: string }): Promise<ApiError | null> {
    setBytes(0);
    try {
      const { content, name } = await downloadFile(downloadBackup, body, setBytes);
      saveFile(content, name);
      notify.success(backupTexts.downloaded);
      onClose();
      return null;
    } catch (error) {
      return asApiError(error);
    }
  }

  return (
    <PasswordDialog
      title={backupTexts.download}
      submit="Download"
      busy={busy}
      send={async (body) => (await run(() => download(body))) ?? null}
      onClose={onClose}
    >
      <p>{backupTexts.downloadHint}</p>
      <output className={styles.state}>
        {busy && bytes > 0 && `${formatFileSize(bytes)} downloaded`}
      </output>
    </PasswordDialog>
  );
}
