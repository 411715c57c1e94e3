import { useState } from 'react';
import { exportEverything, fullExportTexts as texts } from '#contract/full-export/endpoints.ts';
import { type ApiError, asApiError } from '#web/api/api-error.ts';
import { downloadFile } from '#web/api/download.ts';
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts';
import { PasswordDialog } from '#web/features/auth/password-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { formatFileSize } from '#web/ui/format-file-size.ts';
import { useNotify } from '#web/ui/notices.tsx';
import { saveFile } from '#web/ui/save-file.ts';

/** Everything of the organisation as one file, after the password. product-rules 20.9. */
export function FullExportCard() {
  const [isAsking, setAsking] = useState(false);
  return (
    <Card title={texts.title}>
      <p>{texts.hint}</p>
      <p>
        <Button onClick={() => setAsking(true)}>{texts.button}</Button>
      </p>
      {isAsking && <ExportDialog onClose={() => setAsking(false)} />}
    </Card>
  );
}

function ExportDialog({ onClose }: { onClose: () => void }) {
  const notify = useNotify();
  const { busy, run } = useOneAtATime();
  const [bytes, setBytes] = useState(0);

  async function download(body: { password: string }): Promise<ApiError | null> {
    setBytes(0);
    try {
      const { content, name } = await downloadFile(exportEverything, body, setBytes);
      saveFile(content, name);
      notify.success(texts.downloaded);
      onClose();
      return null;
    } catch (error) {
      return asApiError(error);
    }
  }

  return (
    <PasswordDialog
      title={texts.button}
      submit="Download"
      busy={busy}
      send={async (body) => (await run(() => download(body))) ?? null}
      onClose={onClose}
    >
      <p>{texts.ask}</p>
      <output>{busy && bytes > 0 && `${formatFileSize(bytes)} downloaded`}</output>
    </PasswordDialog>
  );
}
