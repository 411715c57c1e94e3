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
import type { Call, Options } from './call.ts';
import type { Fixture } from './fixture.ts';

/** Options of a list that is downloaded as a file. */
export const wholeFile = (perMember: number): Options => ({
  case: 'as a file',
  headers: { accept: 'text/csv' },
  recordsDownload: true,
  exception: { perMember, ms: 4000, reason: 'the file has all rows' },
});

export const countsRecords = (perMember: number): Options => ({
  exception: { perMember, ms: 300, reason: 'counts the records behind its figures' },
});

interface List {
  endpoint: EndpointShape;
  /** The columns of the screen that can be sorted by. */
  columns: readonly string[];
  /** Those that have no index, because their order is of little use, and the time of a list in that order. */
  unindexed?: { columns: string[]; ms: number };
  /** Words for the search box: few rows have the rare ones, each row has the common one. */
  words: { rare: string; common: string };
  /** The rows of the list for each member, a tenth more. */
  perMember: number;
}

function lists({ member, invoice, donation }: Fixture): List[] {
  return [
    {
      endpoint: members.searchMembers,
      columns: members.memberColumns,
      words: { rare: `example.org ${member.email.split('@')[0]}`, common: 'example.org' },
      perMember: 1.1,
    },
    {
      endpoint: invoices.searchInvoices,
      columns: invoices.invoiceColumns,
      words: { rare: `INV-${String(invoice.number).padStart(5, '0')}`, common: 'membership' },
      perMember: 1.1,
    },
    {
      endpoint: donations.searchDonations,
      columns: donations.donationColumns,
      words: { rare: `example.org ${donation.email.split('@')[0]}`, common: 'example.org' },
      perMember: 1.1,
    },
    {
      endpoint: users.searchUsers,
      columns: users.userColumns,
      words: { rare: member.email, common: 'example.org' },
      perMember: 1.1,
    },
    {
      endpoint: mails.searchMails,
      columns: ['CreatedUtc', 'ToEmail', 'KindName', 'Outcome'],
      unindexed: { columns: ['KindName', 'Outcome'], ms: 600 },
      words: { rare: member.email, common: 'your invoice' },
      perMember: 1.1,
    },
    {
      endpoint: audit.searchAudit,
      columns: ['At', 'ByName', 'SubjectName'],
      words: { rare: 'nobody office', common: 'zanele office' },
      perMember: 1.1,
    },
    {
      endpoint: security.searchSecurityEvents,
      columns: security.securityColumns,
      words: { rare: 'nobody zanele', common: 'zanele office' },
      perMember: 0.11,
    },
    {
      endpoint: communication.searchUnsubscribedEmails,
      columns: ['CreatedUtc', 'Email', 'Reason', 'Kind'],
      unindexed: { columns: ['Reason', 'Kind'], ms: 200 },
      words: { rare: 'nobody example.org', common: 'example.org' },
      perMember: 0.11,
    },
    {
      endpoint: notifications.searchNotifications,
      columns: ['CreatedUtc', 'Kind', 'ProviderId', 'Amount', 'Verdict'],
      unindexed: { columns: ['Kind', 'Verdict'], ms: 200 },
      words: { rare: 'complete nothing', common: 'complete' },
      perMember: 0.11,
    },
  ];
}

/** Every list in every order, and the search box with rare, common and short words. */
export function searchCalls(fixture: Fixture): Call[] {
  const { app, as, call, run } = fixture;
  return lists(fixture).flatMap(({ endpoint, columns, unindexed, words, perMember }) => {
    const wholeList = (reason: string) => ({ exception: { perMember, ms: 500, reason } });
    const order = (sortBy: string, sortDescending: boolean) =>
      callApi(app, endpoint, { body: { sortBy, sortDescending } }, as);
    const inOrder = (sortBy: string) => {
      const reason = 'an order of little use, without an index';
      return run(
        endpoint,
        async () => async () => {
          const up = await order(sortBy, false);
          return up.status === 200 ? order(sortBy, true) : up;
        },
        {
          case: `by ${sortBy}, up and down`,
          ...(unindexed?.columns.includes(sortBy) && {
            exception: { perMember: 2 * perMember, ms: unindexed.ms, reason },
          }),
        },
      );
    };
    const search = (text: string, options: Options) => call(endpoint, { body: { text } }, options);
    return [
      ...columns.map(inOrder),
      search(words.rare, { case: 'rare words' }),
      search(words.common, {
        case: 'a common word',
        ...wholeList('each row matches, and the count is exact'),
      }),
      search('an', {
        case: 'a short word',
        ...wholeList('one or two letters are in no index, and many rows contain them'),
      }),
      search(`an ${words.rare}`, { case: 'a short and a rare word' }),
    ];
  });
}
