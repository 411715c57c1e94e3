import * as contract from '#contract/bulk-emails/preview.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import type { Site } from '#server/app-deps.ts';
import { previewBulkEmail } from './preview.ts';
import { sendTestBulkEmail } from './send-test.ts';

export function bulkPreviewRoutes(serve: Serve, { config }: Site): void {
  serve(contract.previewBulkEmail, ({ work, body }) =>
    previewBulkEmail(work.db, config.publicUrl, body),
  );

  serve(contract.sendTestBulkEmail, ({ work, body }) => sendTestBulkEmail(work, body));
}
