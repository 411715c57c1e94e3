/** Specification §2: every route, who may enter, and what it is called in titles and breadcrumbs. */
export const routeTable = [
  { path: '/', access: 'public', name: 'Sign In' },
  { path: '/login/:userId?', access: 'public', name: 'Sign In' },
  { path: '/register', access: 'public', name: 'Register' },
  { path: '/donate', access: 'public', name: 'Donate' },
  { path: '/forgot-password', access: 'public', name: 'Forgot Password' },
  { path: '/reset-password', access: 'public', name: 'Reset Password' },
  { path: '/unsubscribe', access: 'public', name: 'Unsubscribe' },
  { path: '/payment/:type/return/:id', access: 'public', name: 'Payment Status' },
  { path: '/payment/:type/cancelled/:id', access: 'public', name: 'Payment Cancelled' },
  { path: '/payment/payfast-redirect/:type/:id', access: 'public', name: 'Payment' },
  // Without a type it is a subscription. Rules §7.
  { path: '/payment/payfast-redirect/:invoiceId', access: 'public', name: 'Payment' },
  { path: '/member/profile', access: 'Member', name: 'My Profile' },
  { path: '/admin/dashboard', access: 'Admin', name: 'Dashboard' },
  { path: '/admin/donations', access: 'Admin', name: 'Donations' },
  { path: '/admin/donations/new', access: 'Admin', name: 'New Donation' },
  { path: '/admin/donations/:id', access: 'Admin', name: 'Donation' },
  { path: '/admin/invoice', access: 'Admin', name: 'Invoices' },
  { path: '/admin/cardnotifications', access: 'Admin', name: 'Card Notifications' },
  { path: '/admin/bulkemails', access: 'Admin', name: 'Bulk Emails' },
  { path: '/admin/member', access: 'Admin', name: 'Members' },
  { path: '/admin/member/new', access: 'Admin', name: 'New Member' },
  { path: '/admin/member/:id', access: 'Admin', name: 'Member' },
  { path: '/admin/memberstatus', access: 'Admin', name: 'Member Statuses' },
  { path: '/admin/memberstatus/new', access: 'Admin', name: 'New Member Status' },
  { path: '/admin/memberstatus/:id', access: 'Admin', name: 'Member Status' },
  { path: '/admin/membertype', access: 'Admin', name: 'Member Types' },
  { path: '/admin/membertype/new', access: 'Admin', name: 'New Member Type' },
  { path: '/admin/membertype/:id', access: 'Admin', name: 'Member Type' },
  { path: '/admin/companyinfo', access: 'Admin', name: 'Company Info' },
  { path: '/admin/users', access: 'Admin', name: 'Users' },
  { path: '/admin/audit', access: 'Admin', name: 'Audit Log' },
] as const;

export type RoutePath = (typeof routeTable)[number]['path'];
export type PageAccess = (typeof routeTable)[number]['access'];
