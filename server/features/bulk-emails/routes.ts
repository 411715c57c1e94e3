import * as attachments from '#contract/bulk-emails/attachments.ts';
import * as contract from '#contract/bulk-emails/endpoints.ts';
import * as preview from '#contract/bulk-emails/preview.ts';
import * as sending from '#contract/bulk-emails/sending.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { notFound } from '#server/errors.ts';
import { pagingOf } from '#server/platform/db/lists/search-rows.ts';
import { findAttachment, storeAttachment } from '#server/platform/files/attachments.ts';
import { contentOf } from '#server/platform/uploads/private-files.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { createBulkEmail, deleteBulkEmail, updateBulkEmail } from './change-bulk-email.ts';
import { previewBulkEmail } from './preview/preview.ts';
import { sendTestBulkEmail } from './preview/send-test-email.ts';
import { assertBulkEmailExists, readBulkEmail, searchBulkEmailRows } from './queries.ts';
import {
  pauseBulkEmail,
  resumeBulkEmail,
  retryBulkRecipients,
  stopBulkEmail,
} from './sending/pause-resume-stop.ts';
import { processBulkEmail } from './sending/process-bulk-email.ts';
import { countAudience, countToSend, searchRecipients } from './sending/recipients.ts';

export function bulkEmailRoutes(serve: Serve, { config }: AppDeps): void {
  serve(contract.listBulkEmailStatuses, () => contract.bulkEmailStatuses.map((name) => ({ name })));

  serve(contract.listBulkEmails, ({ ctx, query }) =>
    searchBulkEmailRows(ctx.db, pagingOf(query)).page(),
  );

  serve(contract.searchBulkEmails, ({ ctx, body }) => searchBulkEmailRows(ctx.db, body));

  serve(contract.createBulkEmail, ({ ctx, body }) => createBulkEmail(ctx, body));

  serve(contract.getBulkEmail, ({ ctx, params }) => readBulkEmail(ctx.db, params.id));

  serve(contract.updateBulkEmail, ({ ctx, params, body, ifMatch }) =>
    updateBulkEmail(ctx, params.id, body, ifMatch),
  );

  serve(contract.deleteBulkEmail, ({ ctx, params }) => deleteBulkEmail(ctx, params.id));

  serve(attachments.uploadAttachment, async ({ ctx, query, file }) =>
    storeAttachment(ctx, query.fileName ?? '', await contentOf(file)),
  );

  serve(attachments.getAttachment, async ({ ctx, params }) => {
    const found = await findAttachment(ctx.db, params.id);
    if (found === undefined) throw notFound(attachments.attachmentTexts.notFound);
    return { ...found, isDownload: true };
  });

  serve(preview.previewBulkEmail, ({ ctx, body }) =>
    previewBulkEmail(ctx.db, config.publicUrl, body),
  );

  serve(preview.sendTestBulkEmail, ({ ctx, body }) => sendTestBulkEmail(ctx, body));

  serve(sending.processBulkEmail, ({ ctx, params, ifMatch }) =>
    processBulkEmail(ctx, params.id, ifMatch),
  );

  serve(sending.countRecipients, ({ ctx, params }) => countToSend(ctx.db, params.id));

  serve(sending.countAudience, ({ ctx, body }) =>
    countAudience(ctx.db, body.communicationListId, body.isAppeal ?? false),
  );

  serve(sending.searchBulkRecipients, async ({ ctx, params, body }) => {
    await assertBulkEmailExists(ctx.db, params.id);
    return searchRecipients(ctx.db, params.id, body);
  });

  serve(sending.retryBulkRecipients, ({ ctx, params, body }) =>
    retryBulkRecipients(ctx, params.id, body),
  );

  serve(sending.pauseBulkEmail, ({ ctx, params }) => pauseBulkEmail(ctx, params.id));

  serve(sending.resumeBulkEmail, ({ ctx, params }) => resumeBulkEmail(ctx, params.id));

  serve(sending.stopBulkEmail, ({ ctx, params }) => stopBulkEmail(ctx, params.id));
}
