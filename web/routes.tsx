import type { ComponentType, ReactNode } from 'react';
import { FirstLoad } from './layouts/first-load.tsx';
import { NotFoundPage } from './layouts/not-found-page.tsx';
import { Root } from './layouts/root.tsx';
import { RouteErrorPage } from './layouts/route-error-page.tsx';
import { type PageAccess, type RoutePath, routeTable } from './route-table.ts';
import type { Route } from './router/load-page.ts';
import { RequireRole } from './session/require-role.tsx';
import { SignInGate } from './session/sign-in-gate.tsx';

type Page = () => Promise<ComponentType>;

const redirect: Page = async () =>
  (await import('./payment/redirect/redirect-page.tsx')).RedirectPage;
const signIn: Page = async () => (await import('./sign-in/sign-in-page.tsx')).SignInPage;

/** The code of a page is fetched when it is first visited. */
const pages: Record<RoutePath, Page> = {
  '/': signIn,
  '/login/:userId?': signIn,
  '/register': async () => (await import('./register/register-page.tsx')).RegisterPage,
  '/donate': async () => (await import('./donate/donate-page.tsx')).DonatePage,
  '/forgot-password': async () =>
    (await import('./passwords/forgot-password-page.tsx')).ForgotPasswordPage,
  '/reset-password': async () =>
    (await import('./passwords/reset-password-page.tsx')).ResetPasswordPage,
  '/unsubscribe': async () => (await import('./unsubscribe/unsubscribe-page.tsx')).UnsubscribePage,
  '/privacy': async () => (await import('./privacy/privacy-page.tsx')).PrivacyPage,
  '/payment/:type/return/:id': async () =>
    (await import('./payment/status/status-page.tsx')).StatusPage,
  '/payment/:type/cancelled/:id': async () =>
    (await import('./payment/cancelled-page.tsx')).CancelledPage,
  '/payment/payfast-redirect/:type/:id': redirect,
  '/payment/payfast-redirect/:invoiceId': redirect,
  '/member/profile': async () => (await import('./profile/profile-page.tsx')).ProfilePage,
  '/admin/dashboard': async () => (await import('./dashboard/dashboard-page.tsx')).DashboardPage,
  '/admin/donations': async () => (await import('./donations/donations-page.tsx')).DonationsPage,
  '/admin/donations/new': async () =>
    (await import('./donations/form/new-donation-page.tsx')).NewDonationPage,
  '/admin/donations/:id': async () =>
    (await import('./donations/form/donation-page.tsx')).DonationPage,
  '/admin/invoice/new': async () =>
    (await import('./invoices/adding/new-invoice-page.tsx')).NewInvoicePage,
  '/admin/invoice/:id': async () => (await import('./invoices/form/invoice-page.tsx')).InvoicePage,
  '/admin/invoice': async () => (await import('./invoices/invoices-page.tsx')).InvoicesPage,
  '/admin/cardnotifications': async () =>
    (await import('./card-notifications/card-notifications-page.tsx')).CardNotificationsPage,
  '/admin/bulkemails': async () =>
    (await import('./bulk-emails/bulk-emails-page.tsx')).BulkEmailsPage,
  '/admin/bulkemails/new': async () =>
    (await import('./bulk-emails/form/new-bulk-email-page.tsx')).NewBulkEmailPage,
  '/admin/bulkemails/:id': async () =>
    (await import('./bulk-emails/form/bulk-email-page.tsx')).BulkEmailPage,
  '/admin/bulkemails/:id/recipients': async () =>
    (await import('./bulk-emails/recipients/recipients-page.tsx')).RecipientsPage,
  '/admin/maillog': async () => (await import('./mail-log/mail-log-page.tsx')).MailLogPage,
  '/admin/unsubscribed': async () =>
    (await import('./unsubscribed-emails/unsubscribed-emails-page.tsx')).UnsubscribedEmailsPage,
  '/admin/member': async () => (await import('./members/members-page.tsx')).MembersPage,
  '/admin/member/new': async () =>
    (await import('./members/form/new-member-page.tsx')).NewMemberPage,
  '/admin/member/:id': async () => (await import('./members/form/member-page.tsx')).MemberPage,
  '/admin/memberstatus': async () =>
    (await import('./member-statuses/member-statuses-page.tsx')).MemberStatusesPage,
  '/admin/memberstatus/new': async () =>
    (await import('./member-statuses/form/new-member-status-page.tsx')).NewMemberStatusPage,
  '/admin/memberstatus/:id': async () =>
    (await import('./member-statuses/form/member-status-page.tsx')).MemberStatusPage,
  '/admin/membertype': async () =>
    (await import('./member-types/member-types-page.tsx')).MemberTypesPage,
  '/admin/membertype/new': async () =>
    (await import('./member-types/form/new-member-type-page.tsx')).NewMemberTypePage,
  '/admin/membertype/:id': async () =>
    (await import('./member-types/form/member-type-page.tsx')).MemberTypePage,
  '/admin/companyinfo': async () =>
    (await import('./company-info/company-info-page.tsx')).CompanyInfoPage,
  '/admin/users': async () => (await import('./users/users-page.tsx')).UsersPage,
  '/admin/users/new': async () => (await import('./users/form/new-user-page.tsx')).NewUserPage,
  '/admin/users/:id': async () => (await import('./users/form/user-page.tsx')).UserPage,
  '/admin/audit': async () => (await import('./audit-log/audit-log-page.tsx')).AuditLogPage,
};

const appLayout = async () => (await import('./layouts/office/app-layout.tsx')).AppLayout;
const entrance = async () => (await import('./layouts/entrance/auth-layout.tsx')).AuthLayout;
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
