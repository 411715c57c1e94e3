/**
 * What a first visit to a page loads, as brotli packs it: the page itself, its scripts and its
 * styles. Reads the built pages; ends with 1 when a page is above its budget.
 */
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

const built = new URL('../dist/web/', import.meta.url);

/** In kB of 1,000 bytes: what a cheap phone loads in a few seconds on a slow network. */
const budgets = { public: 130, profile: 150, list: 200, editor: 260 };

/** Above their budget until something is split off: they may shrink, and not grow. */
const heldAt: Record<string, number> = {
  'Sign In': 132,
  Register: 151,
  Donate: 143,
  'Forgot Password': 134,
  'Reset Password': 136,
  Payment: 141,
  'Payment Status': 140,
  'Payment Cancelled': 140,
  Unsubscribe: 136,
  'My Profile': 186,
};

interface Page {
  name: string;
  /** Its modules beside the entry. */
  modules: string[];
  budget: number;
}

const office = 'web/layouts/office/app-layout.tsx';

const pages: Page[] = [
  { name: 'Sign In', modules: [], budget: budgets.public },
  { name: 'Register', modules: ['web/register/register-page.tsx'], budget: budgets.public },
  { name: 'Donate', modules: ['web/donate/donate-page.tsx'], budget: budgets.public },
  {
    name: 'Forgot Password',
    modules: ['web/passwords/forgot-password-page.tsx'],
    budget: budgets.public,
  },
  {
    name: 'Reset Password',
    modules: ['web/passwords/reset-password-page.tsx'],
    budget: budgets.public,
  },
  { name: 'Payment', modules: ['web/payment/redirect/redirect-page.tsx'], budget: budgets.public },
  {
    name: 'Payment Status',
    modules: ['web/payment/status/status-page.tsx'],
    budget: budgets.public,
  },
  {
    name: 'Payment Cancelled',
    modules: ['web/payment/cancelled-page.tsx'],
    budget: budgets.public,
  },
  {
    name: 'Unsubscribe',
    modules: ['web/unsubscribe/unsubscribe-page.tsx'],
    budget: budgets.public,
  },
  {
    name: 'My Profile',
    modules: [office, 'web/profile/profile-page.tsx'],
    budget: budgets.profile,
  },
  { name: 'Members', modules: [office, 'web/members/members-page.tsx'], budget: budgets.list },
  { name: 'Invoices', modules: [office, 'web/invoices/invoices-page.tsx'], budget: budgets.list },
  {
    name: 'Donations',
    modules: [office, 'web/donations/donations-page.tsx'],
    budget: budgets.list,
  },
  {
    name: 'Bulk Email',
    modules: [
      office,
      'web/bulk-emails/form/bulk-email-page.tsx',
      'web/bulk-emails/editor/editor.tsx',
    ],
    budget: budgets.editor,
  },
];

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', built), 'utf8')) as Record<
  string,
  Chunk
>;

function filesOf(modules: string[], found = new Set<string>(), met = new Set<string>()) {
  for (const name of modules) {
    if (met.has(name)) continue;
    met.add(name);
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`${name} is not among the built pages`);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file);
    filesOf(chunk.imports ?? [], found, met);
  }
  return found;
}

const sizes = new Map<string, number>();

function sizeOf(file: string): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const size = brotliCompressSync(readFileSync(new URL(file, built))).length;
  sizes.set(file, size);
  return size;
}

for (const { name, modules, budget } of pages) {
  const files = ['index.html', ...filesOf(['index.html', ...modules])];
  const kilobytes = files.reduce((sum, file) => sum + sizeOf(file), 0) / 1000;
  const most = heldAt[name] ?? budget;
  const isAbove = kilobytes > most;
  if (isAbove) process.exitCode = 1;
  const size = `${name.padEnd(18)} ${kilobytes.toFixed(1).padStart(6)} kB`;
  const held = most === budget ? '' : ` (budget ${budget})`;
  console.log(`${size} of ${most}${held}${isAbove ? '  TOO LARGE' : ''}`);
}
