import * as attachments from '#contract/bulk-emails/attachments.ts';
import * as contract from '#contract/bulk-emails/endpoints.ts';
import * as preview from '#contract/bulk-emails/preview.ts';
import * as sending from '#contract/bulk-emails/sending.ts';
import type { Site } from '#server/app-deps.ts';
import { notFound } from '#server/errors.ts';
import { pagingOf } from '#server/platform/db/lists/search-rows.ts';
import { findAttachment, keepAttachment } from '#server/platform/files/attachments.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { createBulkEmail, deleteBulkEmail, updateBulkEmail } from './change-bulk-email.ts';
import { previewBulkEmail } from './preview/preview.ts';
import { sendTestBulkEmail } from './preview/send-test-email.ts';
import { readBulkEmail, searchBulkEmailRows } from './queries.ts';
import {
  pauseBulkEmail,
  resumeBulkEmail,
  retryBulkRecipients,
  stopBulkEmail,
} from './sending/pause-resume-stop.ts';
import { processBulkEmail } from './sending/process-bulk-email.ts';
import { countToSend, searchRecipients } from './sending/recipients.ts';

export function bulkEmailRoutes(serve: Serve, { config }: Site): void {
  serve(contract.listBulkEmailStatuses, () => contract.bulkEmailStatuses.map((name) => ({ name })));

  serve(contract.listBulkEmails, ({ work, query }) =>
    searchBulkEmailRows(work.db, pagingOf(query)),
  );

  serve(contract.searchBulkEmails, ({ work, body }) => searchBulkEmailRows(work.db, body));

  serve(contract.createBulkEmail, ({ work, body }) => createBulkEmail(work, body));

  serve(contract.getBulkEmail, ({ work, params }) => readBulkEmail(work.db, params.id));

  serve(contract.updateBulkEmail, ({ work, params, body, ifMatch }) =>
    updateBulkEmail(work, params.id, body, ifMatch),
  );

  serve(contract.deleteBulkEmail, ({ work, params }) => deleteBulkEmail(work, params.id));

  serve(attachments.uploadAttachment, ({ work, query, file }) =>
    keepAttachment(work, query.fileName ?? '', file),
  );

  serve(attachments.getAttachment, async ({ work, params }) => {
    const found = await findAttachment(work.db, params.id);
    if (found === undefined) throw notFound(attachments.attachmentTexts.notFound);
    return { ...found, isDownload: true };
  });

  serve(preview.previewBulkEmail, ({ work, body }) =>
    previewBulkEmail(work.db, config.publicUrl, body),
  );

  serve(preview.sendTestBulkEmail, ({ work, body }) => sendTestBulkEmail(work, body));

  serve(sending.processBulkEmail, ({ work, params }) => processBulkEmail(work, params.id));

  serve(sending.countRecipients, ({ work, params }) => countToSend(work.db, params.id));

  serve(sending.searchBulkRecipients, async ({ work, params, body }) => {
    await readBulkEmail(work.db, params.id);
    return searchRecipients(work.db, params.id, body);
  });

  serve(sending.retryBulkRecipients, ({ work, params, body }) =>
    retryBulkRecipients(work, params.id, body),
  );

  serve(sending.pauseBulkEmail, ({ work, params }) => pauseBulkEmail(work, params.id));

  serve(sending.resumeBulkEmail, ({ work, params }) => resumeBulkEmail(work, params.id));

  serve(sending.stopBulkEmail, ({ work, params }) => stopBulkEmail(work, params.id));
}
