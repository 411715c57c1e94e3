/**
 * What a first visit to each page loads until the page can be used, compressed with brotli: the
 * document (rendered, for public pages), its scripts and its styles. Reads the built pages. The exit
 * code is 1 if a page is above its budget.
 */
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { pageModule, routes } from '../web/app/routes.ts';

const built = new URL('../dist/web/', import.meta.url);

/** In kB of 1,000 bytes: what a cheap phone loads in a few seconds on a slow network. */
const budgets = { guest: 160, public: 160, Member: 187.5, staff: 205 };
const editorBudget = 280;
const editor = 'web/features/bulk-emails/editor/editor.tsx';

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

interface PageDocument {
  pattern: string;
  isDrawn: boolean;
  document: string;
}

const manifest = readJson('.vite/manifest.json') as Record<string, Chunk>;
const documents = readJson('drawn/documents.json') as PageDocument[];
const index = readFileSync(new URL('index.html', built), 'utf8');
const { drawPage } = (await import(new URL('drawn/prerender.js', built).href)) as {
  drawPage: (pattern: string, replies: object) => Promise<string>;
};

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, built), 'utf8'));
}

function filesOf(modules: string[], files = new Set<string>(), visited = new Set<string>()) {
  for (const name of modules) {
    if (visited.has(name)) continue;
    visited.add(name);
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`${name} is not among the built pages.`);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    filesOf(chunk.imports ?? [], files, visited);
  }
  return files;
}

async function documentOf(path: string): Promise<string> {
  const pattern = path.replace(/\/:\w+\?$/, '');
  const page = documents.find((each) => each.pattern === pattern);
  if (!page?.isDrawn) return page?.document ?? index;
  return page.document + (await drawPage(pattern, {}));
}

const packed = (content: Buffer | string) => brotliCompressSync(content).length;
const sizes = new Map<string, number>();

function sizeOf(file: string): number {
  const size = sizes.get(file) ?? packed(readFileSync(new URL(file, built)));
  sizes.set(file, size);
  return size;
}

for (const { path, access, page } of routes) {
  const layout = access === 'guest' || access === 'public' ? 'public-layout' : 'app-shell';
  const hasEditor = page.startsWith('bulk-emails/') && /\/(new|:id)$/.test(path);
  const modules = ['index.html', `web/app/${layout}/${layout}.tsx`, pageModule(page)];
  const files = ['early.js', ...filesOf(hasEditor ? [...modules, editor] : modules)];
  const document = packed(await documentOf(path));
  const kB = files.reduce((sum, file) => sum + sizeOf(file), document) / 1000;
  const budget = hasEditor ? editorBudget : budgets[access];
  if (kB > budget) process.exitCode = 1;
  const size = `${path.padEnd(40)} ${kB.toFixed(1).padStart(6)} kB of ${budget}`;
  console.log(`${size}${kB > budget ? '  TOO LARGE' : ''}`);
}
