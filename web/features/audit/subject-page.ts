import { type AuditEntry, type AuditSubject, auditSubjects } from '#contract/audit.ts';
import { paths } from '#web/app/paths.ts';

/** Where a record is looked at; a relative stands on its member's page. */
const pages: Readonly<Record<AuditSubject, (id: string) => string | null>> = {
  user: paths.user,
  member: paths.member,
  relative: paths.member,
  memberType: paths.memberType,
  memberStatus: paths.memberStatus,
  invoice: paths.invoice,
  donation: paths.donation,
  payment: () => paths.cardNotifications(),
  companyInfo: () => paths.companyInfo(),
  renewals: () => paths.members(),
  bulkEmail: paths.bulkEmail,
  unsubscribedEmail: () => paths.unsubscribedEmails(),
  mail: () => paths.mailLog(),
};

/** Null once the record is gone. */
export function subjectPage({ subjectKind, subjectId, isGone }: AuditEntry): string | null {
  const kind = auditSubjects.find((known) => known === subjectKind);
  return isGone || kind === undefined ? null : pages[kind](subjectId);
}
