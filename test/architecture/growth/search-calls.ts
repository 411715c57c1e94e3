import * as audit from '#contract/audit/endpoints.ts';
import * as communication from '#contract/communication/endpoints.ts';
import * as mails from '#contract/communication/mail-log.ts';
import * as donations from '#contract/donations/admin-endpoints.ts';
import type { EndpointShape } from '#contract/endpoint.ts';
import * as invoices from '#contract/invoices/endpoints.ts';
import * as members from '#contract/members/endpoints.ts';
import * as notifications from '#contract/payments/notifications.ts';
import * as security from '#contract/security-record/endpoints.ts';
import * as users from '#contract/users/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import type { GrowthCall, GrowthCalls, GrowthFixture } from './measured-app.ts';

interface List {
  endpoint: EndpointShape;
  /** The columns of the screen that can be sorted by. */
  columns: readonly string[];
  /** Words for the search box: few rows have the rare ones, each row has the common one. */
  words: { rare: string; common: string };
}

/** Every list in every order, and the search box with rare, common and short words. */
export function searchCalls({ app, as, member, invoice, donation }: GrowthFixture): GrowthCalls {
  const lists: Record<string, List> = {
    searchMembers: {
      endpoint: members.searchMembers,
      columns: members.memberColumns,
      words: { rare: `example.org ${member.email.split('@')[0]}`, common: 'example.org' },
    },
    searchInvoices: {
      endpoint: invoices.searchInvoices,
      columns: invoices.invoiceColumns,
      words: { rare: `INV-${String(invoice.number).padStart(5, '0')}`, common: 'membership' },
    },
    searchDonations: {
      endpoint: donations.searchDonations,
      columns: donations.donationColumns,
      words: { rare: `example.org ${donation.email.split('@')[0]}`, common: 'example.org' },
    },
    searchUsers: {
      endpoint: users.searchUsers,
      columns: users.userColumns,
      words: { rare: member.email, common: 'example.org' },
    },
    searchMails: {
      endpoint: mails.searchMails,
      columns: ['CreatedUtc', 'ToEmail', 'KindName', 'Outcome'],
      words: { rare: member.email, common: 'your invoice' },
    },
    searchAudit: {
      endpoint: audit.searchAudit,
      columns: ['At', 'ByName', 'SubjectName'],
      words: { rare: 'nobody office', common: 'zanele office' },
    },
    searchSecurityEvents: {
      endpoint: security.searchSecurityEvents,
      columns: security.securityColumns,
      words: { rare: 'nobody zanele', common: 'zanele office' },
    },
    searchUnsubscribedEmails: {
      endpoint: communication.searchUnsubscribedEmails,
      columns: ['CreatedUtc', 'Email', 'Reason', 'Kind'],
      words: { rare: 'nobody example.org', common: 'example.org' },
    },
    searchNotifications: {
      endpoint: notifications.searchNotifications,
      columns: ['CreatedUtc', 'Kind', 'ProviderId', 'Amount', 'Verdict'],
      words: { rare: 'complete nothing', common: 'complete' },
    },
  };

  function search(endpoint: EndpointShape, body: object, ...others: object[]): GrowthCall {
    return async () => async () => {
      let reply = await callApi(app, endpoint, { body }, as);
      for (const other of others) {
        if (reply.status === 200) reply = await callApi(app, endpoint, { body: other }, as);
      }
      return reply;
    };
  }

  const calls = Object.entries(lists).flatMap(([name, { endpoint, columns, words }]) => [
    ...columns.map((sortBy): [string, GrowthCall] => [
      `${name}: by ${sortBy}, up and down`,
      search(endpoint, { sortBy, sortDescending: false }, { sortBy, sortDescending: true }),
    ]),
    [`${name}: rare words`, search(endpoint, { text: words.rare })] as const,
    [`${name}: a common word`, search(endpoint, { text: words.common })] as const,
    [`${name}: a short word`, search(endpoint, { text: 'an' })] as const,
    [`${name}: a short and a rare word`, search(endpoint, { text: `an ${words.rare}` })] as const,
  ]);
  return Object.fromEntries(calls);
}
