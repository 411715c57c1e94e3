import { backupTexts } from '#contract/backups/endpoints.ts';
import { paths } from '#web/app/paths.ts';
import { useSystemNotice } from '#web/app/system-notices.tsx';
import { useBackups } from '#web/features/backups/use-backups.ts';

const notice = { ...backupTexts.systemNotice, to: paths.companyInfo() };

/** Without a recent backup, the data since the last one can be lost. product-rules 2.33. */
export function BackupOverdue() {
  const { data } = useBackups();
  useSystemNotice(data?.isOverdue === true ? notice : null);
  return null;
}
