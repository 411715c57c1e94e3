import { useIsMailKept } from '#web/api/menu-counts.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { backupTexts } from '#contract/backups/endpoints.ts';
import { testMailTexts } from '#contract/company-info/test-mail.ts';
import { heldMailCount, type OpenRestore, restoreTexts } from '#contract/restores/endpoints.ts';
import { usePublicSettings } from '#web/api/use-public-settings.ts';
import { paths } from '#web/app/paths.ts';
import { type SystemNotice, useSystemNotice } from '#web/app/system-notices.tsx';
import { useMay } from '#web/session/use-may.ts';
import { useBackups } from '#web/features/backups/use-backups.ts';
import { openRestore } from '#web/features/restores/open-restore.ts';

/** Problems of the installation, in the line above each page. */
export function InstallationNotices() {
  const may = useMay();
  return (
    <>
      <MailCaptured />
      {may('system') && (
        <>
          <BackupOverdue />
          <Restored />
        </>
      )}
    </>
  );
}

const mailCaptured = testMailTexts.systemNotice;
const mailToSet = { ...mailCaptured, to: paths.mailSettings() };

/** Without a mail server nobody receives any email, which is easily overlooked. The demo says so itself. */
function MailCaptured() {
  const mayChange = useMay()('settings');
  const notice = mayChange ? mailToSet : mailCaptured;
  const isDemo = usePublicSettings()?.isDemo ?? true;
  useSystemNotice(useIsMailKept() && !isDemo ? notice : null);
  return null;
}

const notice = { ...backupTexts.systemNotice, to: paths.backups() };

/** Without a recent backup, the data since the last one can be lost. product-rules 2.33. */
function BackupOverdue() {
  const { data } = useBackups();
  useSystemNotice(data?.isOverdue === true ? notice : null);
  return null;
}

/** After a restore, mails are held until an administrator decides about them. */
function Restored() {
  const { data } = useQuery(openRestore);
  const notice = useMemo(() => data && restoredNotice(data), [data]);
  useSystemNotice(notice ?? null);
  return null;
}

function restoredNotice({ backupMadeUtc, heldMails }: OpenRestore): SystemNotice {
  const { notice, noticeHeld, noticeMissing } = restoreTexts;
  const detail =
    heldMails > 0
      ? noticeHeld(heldMailCount(heldMails), backupMadeUtc)
      : noticeMissing(backupMadeUtc);
  return { title: notice, detail, to: paths.restored() };
}
