import { paths } from '#web/app/paths.ts';

export interface MenuEntry {
  label: string;
  to: string;
}

export interface MenuGroup {
  /** Empty for the member's only entry. */
  label: string;
  entries: MenuEntry[];
}

const memberMenu: MenuGroup[] = [
  { label: '', entries: [{ label: 'My Profile', to: paths.profile() }] },
];

/** In the order of product-rules 18.2; other entries come last in their group (11.3). */
const adminMenu: MenuGroup[] = [
  { label: 'Main', entries: [{ label: 'Dashboard', to: paths.dashboard() }] },
  {
    label: 'Accounting',
    entries: [
      { label: 'Donations', to: paths.donations() },
      { label: 'Invoices', to: paths.invoices() },
      { label: 'Card Notifications', to: paths.cardNotifications() },
    ],
  },
  {
    label: 'Communication',
    entries: [
      { label: 'Bulk Email', to: paths.bulkEmails() },
      { label: 'Mail Log', to: paths.mailLog() },
      { label: 'Unsubscribed Emails', to: paths.unsubscribedEmails() },
    ],
  },
  {
    label: 'Members',
    entries: [
      { label: 'Members', to: paths.members() },
      { label: 'Member Statuses', to: paths.memberStatuses() },
      { label: 'Member Types', to: paths.memberTypes() },
    ],
  },
  {
    label: 'Maintenance',
    entries: [
      { label: 'Company Info', to: paths.companyInfo() },
      { label: 'Users', to: paths.users() },
      { label: 'Audit Log', to: paths.auditLog() },
    ],
  },
];

export function menuFor(roles: readonly string[]): MenuGroup[] {
  return [
    ...(roles.includes('Member') ? memberMenu : []),
    ...(roles.includes('Admin') ? adminMenu : []),
  ];
}
