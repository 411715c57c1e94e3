import { searchAudit } from '#contract/audit/endpoints.ts';
import * as communication from '#contract/communication/endpoints.ts';
import { searchMails } from '#contract/communication/mail-log.ts';
import * as company from '#contract/company-info/endpoints.ts';
import * as donations from '#contract/donations/admin-endpoints.ts';
import * as invoices from '#contract/invoices/endpoints.ts';
import * as statuses from '#contract/member-statuses/endpoints.ts';
import * as types from '#contract/member-types/endpoints.ts';
import * as members from '#contract/members/endpoints.ts';
import { searchRelatives } from '#contract/members/relatives.ts';
import { getMenuCounts } from '#contract/menu-counts/endpoints.ts';
import { checkSystem } from '#contract/system-check/endpoints.ts';
import { searchCredits } from '#contract/payments/credits.ts';
import { searchNotifications } from '#contract/payments/notifications.ts';
import * as renewals from '#contract/renewals/endpoints.ts';
import { getOpenRestore } from '#contract/restores/endpoints.ts';
import { listSavedSearches } from '#contract/saved-searches/endpoints.ts';
import * as summaries from '#contract/summaries.ts';
import * as users from '#contract/users/endpoints.ts';
import type { GrowthCalls, GrowthFixture } from './measured-app.ts';

/** Lists, searches, files and summaries. */
export function listCalls({ as, own, member, direct }: GrowthFixture): GrowthCalls {
  const first = { body: {} };
  const file = { ...as, headers: { accept: 'text/csv' } };
  return {
    searchMembers: direct(members.searchMembers, first),
    'searchMembers: by address': direct(members.searchMembers, { body: { email: member.email } }),
    'searchMembers: archived': direct(members.searchMembers, { body: { isArchived: true } }),
    'searchMembers: as a file': direct(members.searchMembers, first, file),
    listMembers: direct(members.listMembers, { query: {} }),
    searchRelatives: direct(searchRelatives, { body: { mainMemberId: member.id } }),
    summarizeMembers: direct(summaries.summarizeMembers, {}),
    searchInvoices: direct(invoices.searchInvoices, first),
    'searchInvoices: own': direct(invoices.searchInvoices, first, own),
    'searchInvoices: as a file': direct(invoices.searchInvoices, first, file),
    listInvoices: direct(invoices.listInvoices, { query: {} }),
    summarizeInvoices: direct(summaries.summarizeInvoices, {}),
    searchDonations: direct(donations.searchDonations, first),
    'searchDonations: as a file': direct(donations.searchDonations, first, file),
    listDonations: direct(donations.listDonations, { query: {} }),
    summarizeDonations: direct(summaries.summarizeDonations, {}),
    searchCredits: direct(searchCredits, first),
    searchNotifications: direct(searchNotifications, first),
    getMenuCounts: direct(getMenuCounts, {}),
    checkSystem: direct(checkSystem, {}),
    searchUsers: direct(users.searchUsers, first),
    'searchUsers: administrators': direct(users.searchUsers, { body: { role: 'Admin' } }),
    searchAudit: direct(searchAudit, first),
    'searchAudit: of a member': direct(searchAudit, { body: { subjectId: member.id } }),
    searchMails: direct(searchMails, first),
    'searchMails: by address': direct(searchMails, { body: { toEmail: member.email } }),
    'searchMails: not sent': direct(searchMails, { body: { outcome: 'failed' } }),
    'searchMails: held': direct(searchMails, { body: { outcome: 'held' } }),
    'searchMails: cancelled': direct(searchMails, { body: { outcome: 'cancelled' } }),
    getOpenRestore: direct(getOpenRestore, {}),
    listCommunicationLists: direct(communication.listCommunicationLists, {}),
    listUnsubscribedEmails: direct(communication.listUnsubscribedEmails, {}),
    searchUnsubscribedEmails: direct(communication.searchUnsubscribedEmails, first),
    listSavedSearches: direct(listSavedSearches, { query: { list: 'members' } }),
    listRenewalRuns: direct(renewals.listRenewalRuns, {}),
    previewRenewals: direct(renewals.previewRenewals, { body: { selectedItems: [member.id] } }),
    'previewRenewals: all': direct(renewals.previewRenewals, { body: { sendAll: true } }),
    listCompanyInfos: direct(company.listCompanyInfos, {}),
    searchCompanyInfos: direct(company.searchCompanyInfos, first),
    listMemberStatuses: direct(statuses.listMemberStatuses, {}, own),
    searchMemberStatuses: direct(statuses.searchMemberStatuses, first),
    searchMemberTypes: direct(types.searchMemberTypes, first),
  };
}
