import { useState } from 'react';
import { backupTexts as texts } from '#contract/backups/endpoints.ts';
import layout from '#web/forms/form-layout.module.css';
import { PageTitle } from '#web/ui/page-title.tsx';
import { BackupSettings } from './backup-settings.tsx';
import { BackupsCard } from './backups-card.tsx';
import { DownloadBackup } from './download-backup.tsx';

/** The backups of this installation, and their settings. product-rules 2.30 to 2.34. */
export function BackupsPage() {
  const [isDownloading, setDownloading] = useState(false);
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      <div className={layout.form}>
        <BackupsCard onDownload={() => setDownloading(true)} />
        <BackupSettings />
      </div>
      {isDownloading && <DownloadBackup onClose={() => setDownloading(false)} />}
    </>
  );
}
