import * as contract from '#contract/bulk-emails/sending.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { readBulkEmail } from '../queries.ts';
import { pauseBulkEmail, resumeBulkEmail, retryBulkRecipients, stopBulkEmail } from './controls.ts';
import { processBulkEmail } from './process.ts';
import { countToSend, searchRecipients } from './recipients.ts';

export function bulkRunRoutes(serve: Serve): void {
  serve(contract.processBulkEmail, ({ work, params }) => processBulkEmail(work, params.id));

  serve(contract.countRecipients, ({ work, params }) => countToSend(work.db, params.id));

  serve(contract.searchBulkRecipients, async ({ work, params, body }) => {
    await readBulkEmail(work.db, params.id);
    return searchRecipients(work.db, params.id, body);
  });

  serve(contract.retryBulkRecipients, ({ work, params, body }) =>
    retryBulkRecipients(work, params.id, body),
  );

  serve(contract.pauseBulkEmail, ({ work, params }) => pauseBulkEmail(work, params.id));

  serve(contract.resumeBulkEmail, ({ work, params }) => resumeBulkEmail(work, params.id));

  serve(contract.stopBulkEmail, ({ work, params }) => stopBulkEmail(work, params.id));
}
