import { useState } from 'react';
import { exportEverything, fullExportTexts as texts } from '#contract/full-export/endpoints.ts';
import { DownloadDialog } from '#web/features/auth/download-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

/** Everything of the organisation as one file. product-rules 20.9. */
export function FullExportCard() {
  const [isAsking, setAsking] = useState(false);
  return (
    <Card title={texts.title}>
      <p>{texts.hint}</p>
      <p>
        <Button onClick={() => setAsking(true)}>{texts.button}</Button>
      </p>
      {isAsking && (
        <DownloadDialog
          endpoint={exportEverything}
          title={texts.button}
          downloaded={texts.downloaded}
          onClose={() => setAsking(false)}
        >
          <p>{texts.ask}</p>
        </DownloadDialog>
      )}
    </Card>
  );
}
