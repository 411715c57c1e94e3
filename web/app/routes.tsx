import type { ComponentType, ReactNode } from 'react';
import { FirstLoad } from './first-load.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { Root } from './root.tsx';
import { RouteErrorPage } from './route-error-page.tsx';
import { type PageAccess, type RoutePath, routeTable } from './route-table.ts';
import type { Route } from './router/load-page.ts';
import { RequireRole } from './require-role.tsx';
import { SignInGate } from './sign-in-gate.tsx';

type Page = () => Promise<ComponentType>;

const redirect: Page = async () =>
  (await import('#web/features/payments/redirect-page.tsx')).RedirectPage;
const signIn: Page = async () => (await import('#web/features/auth/sign-in-page.tsx')).SignInPage;

/** The code of a page is fetched when it is first visited. */
const pages: Record<RoutePath, Page> = {
  '/': signIn,
  '/login/:userId?': signIn,
  '/register': async () =>
    (await import('#web/features/registration/register-page.tsx')).RegisterPage,
  '/donate': async () =>
    (await import('#web/features/donations/donate/donate-page.tsx')).DonatePage,
  '/forgot-password': async () =>
    (await import('#web/features/auth/forgot-password-page.tsx')).ForgotPasswordPage,
  '/reset-password': async () =>
    (await import('#web/features/auth/reset-password-page.tsx')).ResetPasswordPage,
  '/unsubscribe': async () =>
    (await import('#web/features/communication/unsubscribe-page.tsx')).UnsubscribePage,
  '/privacy': async () => (await import('#web/features/privacy/privacy-page.tsx')).PrivacyPage,
  '/payment/:type/return/:id': async () =>
    (await import('#web/features/payments/status-page.tsx')).StatusPage,
  '/payment/:type/cancelled/:id': async () =>
    (await import('#web/features/payments/cancelled-page.tsx')).CancelledPage,
  '/payment/payfast-redirect/:type/:id': redirect,
  '/payment/payfast-redirect/:invoiceId': redirect,
  '/member/profile': async () =>
    (await import('#web/features/profile/profile-page.tsx')).ProfilePage,
  '/admin/dashboard': async () =>
    (await import('#web/features/dashboard/dashboard-page.tsx')).DashboardPage,
  '/admin/donations': async () =>
    (await import('#web/features/donations/donations-page.tsx')).DonationsPage,
  '/admin/donations/new': async () =>
    (await import('#web/features/donations/form/new-donation-page.tsx')).NewDonationPage,
  '/admin/donations/:id': async () =>
    (await import('#web/features/donations/form/donation-page.tsx')).DonationPage,
  '/admin/invoice/new': async () =>
    (await import('#web/features/invoices/adding/new-invoice-page.tsx')).NewInvoicePage,
  '/admin/invoice/:id': async () =>
    (await import('#web/features/invoices/form/invoice-page.tsx')).InvoicePage,
  '/admin/invoice': async () =>
    (await import('#web/features/invoices/invoices-page.tsx')).InvoicesPage,
  '/admin/cardnotifications': async () =>
    (await import('#web/features/payments/card-notifications/card-notifications-page.tsx'))
      .CardNotificationsPage,
  '/admin/bulkemails': async () =>
    (await import('#web/features/bulk-emails/bulk-emails-page.tsx')).BulkEmailsPage,
  '/admin/bulkemails/new': async () =>
    (await import('#web/features/bulk-emails/form/new-bulk-email-page.tsx')).NewBulkEmailPage,
  '/admin/bulkemails/:id': async () =>
    (await import('#web/features/bulk-emails/form/bulk-email-page.tsx')).BulkEmailPage,
  '/admin/bulkemails/:id/recipients': async () =>
    (await import('#web/features/bulk-emails/recipients/recipients-page.tsx')).RecipientsPage,
  '/admin/maillog': async () =>
    (await import('#web/features/communication/mail-log-page.tsx')).MailLogPage,
  '/admin/unsubscribed': async () =>
    (await import('#web/features/communication/unsubscribed-emails-page.tsx'))
      .UnsubscribedEmailsPage,
  '/admin/member': async () => (await import('#web/features/members/members-page.tsx')).MembersPage,
  '/admin/member/new': async () =>
    (await import('#web/features/members/form/new-member-page.tsx')).NewMemberPage,
  '/admin/member/:id': async () =>
    (await import('#web/features/members/form/member-page.tsx')).MemberPage,
  '/admin/memberstatus': async () =>
    (await import('#web/features/member-statuses/member-statuses-page.tsx')).MemberStatusesPage,
  '/admin/memberstatus/new': async () =>
    (await import('#web/features/member-statuses/new-member-status-page.tsx')).NewMemberStatusPage,
  '/admin/memberstatus/:id': async () =>
    (await import('#web/features/member-statuses/member-status-page.tsx')).MemberStatusPage,
  '/admin/membertype': async () =>
    (await import('#web/features/member-types/member-types-page.tsx')).MemberTypesPage,
  '/admin/membertype/new': async () =>
    (await import('#web/features/member-types/new-member-type-page.tsx')).NewMemberTypePage,
  '/admin/membertype/:id': async () =>
    (await import('#web/features/member-types/member-type-page.tsx')).MemberTypePage,
  '/admin/companyinfo': async () =>
    (await import('#web/features/company-info/company-info-page.tsx')).CompanyInfoPage,
  '/admin/users': async () => (await import('#web/features/users/users-page.tsx')).UsersPage,
  '/admin/users/new': async () =>
    (await import('#web/features/users/new-user-page.tsx')).NewUserPage,
  '/admin/users/:id': async () => (await import('#web/features/users/user-page.tsx')).UserPage,
  '/admin/audit': async () => (await import('#web/features/audit/audit-log-page.tsx')).AuditLogPage,
};

const appLayout = async () => (await import('./app-shell/app-shell.tsx')).AppLayout;
const entrance = async () => (await import('./public-layout/public-layout.tsx')).AuthLayout;
const signInGate = () => SignInGate;

function MemberArea({ children }: { children: ReactNode }) {
  return <RequireRole allow="Member">{children}</RequireRole>;
}

function AdminArea({ children }: { children: ReactNode }) {
  return <RequireRole allow="Admin">{children}</RequireRole>;
}

const frames: Record<PageAccess, Route['frames']> = {
  public: [entrance],
  Member: [() => MemberArea, appLayout],
  Admin: [() => AdminArea, appLayout],
};

export const routes: Route[] = routeTable.map(({ path, access, name }) => {
  const page = pages[path];
  const around = page === signIn ? [entrance, signInGate] : frames[access];
  return { path, name, frames: around, page };
});

/** Ahead of the moment when it is needed. */
export const fetchSignIn = () => Promise.all([entrance(), signIn()]);

/** What stands around every page. */
export const around = {
  Root,
  Waiting: FirstLoad,
  Failure: RouteErrorPage,
};

export { NotFoundPage };
