import {
  type MenuCount,
  type MenuCounts,
  menuCountTexts,
  type WaitingCount,
} from '#contract/menu-counts/endpoints.ts';
import type { Needs } from '#contract/permissions.ts';
import { paths } from '#web/app/paths.ts';

export interface TodayLine {
  label: string;
  to: string;
  count: WaitingCount;
  /** What dealing with it needs; who may only read it has nothing to do. */
  needs: Needs;
}

/** What can wait for an administrator, the most frequent first. */
const lines: readonly TodayLine[] = [
  {
    label: 'Money to match',
    to: paths.bankMatching(),
    count: 'openBankLines',
    needs: 'money.write',
  },
  {
    label: 'Statements to import',
    to: paths.bankStatements(),
    count: 'waitingStatements',
    needs: 'money.write',
  },
  { label: 'Proofs of payment', to: paths.proofs(), count: 'waitingProofs', needs: 'money.write' },
  {
    label: 'Donations pending',
    to: paths.pendingDonations(),
    count: 'pendingDonations',
    needs: 'money.write',
  },
  {
    label: 'Invoices due',
    to: paths.unpaidInvoices(),
    count: 'unpaidInvoices',
    needs: ['payments.record', 'money.write'],
  },
  { label: 'Credits', to: paths.credits(), count: 'credits', needs: 'money.write' },
  { label: 'Failed mails', to: paths.failedMails(), count: 'failedMails', needs: 'mail.write' },
  { label: 'Kept emails', to: paths.keptMails(), count: 'keptMails', needs: 'mail.write' },
  {
    label: 'Possible duplicates',
    to: paths.duplicates(),
    count: 'duplicates',
    needs: 'members.write',
  },
  {
    label: 'Requests for erasure',
    to: paths.privacySettings(),
    count: 'erasureRequests',
    needs: 'privacy',
  },
  { label: 'Backups', to: paths.backups(), count: 'backupProblems', needs: 'system' },
  { label: 'System Check', to: paths.systemCheck(), count: 'systemFailures', needs: 'system' },
];

export type WaitingLine = TodayLine & { waiting: number };

/** As the menu shows it: `99+` where more are not counted. */
export function countInWords({ count, waiting }: WaitingLine): string {
  const words =
    count in menuCountTexts ? menuCountTexts[count as MenuCount](waiting) : `${waiting}`;
  return words.split(' ', 1)[0] ?? '';
}

/** The lines that have something, for a user who may do it. */
export function waitingLines(
  counts: MenuCounts | undefined,
  may: (needs: Needs) => boolean,
): WaitingLine[] {
  return lines
    .map((line) => ({ ...line, waiting: counts?.[line.count] ?? 0 }))
    .filter(({ waiting, needs }) => waiting > 0 && may(needs));
}
