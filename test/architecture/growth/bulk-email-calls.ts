import * as attachments from '#contract/bulk-emails/attachments.ts';
import * as bulkEmails from '#contract/bulk-emails/endpoints.ts';
import * as preview from '#contract/bulk-emails/preview.ts';
import { callApi } from '#test/support/call.ts';
import { openBulkEmails } from './bulk-emails.ts';
import type { GrowthCalls, GrowthFixture } from './measured-app.ts';

/** Drafts of bulk emails, and their attachments. */
export function bulkEmailCalls(fixture: GrowthFixture): GrowthCalls {
  const { app, as, direct } = fixture;
  const { onOne, draft, form, seeded } = openBulkEmails(fixture);
  const upload = () => {
    const input = { file: new File(['A text'], 'text.txt'), query: { fileName: 'text.txt' } };
    return callApi(app, attachments.uploadAttachment, input, as);
  };
  return {
    listBulkEmailStatuses: direct(bulkEmails.listBulkEmailStatuses, {}),
    listBulkEmails: direct(bulkEmails.listBulkEmails, { query: {} }),
    searchBulkEmails: direct(bulkEmails.searchBulkEmails, { body: { subject: 'News 1' } }),
    'searchBulkEmails: a word': direct(bulkEmails.searchBulkEmails, { body: { text: 'news 7' } }),
    'searchBulkEmails: by TotalCount': direct(bulkEmails.searchBulkEmails, {
      body: { sortBy: 'TotalCount', pageSize: 1 },
    }),
    getBulkEmail: onOne(bulkEmails.getBulkEmail, () => seeded('News 7')),
    'getBulkEmail: to all members': onOne(bulkEmails.getBulkEmail, () => seeded('News 0')),
    createBulkEmail: async () => {
      const body = await form();
      return () => callApi(app, bulkEmails.createBulkEmail, { body }, as);
    },
    updateBulkEmail: onOne(bulkEmails.updateBulkEmail, draft, { subject: 'Old news' }),
    deleteBulkEmail: onOne(bulkEmails.deleteBulkEmail, draft),
    previewBulkEmail: async () => {
      const body = await form();
      return () => callApi(app, preview.previewBulkEmail, { body }, as);
    },
    sendTestBulkEmail: async () => {
      const body = await form();
      return () => callApi(app, preview.sendTestBulkEmail, { body }, as);
    },
    uploadAttachment: async () => upload,
    getAttachment: onOne(attachments.getAttachment, async () => {
      const path = (await upload()).data;
      return path.split('/').at(-1) ?? '';
    }),
  };
}
