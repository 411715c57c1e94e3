import { backupTexts as texts, downloadBackup } from '#contract/backups/endpoints.ts';
import { DownloadDialog } from '#web/features/auth/download-dialog.tsx';

/** Says first that the file has the data of all members. product-rules 2.32. */
export function DownloadBackup({ onClose }: { onClose: () => void }) {
  return (
    <DownloadDialog
      endpoint={downloadBackup}
      title={texts.download}
      downloaded={texts.downloaded}
      onClose={onClose}
    >
      <p>{texts.downloadHint}</p>
    </DownloadDialog>
  );
}
