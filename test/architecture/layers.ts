/**
 * Who may know whom. A file imports from its own layer or from earlier ones, never from a later
 * one. To add a feature, find the place where everything that it asks stands before it.
 */

/** Gateways and the server's floor: each speaks one outsider's language and knows no feature. */
export const gateways = [
  'http',
  'db',
  'mail',
  'jobs',
  'payfast',
  'payfast-simulator',
  'files',
  'pdf',
];
export const floorFiles = ['work.ts', 'errors.ts', 'clock.ts', 'config.ts', 'settings.ts'];

/** Each feature may ask the ones before it. */
export const features = [
  'audit',
  'company-info',
  'member-types',
  'member-statuses',
  'auth',
  'users',
  'communication',
  'members',
  'invoices',
  'donations',
  'bulk-emails',
  // Workflows: what touches several features' tables.
  'registration',
  'member-records',
  'renewals',
  'payments',
  'held-data',
];

/** What web pages share. Every other folder of web/ belongs to one page or feature. */
export const webShared = [
  'router',
  'api',
  'session',
  'ui',
  'theme',
  'admin-list',
  'record',
  'record-history',
  'summary',
  'relatives',
  'member-record',
  'layouts',
  'privacy',
];

/** The files of web/ that know the pages; pages never import them. */
export const webTop = ['routes.tsx', 'main.tsx', 'prerender.tsx'];
