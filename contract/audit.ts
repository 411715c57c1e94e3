/** What can be looked up in the audit log; each has a page of its own. Rules §4. */
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
] as const;
export type AuditSubject = (typeof auditSubjects)[number];

/**
 * What an administrator did, by the name of the call that did it, in words that go before the
 * record's name: "Changed member Nomsa Dlamini (00042)". A verb that notes something new adds its
 * words here.
 */
export const auditWords = {
  createUser: 'Added administrator',
  updateUser: 'Changed administrator',
  deleteUser: 'Deleted administrator',
  uploadProfilePicture: 'Changed the picture of',
  createMember: 'Added member',
  updateMember: 'Changed member',
  deleteMember: 'Deleted member',
  archiveMember: 'Archived member',
  sendInvitation: 'Sent the invitation again to',
  returnToAutomaticStatus: 'Returned to the automatic status',
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
  resendInvoiceEmail: 'Sent again invoice',
  processInvoicePayment: 'Recorded the payment of invoice',
  undoInvoicePayment: 'Took back the payment of invoice',
  donate: 'Added donation',
  updateDonation: 'Changed donation',
  deleteDonation: 'Deleted donation',
  processDonationPayment: 'Recorded the payment of donation',
  undoDonationPayment: 'Took back the payment of donation',
  closeCredit: 'Closed the credit for',
  judgeNotificationAgain: 'Judged again the card payment of',
  updateCompanyInfo: 'Changed the company info of',
  sendRenewals: 'Sent renewals to',
  renewFreeMembership: 'Renewed the free membership of',
} as const;
export type AuditAction = keyof typeof auditWords;
