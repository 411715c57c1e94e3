import * as sending from '#contract/bulk-emails/sending.ts';
import { callApi } from '#test/support/call.ts';
import { openBulkEmails } from './bulk-emails.ts';
import type { GrowthCalls, GrowthFixture } from './measured-app.ts';

/** Sending bulk emails, and their recipients. */
export function bulkRunCalls(fixture: GrowthFixture): GrowthCalls {
  const { app, as } = fixture;
  const { onOne, seeded, draft, running } = openBulkEmails(fixture);
  const stopped = async () => {
    const id = await running();
    await callApi(app, sending.stopBulkEmail, { params: { id } }, as);
    return id;
  };
  const recipients = sending.searchBulkRecipients;
  return {
    countRecipients: onOne(sending.countRecipients, draft),
    pauseBulkEmail: onOne(sending.pauseBulkEmail, running),
    resumeBulkEmail: onOne(sending.resumeBulkEmail, running),
    stopBulkEmail: onOne(sending.stopBulkEmail, running),
    retryBulkRecipients: onOne(sending.retryBulkRecipients, stopped, { outcome: 'suppressed' }),
    searchBulkRecipients: onOne(recipients, () => seeded('News 7'), {}),
    'searchBulkRecipients: to all members': onOne(recipients, () => seeded('News 0'), {}),
    'searchBulkRecipients: to all members, by Answer': onOne(recipients, () => seeded('News 0'), {
      sortBy: 'Answer',
    }),
    // Last, because it adds a recipient for each member.
    processBulkEmail: onOne(sending.processBulkEmail, draft),
  };
}
