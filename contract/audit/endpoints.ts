import * as z from 'zod/mini';
import type { CsvColumns } from '#contract/csv.ts';
import { endpoint } from '#contract/endpoint.ts';
import { id } from '#contract/fields.ts';
import { dayFilter, found, idFilter, searchBody, textFilter } from '#contract/search.ts';

/**
 * The record types in the audit log. An entry refers to the record whose page shows its history;
 * for a relative that is the member. product-rules 4.17.
 */
export const auditSubjects = [
  'user',
  'member',
  'relative',
  'memberType',
  'memberStatus',
  'invoice',
  'donation',
  'payment',
  'companyInfo',
  'renewals',
  'bulkEmail',
  'unsubscribedEmail',
  'mail',
  'restore',
  'import',
  'bankStatement',
  'closedMonth',
  'savedSearch',
] as const;
export type AuditSubject = (typeof auditSubjects)[number];

/** The labels in the filter. */
export const auditSubjectNames: Readonly<Record<AuditSubject, string>> = {
  user: 'Administrators',
  member: 'Members',
  relative: 'Relatives',
  memberType: 'Member Types',
  memberStatus: 'Member Statuses',
  invoice: 'Invoices',
  donation: 'Donations',
  payment: 'Payments',
  companyInfo: 'Company Info',
  renewals: 'Renewals',
  bulkEmail: 'Bulk Emails',
  unsubscribedEmail: 'Unsubscribed Emails',
  mail: 'Mail Log',
  restore: 'Restored Database',
  import: 'Imports',
  bankStatement: 'Bank Statements',
  closedMonth: 'Month End',
  savedSearch: 'Saved Searches',
};

/**
 * The label of each audited action, keyed by the endpoint's name. The record's name follows:
 * "Changed member Nomsa Dlamini (00042)". Add a label here for each new audited action.
 */
export const auditWords = {
  createUser: 'Added administrator',
  updateUser: 'Changed administrator',
  deleteUser: 'Deleted administrator',
  uploadProfilePicture: 'Changed the picture of',
  endUserSessions: 'Ended all sessions of',
  changePassword: 'Changed their own password:',
  confirmTwoStep: 'Turned on two-step sign-in for',
  turnOffTwoStep: 'Turned off two-step sign-in for',
  makeRecoveryCodes: 'Made new recovery codes for',
  resetTwoStep: 'Reset the two-step sign-in of',
  updateTwoStepSettings: 'Changed the sign-in settings of',
  createMember: 'Added member',
  updateMember: 'Changed member',
  deleteMember: 'Deleted member',
  archiveMember: 'Archived member',
  restoreMember: 'Restored member',
  returnMember: 'Came back from the archive: member',
  sendInvitation: 'Sent the invitation again to',
  returnToAutomaticStatus: 'Restored the automatic status of member',
  dismissDuplicate: 'Noted that this is no duplicate: member',
  mergeMembers: 'Merged another record into member',
  archiveMergedMember: 'Merged into another record: member',
  undoMerge: 'Undid the merge of member',
  changeConsents: 'Withdrew consents of member',
  downloadHeldData: 'Downloaded the data of member',
  eraseMember: 'Erased member',
  eraseDonor: 'Erased the donor of donation',
  askForErasure: 'Asked to erase member',
  declineErasure: 'Declined to erase member',
  updateRetention: 'Changed how long records are kept by',
  createRelative: 'Added relative',
  updateRelative: 'Changed relative',
  deleteRelative: 'Deleted relative',
  createMemberType: 'Added member type',
  updateMemberType: 'Changed member type',
  deleteMemberType: 'Deleted member type',
  createMemberStatus: 'Added member status',
  updateMemberStatus: 'Changed member status',
  deleteMemberStatus: 'Deleted member status',
  createInvoice: 'Added invoice',
  generateInvoice: 'Issued renewal invoice',
  updateInvoice: 'Changed invoice',
  deleteInvoice: 'Deleted invoice',
  voidInvoice: 'Voided invoice',
  resendInvoiceEmail: 'Sent invoice again',
  updateProof: 'Changed a proof of payment of invoice',
  processInvoicePayment: 'Recorded the payment of invoice',
  recordMembershipPayment: 'Recorded a membership payment of',
  undoInvoicePayment: 'Undid the payment of invoice',
  donate: 'Added donation',
  updateDonation: 'Changed donation',
  deleteDonation: 'Deleted donation',
  processDonationPayment: 'Recorded the payment of donation',
  answerDonation: 'Marked as answered: donation',
  undoDonationPayment: 'Undid the payment of donation',
  undoPayment: 'Undid the payment of',
  recordMoney: 'Recorded money of',
  refundCredit: 'Recorded a refund to',
  carryCredit: 'Carried on the credit of',
  donateCredit: 'Made a donation of the credit of',
  closeCredit: 'Marked as dealt with: the credit of',
  undoCreditUse: 'Undid the use of the credit of',
  startComparison: 'Compared the payments with',
  recordDifference: 'Recorded a payment listed by PayFast:',
  dismissDifference: 'Dismissed the difference:',
  judgeNotificationAgain: 'Checked again: card notification',
  updateCompanyInfo: 'Changed the company info of',
  uploadLogo: 'Changed the logo of',
  removeLogo: 'Removed the logo of',
  sendRenewals: 'Sent renewals to',
  renewFreeMembership: 'Renewed the free membership of',
  createBulkEmail: 'Added bulk email',
  updateBulkEmail: 'Changed bulk email',
  deleteBulkEmail: 'Deleted bulk email',
  processBulkEmail: 'Processed bulk email',
  retryBulkRecipients: 'Sent again to some recipients of bulk email',
  pauseBulkEmail: 'Paused bulk email',
  resumeBulkEmail: 'Resumed bulk email',
  stopBulkEmail: 'Stopped bulk email',
  sendMailAgain: 'Sent again the mail to',
  updateMailLimits: 'Changed the mail limits of',
  startBackup: 'Started a backup of',
  downloadBackup: 'Downloaded the backup',
  exportEverything: 'Exported everything as',
  updateBackupSettings: 'Changed the backup settings of',
  releaseUnsubscribedEmail: 'Allowed bulk emails again to',
  releaseHeldMails: 'Sent after the database was restored:',
  cancelHeldMails: 'Cancelled after the database was restored:',
  uploadImport: 'Added import',
  startImport: 'Imported',
  undoImport: 'Undid the import',
  discardImport: 'Discarded the import',
  inviteImported: 'Invited members of the import',
  importMember: 'Imported member',
  changeImported: 'Changed by an import: member',
  uploadStatement: 'Added bank statement',
  updateStatement: 'Chose the account of bank statement',
  importStatement: 'Imported bank statement',
  removeStatement: 'Removed bank statement',
  bookMoneyLine: 'Booked a line of bank statement',
  bookCertainLines: 'Booked as certain: a line of bank statement',
  undoMatch: 'Undid what was booked of a line of bank statement',
  dismissMoneyLine: 'Dismissed a line of bank statement',
  reopenMoneyLine: 'Opened again a line of bank statement',
  closeMonth: 'Closed the month',
  reopenMonth: 'Reopened the month',
  updateMonthEndSettings: 'Changed the journal settings of',
  importPayment: 'Imported invoice',
  importDonation: 'Imported donation',
  createSavedSearch: 'Saved search',
  updateSavedSearch: 'Changed saved search',
  deleteSavedSearch: 'Deleted saved search',
} as const;
export type AuditAction = keyof typeof auditWords;

