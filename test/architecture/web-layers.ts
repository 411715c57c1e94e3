import { importsOf, isTest, type Source } from './sources.ts';

/** A file of web/ imports from its own layer or from an earlier one. The first prefix that fits
 *  gives a file its layer. */
const shared: string[][] = [
  // The calls, the session and the router depend on each other but not on a page.
  ['web/api/', 'web/session/', 'web/app/router/', 'web/app/paths.ts'],
  ['web/ui/'],
  ['web/forms/'],
  ['web/lists/'],
];

/** The server's order, except that the first six only offer parts to other features' pages. */
const webFeatures = [
  'saved-searches',
  'audit',
  'security-record',
  'privacy',
  'duplicates',
  'payments',
  'proofs',
  'renewals',
  'auth',
  'backups',
  'books',
  'month-end',
  'company-info',
  'member-types',
  'member-statuses',
  'users',
  'communication',
  'write-offs',
  'invoices',
  'members',
  'donations',
  'bulk-emails',
  'restores',
  'registration',
  'full-export',
  'imports',
  'bank-statements',
  'bank-matching',
  'profile',
  'dashboard',
  'get-started',
  'system-check',
  'help',
];

const layers = [
  ...shared,
  ...webFeatures.map((name) => [`web/features/${name}/`]),
  ['web/app/', 'web/ssr/'],
];

function layerOf(path: string): number {
  return layers.findIndex((prefixes) => prefixes.some((prefix) => path.startsWith(prefix)));
}

export function webLayersRule(sources: Source[]): string[] {
  const files = sources.filter(({ path }) => path.startsWith('web/') && !isTest(path));
  const homeless = files.filter(({ path }) => layerOf(path) === -1);
  const upward = files
    .flatMap(importsOf)
    .filter(({ from, file }) => file?.startsWith('web/') && layerOf(file) > layerOf(from));
  return [
    ...homeless.map(
      ({ path }) => `${path} has no layer: add its folder to test/architecture/web-layers.ts`,
    ),
    ...upward.map(
      ({ from, specifier }) =>
        `${from} imports ${specifier}, a later layer: move the code or pass it in as a prop`,
    ),
  ];
}
