import { type ReactNode, useState } from 'react';
import { type ApiError, asApiError } from '#web/api/api-error.ts';
import { downloadFile } from '#web/api/download.ts';
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts';
import { formatFileSize } from '#web/ui/format-file-size.ts';
import { useNotify } from '#web/ui/notices.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { PasswordDialog } from './password-dialog.tsx';
import styles from './passwords.module.css';

interface Props {
  endpoint: Parameters<typeof downloadFile>[0];
  title: string;
  /** The success notice. */
  downloaded: string;
  onClose: () => void;
  /** The question. */
  children: ReactNode;
}

/** Downloads a file with the data of all members, after the password. */
export function DownloadDialog({ endpoint, title, downloaded, onClose, children }: Props) {
  const notify = useNotify();
  const { busy, run } = useOneAtATime();
  const [bytes, setBytes] = useState(0);

  async function download(body: { password: string }): Promise<ApiError | null> {
    setBytes(0);
    try {
      const { content, name } = await downloadFile(endpoint, body, setBytes);
      saveFile(content, name);
      notify.success(downloaded);
      onClose();
      return null;
    } catch (error) {
      return asApiError(error);
    }
  }

  return (
    <PasswordDialog
      title={title}
      submit="Download"
      busy={busy}
      send={async (body) => (await run(() => download(body))) ?? null}
      onClose={onClose}
    >
      {children}
      <output className={styles.progress}>
        {busy && bytes > 0 && `${formatFileSize(bytes)} downloaded`}
      </output>
    </PasswordDialog>
  );
}
