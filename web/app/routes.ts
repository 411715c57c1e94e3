import { importPermissions } from '#contract/imports/permissions.ts';
import type { Needs } from '#contract/roles.ts';

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
  ...routesFor('staff', [
    { path: '/admin/dashboard', title: 'Dashboard', page: 'dashboard/dashboard-page' },
    {
      path: '/admin/donations',
      needs: 'money.read',
      title: 'Donations',
      page: 'donations/donations-page',
    },
    {
      path: '/admin/donations/new',
      needs: 'money.write',
      title: 'New Donation',
      page: 'donations/new-donation-page',
    },
    {
      path: '/admin/donations/:id',
      needs: 'money.read',
      title: 'Donation',
      page: 'donations/donation-page',
    },
    {
      path: '/admin/invoice',
      needs: 'money.read',
      title: 'Invoices',
      page: 'invoices/invoices-page',
    },
    {
      path: '/admin/invoice/new',
      needs: 'money.write',
      title: 'New Invoice',
      page: 'invoices/new-invoice-page',
    },
    {
      path: '/admin/invoice/:id',
      needs: 'money.read',
      title: 'Invoice',
      page: 'invoices/invoice-page',
    },
    {
      path: '/admin/proofs',
      needs: 'money.read',
      title: 'Proofs of Payment',
      page: 'proofs/proofs-page',
    },
    {
      path: '/admin/bankstatements',
      needs: 'money.read',
      title: 'Bank Statements',
      page: 'bank-statements/bank-statements-page',
    },
    {
      path: '/admin/bankstatements/new',
      needs: 'money.write',
      title: 'Import Statement',
      page: 'bank-statements/new-bank-statement-page',
    },
    {
      path: '/admin/bankstatements/:id',
      needs: 'money.read',
      title: 'Bank Statement',
      page: 'bank-statements/bank-statement-page',
    },
    {
      path: '/admin/bankmatching',
      needs: 'money.read',
      title: 'Bank Matching',
      page: 'bank-matching/bank-matching-page',
    },
    {
      path: '/admin/bankmatching/:id',
      needs: 'money.read',
      title: 'Bank Line',
      page: 'bank-matching/bank-line-page',
    },
    {
      path: '/admin/cardnotifications',
      needs: 'money.read',
      title: 'Card Notifications',
      page: 'payments/card-notifications/card-notifications-page',
    },
    {
      path: '/admin/credits',
      needs: 'money.read',
      title: 'Credits',
      page: 'payments/credits/credits-page',
    },
    {
      path: '/admin/monthend',
      needs: 'money.read',
      title: 'Month End',
      page: 'month-end/month-end-page',
    },
    {
      path: '/admin/bulkemails',
      needs: 'mail.read',
      title: 'Bulk Emails',
      page: 'bulk-emails/bulk-emails-page',
    },
    {
      path: '/admin/bulkemails/new',
      needs: 'mail.write',
      title: 'New Bulk Email',
      page: 'bulk-emails/new-bulk-email-page',
    },
    {
      path: '/admin/bulkemails/:id',
      needs: 'mail.read',
      title: 'Bulk Email',
      page: 'bulk-emails/bulk-email-page',
    },
    {
      path: '/admin/bulkemails/:id/recipients',
      needs: 'mail.read',
      title: 'Recipients',
      page: 'bulk-emails/recipients-page',
    },
    {
      path: '/admin/maillog',
      needs: 'mail.read',
      title: 'Mail Log',
      page: 'communication/mail-log-page',
    },
    {
      path: '/admin/unsubscribed',
      needs: 'mail.read',
      title: 'Unsubscribed Emails',
      page: 'communication/unsubscribed-emails-page',
    },
    {
      path: '/admin/member',
      needs: 'members.read',
      title: 'Members',
      page: 'members/members-page',
    },
    {
      path: '/admin/member/new',
      needs: 'members.write',
      title: 'New Member',
      page: 'members/new-member-page',
    },
    {
      path: '/admin/member/:id',
      needs: 'members.read',
      title: 'Member',
      page: 'members/member-page',
    },
    {
      path: '/admin/imports',
      needs: importPermissions,
      title: 'Imports',
      page: 'imports/imports-page',
    },
    {
      path: '/admin/imports/new',
      needs: importPermissions,
      title: 'New Import',
      page: 'imports/new-import-page',
    },
    {
      path: '/admin/imports/:id',
      needs: importPermissions,
      title: 'Import',
      page: 'imports/import-page',
    },
    {
      path: '/admin/duplicates',
      needs: 'members.read',
      title: 'Possible Duplicates',
      page: 'duplicates/duplicates-page',
    },
    {
      path: '/admin/duplicates/:id/:otherId',
      needs: 'members.write',
      title: 'Merge Members',
      page: 'duplicates/merge-page',
    },
    {
      path: '/admin/memberstatus',
      needs: 'members.read',
      title: 'Member Statuses',
      page: 'member-statuses/member-statuses-page',
    },
    {
      path: '/admin/memberstatus/new',
      needs: 'settings',
      title: 'New Member Status',
      page: 'member-statuses/new-member-status-page',
    },
    {
      path: '/admin/memberstatus/:id',
      needs: 'members.read',
      title: 'Member Status',
      page: 'member-statuses/member-status-page',
    },
    {
      path: '/admin/membertype',
      needs: 'members.read',
      title: 'Member Types',
      page: 'member-types/member-types-page',
    },
    {
      path: '/admin/membertype/new',
      needs: 'settings',
      title: 'New Member Type',
      page: 'member-types/new-member-type-page',
    },
    {
      path: '/admin/membertype/:id',
      needs: 'members.read',
      title: 'Member Type',
      page: 'member-types/member-type-page',
    },
    {
      path: '/admin/companyinfo',
      needs: 'settings',
      title: 'Company Info',
      page: 'company-info/company-info-page',
    },
    {
      path: '/admin/retention',
      needs: 'settings',
      title: 'How long records are kept',
      page: 'privacy/retention-page',
    },
    {
      path: '/admin/restored',
      needs: 'system',
      title: 'Restored Database',
      page: 'restores/restored-page',
    },
    { path: '/admin/users', needs: 'system', title: 'Users', page: 'users/users-page' },
    { path: '/admin/users/new', needs: 'system', title: 'New User', page: 'users/new-user-page' },
    { path: '/admin/users/:id', needs: 'system', title: 'User', page: 'users/user-page' },
    { path: '/admin/twostep', title: 'Two-Step Sign-in', page: 'auth/two-step-page' },
    { path: '/admin/audit', needs: 'audit', title: 'Audit Log', page: 'audit/audit-log-page' },
    {
      path: '/admin/security',
      needs: 'system',
      title: 'Security Record',
      page: 'security-record/security-record-page',
    },
    {
      path: '/admin/systemcheck',
      needs: ['system', 'audit'],
      title: 'System Check',
      page: 'system-check/system-check-page',
    },
  ]),
];

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
