import type { StaffRole } from '#contract/roles.ts';

/** One sentence for each role, beside its box. */
export const roleWords: Readonly<Record<StaffRole, string>> = {
  Admin: 'May do everything, also manage users, settings and backups.',
  Treasurer: 'Keeps the money: invoices, payments, donations, the bank and the months.',
  'Membership Secretary':
    'Looks after members: adds and changes them, sends renewals and records their payments.',
  Communications: 'Writes bulk emails and sees the members, but no money.',
  Auditor: 'Sees members, money, mails and the audit log, and changes nothing.',
};
