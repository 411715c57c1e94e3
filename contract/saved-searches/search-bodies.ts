import { searchAudit } from '#contract/audit/endpoints.ts';
import { searchBulkEmails } from '#contract/bulk-emails/endpoints.ts';
import { searchUnsubscribedEmails } from '#contract/communication/endpoints.ts';
import { searchMails } from '#contract/communication/mail-log.ts';
import { searchDonations } from '#contract/donations/admin-endpoints.ts';
import { searchInvoices } from '#contract/invoices/endpoints.ts';
import { searchMembers } from '#contract/members/endpoints.ts';
import { searchNotifications } from '#contract/payments/notifications.ts';
import { searchSecurityEvents } from '#contract/security-record/endpoints.ts';
import { searchUsers } from '#contract/users/endpoints.ts';

/** What each list can be searched by. Pages do not load this. */
export const searchBodies = {
  members: searchMembers.body,
  invoices: searchInvoices.body,
  donations: searchDonations.body,
  bulkEmails: searchBulkEmails.body,
  users: searchUsers.body,
  mails: searchMails.body,
  unsubscribedEmails: searchUnsubscribedEmails.body,
  cardNotifications: searchNotifications.body,
  audit: searchAudit.body,
  securityRecord: searchSecurityEvents.body,
} as const;
