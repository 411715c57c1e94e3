import { importPermissions } from '#contract/imports/permissions.ts';
import type { Needs } from '#contract/permissions.ts';

/** `guest` is for users who are not signed in: signed-in users continue to their own pages. */
export type PageAccess = 'guest' | 'public' | 'Member' | 'staff';

interface Route {
  path: string;
  access: PageAccess;
  /** What a user of the administrators' side needs to open it; of several permissions, one. */
  needs?: Needs;
  /** In the window's title and in the breadcrumbs. */
  title: string;
  /** The page's file below `web/features/`, which exports one component called `…Page`. */
  page: string;
}

/** Every page of the application. If two paths match an address, the more literal one wins. */
export const routes: readonly Route[] = [
  ...routesFor('guest', [
    { path: '/', title: 'Sign In', page: 'auth/sign-in-page' },
    { path: '/login/:userId?', title: 'Sign In', page: 'auth/sign-in-page' },
  ]),
  ...routesFor('public', [
    { path: '/register', title: 'Register', page: 'registration/register-page' },
    { path: '/donate', title: 'Donate', page: 'donations/donate-page' },
    { path: '/forgot-password', title: 'Forgot Password', page: 'auth/forgot-password-page' },
    { path: '/reset-password', title: 'Reset Password', page: 'auth/reset-password-page' },
    { path: '/consent', title: 'Emails from Us', page: 'communication/consent-page' },
    { path: '/unsubscribe', title: 'Unsubscribe', page: 'communication/unsubscribe-page' },
    { path: '/proof-of-payment', title: 'Proof of Payment', page: 'proofs/proof-page' },
    { path: '/privacy', title: 'Privacy', page: 'privacy/privacy-page' },
    { path: '/payment/:type/return/:id', title: 'Payment Status', page: 'payments/status-page' },
    {
      path: '/payment/:type/cancelled/:id',
      title: 'Payment Cancelled',
      page: 'payments/cancelled-page',
    },
    {
      path: '/payment/payfast-redirect/:type/:id',
      title: 'Payment',
      page: 'payments/redirect-page',
    },
    // Links in emails name no type: the record is an invoice.
    {
      path: '/payment/payfast-redirect/:invoiceId',
      title: 'Payment',
      page: 'payments/redirect-page',
    },
  ]),
  ...routesFor('Member', [
    { path: '/member/profile', title: 'My Profile', page: 'profile/profile-page' },
  ]),
  ...staffRoutes(undefined, [
    { path: '/admin/dashboard', title: 'Dashboard', page: 'dashboard/dashboard-page' },
    { path: '/help/:topic?', title: 'Help', page: 'help/help-page' },
    { path: '/admin/twostep', title: 'Two-Step Sign-in', page: 'auth/two-step-page' },
  ]),
  ...staffRoutes('money.read', [
    { path: '/admin/donations', title: 'Donations', page: 'donations/donations-page' },
    { path: '/admin/donations/:id', title: 'Donation', page: 'donations/donation-page' },
    { path: '/admin/invoice', title: 'Invoices', page: 'invoices/invoices-page' },
    { path: '/admin/invoice/:id', title: 'Invoice', page: 'invoices/invoice-page' },
    { path: '/admin/proofs', title: 'Proofs of Payment', page: 'proofs/proofs-page' },
    {
      path: '/admin/bankstatements',
      title: 'Bank Statements',
      page: 'bank-statements/bank-statements-page',
    },
    {
      path: '/admin/bankstatements/:id',
      title: 'Bank Statement',
      page: 'bank-statements/bank-statement-page',
    },
    {
      path: '/admin/bankmatching',
      title: 'Bank Matching',
      page: 'bank-matching/bank-matching-page',
    },
    { path: '/admin/bankmatching/:id', title: 'Bank Line', page: 'bank-matching/bank-line-page' },
    {
      path: '/admin/cardnotifications',
      title: 'Card Notifications',
      page: 'payments/card-notifications/card-notifications-page',
    },
    { path: '/admin/credits', title: 'Credits', page: 'payments/credits/credits-page' },
    { path: '/admin/monthend', title: 'Month End', page: 'month-end/month-end-page' },
    { path: '/admin/monthend/cashbook', title: 'Cash Book', page: 'month-end/cash-book-page' },
    { path: '/admin/monthend/exceptions', title: 'Exceptions', page: 'month-end/exceptions-page' },
    {
      path: '/admin/monthend/owed',
      title: 'Owed and Credits',
      page: 'month-end/balances/balances-page',
    },
  ]),
  ...staffRoutes('money.write', [
    { path: '/admin/donations/new', title: 'New Donation', page: 'donations/new-donation-page' },
    { path: '/admin/invoice/new', title: 'New Invoice', page: 'invoices/new-invoice-page' },
    {
      path: '/admin/bankstatements/new',
      title: 'Import Statement',
      page: 'bank-statements/new-bank-statement-page',
    },
  ]),
  ...staffRoutes('mail.read', [
    { path: '/admin/bulkemails', title: 'Bulk Emails', page: 'bulk-emails/bulk-emails-page' },
    { path: '/admin/bulkemails/:id', title: 'Bulk Email', page: 'bulk-emails/bulk-email-page' },
    {
      path: '/admin/bulkemails/:id/recipients',
      title: 'Recipients',
      page: 'bulk-emails/recipients-page',
    },
    { path: '/admin/maillog', title: 'Sent Mail', page: 'communication/mail-log-page' },
    {
      path: '/admin/unsubscribed',
      title: 'Unsubscribed Emails',
      page: 'communication/unsubscribed-emails-page',
    },
  ]),
  ...staffRoutes('mail.write', [
    {
      path: '/admin/bulkemails/new',
      title: 'New Bulk Email',
      page: 'bulk-emails/new-bulk-email-page',
    },
  ]),
  ...staffRoutes('members.read', [
    { path: '/admin/member', title: 'Members', page: 'members/members-page' },
    { path: '/admin/member/:id', title: 'Member', page: 'members/member-page' },
    { path: '/admin/duplicates', title: 'Possible Duplicates', page: 'duplicates/duplicates-page' },
    {
      path: '/admin/memberstatus',
      title: 'Member Statuses',
      page: 'member-statuses/member-statuses-page',
    },
    {
      path: '/admin/memberstatus/:id',
      title: 'Member Status',
      page: 'member-statuses/member-status-page',
    },
    { path: '/admin/membertype', title: 'Member Types', page: 'member-types/member-types-page' },
    { path: '/admin/membertype/:id', title: 'Member Type', page: 'member-types/member-type-page' },
  ]),
  ...staffRoutes('members.write', [
    { path: '/admin/member/new', title: 'New Member', page: 'members/new-member-page' },
    {
      path: '/admin/duplicates/:id/:otherId',
      title: 'Merge Members',
      page: 'duplicates/merge-page',
    },
  ]),
  ...staffRoutes(importPermissions, [
    { path: '/admin/imports', title: 'Imports', page: 'imports/imports-page' },
    { path: '/admin/imports/new', title: 'New Import', page: 'imports/new-import-page' },
    { path: '/admin/imports/:id', title: 'Import', page: 'imports/import-page' },
  ]),
  ...staffRoutes(
    ['settings', 'system', 'members.write'],
    [{ path: '/admin/getstarted', title: 'Get Started', page: 'get-started/get-started-page' }],
  ),
  ...staffRoutes('settings', [
    {
      path: '/admin/memberstatus/new',
      title: 'New Member Status',
      page: 'member-statuses/new-member-status-page',
    },
    {
      path: '/admin/membertype/new',
      title: 'New Member Type',
      page: 'member-types/new-member-type-page',
    },
    { path: '/admin/companyinfo', title: 'Company Info', page: 'company-info/company-info-page' },
    {
      path: '/admin/companyinfo/mail',
      title: 'Mail Settings',
      page: 'company-info/settings-page',
    },
    {
      path: '/admin/companyinfo/privacy',
      title: 'Privacy Settings',
      page: 'company-info/settings-page',
    },
    {
      path: '/admin/retention',
      title: 'How long records are kept',
      page: 'privacy/retention-page',
    },
  ]),
  ...staffRoutes('system', [
    { path: '/admin/backups', title: 'Backups', page: 'backups/backups-page' },
    {
      path: '/admin/companyinfo/cards',
      title: 'Card Payments',
      page: 'company-info/settings-page',
    },
    {
      path: '/admin/companyinfo/signin',
      title: 'Sign-in of Administrators',
      page: 'company-info/settings-page',
    },
    { path: '/admin/restored', title: 'Restored Database', page: 'restores/restored-page' },
    { path: '/admin/users', title: 'Users', page: 'users/users-page' },
    { path: '/admin/users/new', title: 'New User', page: 'users/new-user-page' },
    { path: '/admin/users/:id', title: 'User', page: 'users/user-page' },
    {
      path: '/admin/security',
      title: 'Security Record',
      page: 'security-record/security-record-page',
    },
  ]),
  ...staffRoutes('audit', [
    { path: '/admin/audit', title: 'Audit Log', page: 'audit/audit-log-page' },
  ]),
  ...staffRoutes(
    ['system', 'audit'],
    [{ path: '/admin/systemcheck', title: 'System Check', page: 'system-check/system-check-page' }],
  ),
];

/** Pages of the administrators' side that need this. */
function staffRoutes(needs: Needs, pages: Omit<Route, 'access' | 'needs'>[]): Route[] {
  return pages.map((page) => ({ ...page, access: 'staff', needs }));
}

function routesFor(access: PageAccess, pages: Omit<Route, 'access'>[]): Route[] {
  return pages.map((page) => ({ ...page, access }));
}

/** A page's file, as the bundler's manifest names it. */
export function pageModule(page: string): string {
  return `web/features/${page}.tsx`;
}

/** What the page at an address needs; a link to it is shown to users who have that. */
export function needsOfPage(path: string): Needs {
  return routes.find((route) => route.path === path)?.needs;
}
