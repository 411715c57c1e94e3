import {
  Building2,
  CalendarCheck,
  CircleUser,
  HandCoins,
  IdCard,
  Landmark,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  MailCheck,
  ReceiptText,
  Send,
  Stethoscope,
  Tags,
  UserCog,
  Users,
} from 'lucide-react';
import type { MenuCount } from '#contract/menu-counts/endpoints.ts';
import { rolesAllow } from '#contract/permissions.ts';
import { isStaff } from '#contract/roles.ts';
import { needsOfPage } from '#web/app/routes.ts';
import { paths } from '#web/app/paths.ts';

interface MenuLink {
  label: string;
  to: string;
  /** What waits there for an administrator. */
  count?: MenuCount;
}

export interface MenuEntry extends MenuLink {
  icon: LucideIcon;
  /** Pages of one subject; the entry leads to the first that the user may see. */
  tabs?: readonly MenuLink[];
  /** Pages that are reached from the entry's page. */
  below?: readonly string[];
}

export interface MenuGroup {
  /** Empty for the member's only entry. */
  label: string;
  entries: MenuEntry[];
}

const memberMenu: MenuGroup[] = [
  { label: '', entries: [{ label: 'My Profile', to: paths.profile(), icon: CircleUser }] },
];

/** In the order of product-rules 18.2; other entries come last in their group (11.3). */
const adminMenu: MenuGroup[] = [
  {
    label: 'Main',
    entries: [{ label: 'Dashboard', to: paths.dashboard(), icon: LayoutDashboard }],
  },
  {
    label: 'Accounting',
    entries: [
      { label: 'Donations', to: paths.donations(), icon: HandCoins, count: 'pendingDonations' },
      { label: 'Invoices', to: paths.invoices(), icon: ReceiptText, count: 'unpaidInvoices' },
      {
        label: 'Bank',
        to: paths.bankMatching(),
        icon: Landmark,
        count: 'openBankLines',
        tabs: [
          { label: 'To match', to: paths.bankMatching(), count: 'openBankLines' },
          { label: 'Statements', to: paths.bankStatements(), count: 'waitingStatements' },
          { label: 'Cards', to: paths.cardNotifications() },
          { label: 'Credits', to: paths.credits(), count: 'credits' },
          { label: 'Proofs', to: paths.proofs(), count: 'waitingProofs' },
        ],
      },
      {
        label: 'Month End',
        to: paths.monthEnd(),
        icon: CalendarCheck,
        tabs: [
          { label: 'Figures', to: paths.monthEnd() },
          { label: 'Cash Book', to: paths.cashBook() },
          { label: 'Owed and Credits', to: paths.owed() },
          { label: 'Exceptions', to: paths.exceptions() },
        ],
      },
    ],
  },
  {
    label: 'Communication',
    entries: [
      { label: 'Bulk Email', to: paths.bulkEmails(), icon: Send, count: 'runningBulkEmails' },
      {
        label: 'Sent Mail',
        to: paths.mailLog(),
        icon: MailCheck,
        count: 'failedMails',
        tabs: [
          { label: 'Log', to: paths.mailLog(), count: 'failedMails' },
          { label: 'Unsubscribed', to: paths.unsubscribedEmails() },
        ],
      },
    ],
  },
  {
    label: 'Members',
    entries: [
      {
        label: 'Members',
        to: paths.members(),
        icon: Users,
        below: [paths.duplicates(), paths.imports()],
      },
      { label: 'Member Statuses', to: paths.memberStatuses(), icon: Tags },
      { label: 'Member Types', to: paths.memberTypes(), icon: IdCard },
    ],
  },
  {
    label: 'Maintenance',
    entries: [
      {
        label: 'Company Info',
        to: paths.companyInfo(),
        icon: Building2,
        count: 'erasureRequests',
        tabs: [
          { label: 'Organisation', to: paths.companyInfo() },
          { label: 'Mail', to: paths.mailSettings() },
          { label: 'Card payments', to: paths.cardSettings() },
          { label: 'Sign-in', to: paths.signInSettings() },
          { label: 'Privacy', to: paths.privacySettings(), count: 'erasureRequests' },
        ],
        below: [paths.retention()],
      },
      { label: 'Users', to: paths.users(), icon: UserCog },
      {
        label: 'System',
        to: paths.systemCheck(),
        icon: Stethoscope,
        tabs: [
          { label: 'Check', to: paths.systemCheck() },
          { label: 'Audit', to: paths.auditLog() },
          { label: 'Security', to: paths.securityRecord() },
          { label: 'Backups', to: paths.backups() },
        ],
      },
    ],
  },
];

function staffMenuFor(roles: readonly string[]): MenuGroup[] {
  const isShown = ({ to }: MenuLink) => rolesAllow(roles, needsOfPage(to));
  return adminMenu
    .map(({ label, entries }) => ({
      label,
      entries: entries.flatMap((entry) => {
        if (entry.tabs === undefined) return isShown(entry) ? entry : [];
        const tabs = entry.tabs.filter(isShown);
        return tabs[0] === undefined ? [] : { ...entry, to: tabs[0].to, tabs };
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}

export function menuFor(roles: readonly string[]): MenuGroup[] {
  return [
    ...(roles.includes('Member') ? memberMenu : []),
    ...(isStaff(roles) ? staffMenuFor(roles) : []),
  ];
}

/** With Get started after Dashboard. */
export function withGetStarted(menu: MenuGroup[], label: string | null): MenuGroup[] {
  if (label === null) return menu;
  const entry = { label, to: paths.getStarted(), icon: ListChecks };
  return menu.map((group) =>
    group.label === 'Main' ? { ...group, entries: [...group.entries, entry] } : group,
  );
}

/** Whether the page at an address belongs to an entry, such as a record to its list. */
export function isWithin({ to, tabs = [], below = [] }: MenuEntry, pathname: string): boolean {
  return [to, ...tabs.map((tab) => tab.to), ...below].some(
    (path) => pathname === path || pathname.startsWith(`${path}/`),
  );
}
