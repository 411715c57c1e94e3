/**
 * What a first visit to a page loads until it can be used, as brotli packs it: the document, drawn if it is a public page,
 * its scripts and its styles. Reads the built pages; ends with 1 when a page is above its budget.
 */
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

const built = new URL('../dist/web/', import.meta.url);

/** In kB of 1,000 bytes: what a cheap phone loads in a few seconds on a slow network. */
const budgets = { public: 130, profile: 150, list: 200, editor: 260 };

interface Page {
  name: string;
  /** Of a public page, as in the route table. */
  drawnAs?: string;
  /** Its modules beside the entry. */
  modules: string[];
  budget: number;
}

const entrance = 'web/app/public-layout/public-layout.tsx';
const office = 'web/app/app-shell/app-shell.tsx';

const pages: Page[] = [
  publicPage('Sign In', '/login', 'web/features/auth/sign-in-page.tsx'),
  publicPage('Register', '/register', 'web/features/registration/register-page.tsx'),
  publicPage('Donate', '/donate', 'web/features/donations/donate/donate-page.tsx'),
  publicPage('Forgot Password', '/forgot-password', 'web/features/auth/forgot-password-page.tsx'),
  publicPage('Reset Password', '/reset-password', 'web/features/auth/reset-password-page.tsx'),
  publicPage('Unsubscribe', '/unsubscribe', 'web/features/communication/unsubscribe-page.tsx'),
  publicPage('Privacy', '/privacy', 'web/features/privacy/privacy-page.tsx'),
  publicPage(
    'Payment',
    '/payment/payfast-redirect/:type/:id',
    'web/features/payments/redirect-page.tsx',
  ),
  publicPage(
    'Payment Status',
    '/payment/:type/return/:id',
    'web/features/payments/status-page.tsx',
  ),
  publicPage(
    'Payment Cancelled',
    '/payment/:type/cancelled/:id',
    'web/features/payments/cancelled-page.tsx',
  ),
  {
    name: 'My Profile',
    modules: [office, 'web/features/profile/profile-page.tsx'],
    budget: budgets.profile,
  },
  {
    name: 'Members',
    modules: [office, 'web/features/members/members-page.tsx'],
    budget: budgets.list,
  },
  {
    name: 'Invoices',
    modules: [office, 'web/features/invoices/invoices-page.tsx'],
    budget: budgets.list,
  },
  {
    name: 'Donations',
    modules: [office, 'web/features/donations/donations-page.tsx'],
    budget: budgets.list,
  },
  {
    name: 'Bulk Email',
    modules: [
      office,
      'web/features/bulk-emails/form/bulk-email-page.tsx',
      'web/features/bulk-emails/editor/editor.tsx',
    ],
    budget: budgets.editor,
  },
];

function publicPage(name: string, drawnAs: string, module: string): Page {
  return { name, drawnAs, modules: [entrance, module], budget: budgets.public };
}

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

interface Drawing {
  drawPage: (pattern: string, replies: object) => Promise<string>;
}

const { drawPage } = (await import(new URL('drawn/prerender.js', built).href)) as Drawing;
const documents = JSON.parse(readFileSync(new URL('drawn/documents.json', built), 'utf8')) as {
  pattern: string;
  document: string;
}[];

async function documentOf({ drawnAs }: Page): Promise<string> {
  if (drawnAs === undefined) return readFileSync(new URL('index.html', built), 'utf8');
  const page = documents.find(({ pattern }) => pattern === drawnAs);
  if (page === undefined) throw new Error(`${drawnAs} is not among the drawn pages`);
  return page.document + (await drawPage(drawnAs, {}));
}

const packed = (content: Buffer | string) => brotliCompressSync(content).length;
const sizes = new Map<string, number>();

function sizeOf(file: string): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const size = packed(readFileSync(new URL(file, built)));
  sizes.set(file, size);
  return size;
}

for (const page of pages) {
  const { name, modules, budget } = page;
  const files = ['early.js', ...filesOf(['index.html', ...modules])];
  const bytes = files.reduce((sum, file) => sum + sizeOf(file), packed(await documentOf(page)));
  const isAbove = bytes > budget * 1000;
  if (isAbove) process.exitCode = 1;
  const size = `${name.padEnd(18)} ${(bytes / 1000).toFixed(1).padStart(6)} kB`;
  console.log(`${size} of ${budget}${isAbove ? '  TOO LARGE' : ''}`);
}
