import type { ExportFile } from '#server/features/privacy/tables/csv-file.ts';
import * as emails from '#server/features/privacy/tables/emails.ts';
import * as invoices from '#server/features/privacy/tables/invoices.ts';
import * as membership from '#server/features/privacy/tables/membership.ts';
import * as organisation from '#server/features/privacy/tables/organisation.ts';
import * as payments from '#server/features/privacy/tables/payments.ts';

/** By the name without `.csv`, in the order of the zip. What belongs to another record comes after it. */
export const exportFiles: Readonly<Record<string, ExportFile>> = {
  'company-info': organisation.companyInfoFile,
  'member-types': organisation.memberTypesFile,
  'member-statuses': organisation.memberStatusesFile,
  members: membership.membersFile,
  relatives: membership.relativesFile,
  invoices: invoices.invoicesFile,
  periods: membership.periodsFile,
  'write-offs': invoices.writeOffsFile,
  donations: invoices.donationsFile,
  payments: payments.paymentsFile,
  'credit-uses': payments.creditUsesFile,
  consents: emails.consentsFile,
  'suppressed-addresses': emails.suppressionsFile,
  mails: emails.mailsFile,
};
