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
