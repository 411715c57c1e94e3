/** Files that every server file may import. They do not depend on a feature. */
export const floorFiles = [
  'server/app-deps.ts',
  'server/clock.ts',
  'server/config-schema.ts',
  'server/config.ts',
  'server/context.ts',
  'server/errors.ts',
  'server/member-reach.ts',
  'server/escape-html.ts',
];

/** Folders of server/platform/: none depends on a feature. Most connect to one external system. */
export const platformFolders = [
  'http',
  'db',
  'embedded-postgres',
  'mail',
  'jobs',
  'payfast',
  'files',
  'pdf',
  'backup',
  'concurrency',
];

/** Folders of server/features/. Each feature may import the features before it. */
export const features = [
  'audit',
  'security-record',
  'company-info',
  'member-types',
  'member-statuses',
  'auth',
  'backups',
  'saved-searches',
  'users',
  'communication',
  'invoices',
  'members',
  'donations',
  'bulk-emails',
  'restores',
  'registration',
  'renewals',
  'payments',
  'imports',
  'full-export',
  'bank-statements',
  'books',
  'month-end',
  'privacy',
  'duplicates',
  'menu-counts',
  'system-check',
];