/** After these actions the record has no page. */
export const deletions: readonly AuditAction[] = [
  'deleteUser',
  'deleteMember',
  'deleteMemberType',
  'deleteMemberStatus',
  'deleteInvoice',
  'deleteDonation',
  'deleteBulkEmail',
  'deleteSavedSearch',
  'removeStatement',
];

const values = z.record(z.string(), z.unknown());

export const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  /** `null`: the person changed the own record with a mailed link, without a session. */
  byUserId: z.nullable(id),
  /** The name at that time; the same applies to `subjectName`. */
  byName: z.string(),
  action: z.string(),
  subjectKind: z.string(),
  subjectId: id,
  subjectName: z.string(),
  /** Only the changed fields. `before` is empty for a new record, `after` for a deleted one. */
  before: values,
  after: values,
  /** Whether the record has been deleted since then. */
  isGone: z.boolean(),
});
export type AuditEntry = z.output<typeof auditEntry>;

const auditCsv = [
  { header: 'When', field: 'at', kind: 'moment' },
  { header: 'Who', field: 'byName' },
  { header: 'What was done', field: 'action', names: auditWords },
  { header: 'Name or number', field: 'subjectName' },
  { header: 'Kind of record', field: 'subjectKind', names: auditSubjectNames },
  { header: 'Before', field: 'before', kind: 'fields' },
  { header: 'After', field: 'after', kind: 'fields' },
] as const satisfies CsvColumns<AuditEntry>;

export const searchAudit = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/audit/search',
  access: 'admin',
  readOnly: true,
  summary: 'What administrators changed, the newest first',
  body: searchBody(
    {
      byName: textFilter,
      subjectName: textFilter,
      subjectKind: textFilter,
      subjectId: idFilter,
      action: textFilter,
      from: dayFilter,
      to: dayFilter,
    },
    ['At', 'CreatedUtc', 'ByName', 'SubjectName'],
  ),
  reply: found(auditEntry),
  csv: { name: 'audit-log', columns: auditCsv },
});
