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
