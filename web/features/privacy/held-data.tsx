import { Download } from 'lucide-react';
import { dayOf } from '#contract/days.ts';
import { downloadDataExport, dataExportTexts } from '#contract/privacy/data-export.ts';
import { privacyTexts } from '#contract/privacy/texts.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import styles from './privacy.module.css';

/** Downloads the file. A link could not send the token. */
export function DownloadHeldData({ memberId, label }: { memberId: string; label: string }) {
  const { busy, error, send } = useCall(downloadDataExport);

  async function download() {
    const outcome = await send({ params: { id: memberId } });
    if (outcome.ok) saveFile(outcome.data, dataExportTexts.fileName(dayOf(new Date())));
  }

  return (
    <>
      <Button busy={busy} onClick={download}>
        {!busy && <Download aria-hidden size={18} />}
        {label}
      </Button>
      <FormProblem message={error && dataExportTexts.failed} />
    </>
  );
}

/**
 * On the member's form, for members who ask the organisation instead of downloading it themselves.
 */
export function MemberHeldData({ memberId }: { memberId: string }) {
  return (
    <Disclosure summary={privacyTexts.title}>
      <div className={styles.own}>
        <p>{dataExportTexts.forOffice}</p>
        <DownloadHeldData memberId={memberId} label={dataExportTexts.downloadMembers} />
      </div>
    </Disclosure>
  );
}
