import * as attachments from '#contract/bulk-emails/attachments.ts';
import * as contract from '#contract/bulk-emails/endpoints.ts';
import { pagingOf } from '#server/platform/db/lists/search-rows.ts';
import { notFound } from '#server/errors.ts';
import { findAttachment, keepAttachment } from '#server/platform/files/attachments.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { createBulkEmail, deleteBulkEmail, updateBulkEmail } from './change-bulk-email.ts';
import { readBulkEmail, searchBulkEmailRows } from './queries.ts';

export function bulkEmailRoutes(serve: Serve): void {
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
}
