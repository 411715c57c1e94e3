import {
  ArrowLeftRight,
  Building2,
  CalendarCheck,
  CircleUser,
  Coins,
  CreditCard,
  HandCoins,
  IdCard,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  MailCheck,
  MailX,
  Merge,
  ReceiptText,
  ScrollText,
  Send,
  ShieldCheck,
  Stethoscope,
  Tags,
  Upload,
  UserCog,
  Users,
} from 'lucide-react';
import type { MenuCounts } from '#contract/menu-counts/endpoints.ts';
import { rolesAllow } from '#contract/permissions.ts';
import { isStaff } from '#contract/roles.ts';
import { needsOfPage } from '#web/app/routes.ts';
import { paths } from '#web/app/paths.ts';

export interface MenuEntry {
  label: string;
  to: string;
  icon: LucideIcon;
  /** What waits there for an administrator. */
  count?: keyof MenuCounts;
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
      { label: 'Bank Statements', to: paths.bankStatements(), icon: Landmark },
      {
        label: 'Bank Matching',
        to: paths.bankMatching(),
        icon: ArrowLeftRight,
        count: 'openBankLines',
      },
      {
        label: 'Card Notifications',
        to: paths.cardNotifications(),
        icon: CreditCard,
      },
      { label: 'Credits', to: paths.credits(), icon: Coins, count: 'credits' },
      { label: 'Month End', to: paths.monthEnd(), icon: CalendarCheck },
    ],
  },
  {
    label: 'Communication',
    entries: [
      { label: 'Bulk Email', to: paths.bulkEmails(), icon: Send, count: 'runningBulkEmails' },
      { label: 'Mail Log', to: paths.mailLog(), icon: MailCheck, count: 'failedMails' },
      { label: 'Unsubscribed Emails', to: paths.unsubscribedEmails(), icon: MailX },
    ],
  },
  {
    label: 'Members',
    entries: [
      { label: 'Members', to: paths.members(), icon: Users },
      { label: 'Member Statuses', to: paths.memberStatuses(), icon: Tags },
      { label: 'Member Types', to: paths.memberTypes(), icon: IdCard },
      { label: 'Duplicates', to: paths.duplicates(), icon: Merge },
      { label: 'Imports', to: paths.imports(), icon: Upload },
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
      },
      { label: 'Users', to: paths.users(), icon: UserCog },
      { label: 'Audit Log', to: paths.auditLog(), icon: ScrollText },
      { label: 'Security Record', to: paths.securityRecord(), icon: ShieldCheck },
      { label: 'System Check', to: paths.systemCheck(), icon: Stethoscope },
    ],
  },
];

function staffMenuFor(roles: readonly string[]): MenuGroup[] {
  return adminMenu
    .map(({ label, entries }) => ({
      label,
      entries: entries.filter(({ to }) => rolesAllow(roles, needsOfPage(to))),
    }))
    .filter(({ entries }) => entries.length > 0);
}

export function menuFor(roles: readonly string[]): MenuGroup[] {
  return [
    ...(roles.includes('Member') ? memberMenu : []),
    ...(isStaff(roles) ? staffMenuFor(roles) : []),
  ];
}
