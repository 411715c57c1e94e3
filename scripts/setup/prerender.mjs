// Makes the documents of the public pages, which can be read before any script has come, and what the
// server draws them with: node scripts/setup/prerender.mjs <folder>
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const [, , folder] = process.argv;
const drawn = join(folder, 'drawn');
/** Around each public page. */
const entrance = 'web/app/public-layout/public-layout.tsx';

await build({
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: 'web/ssr/prerender.tsx',
    outDir: drawn,
    emptyOutDir: true,
  },
});
const { publicPages } = await import(pathToFileURL(join(drawn, 'prerender.js')).href);
const index = readFileSync(join(folder, 'index.html'), 'utf8');
const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'));
const routes = readFileSync('web/app/routes.tsx', 'utf8');

/** Behind a sign-in nothing is drawn; what a member's page needs is named all the same. */
const office = 'web/app/app-shell/app-shell.tsx';
const members = [{ pattern: '/member/profile', title: titleOf(index), isWhole: false }];

const documents = [
  ...publicPages().map((page) => ({
    ...page,
    isDrawn: true,
    document: documentOf(page, entrance),
  })),
  ...members.map((page) => ({ ...page, isDrawn: false, document: documentOf(page, office) })),
];
writeFileSync(join(drawn, 'documents.json'), JSON.stringify(documents));

function titleOf(html) {
  return /<title>(.*)<\/title>/.exec(html)?.[1] ?? '';
}

/** Without what the server draws into it for each visit. */
function documentOf({ pattern, title }, frame) {
  const { styles, scripts } = filesOf(pattern, frame);
  const links = [
    ...styles.map((file) => [file, 'stylesheet']),
    ...scripts.map((file) => [file, 'modulepreload']),
  ]
    .filter(([file]) => !index.includes(`"/${file}"`))
    .map(([file, rel]) => `    <link rel="${rel}" crossorigin href="/${file}">\n`);
  return index
    .replace(/<title>.*<\/title>/, () => `<title>${title}</title>`)
    .replace('</head>', () => `${links.join('').trimStart()}</head>`);
}

/** The styles that the page is drawn with, and the code that it will need. */
function filesOf(pattern, frame) {
  const styles = new Set();
  const scripts = new Set();
  const walk = (key) => {
    const chunk = manifest[key];
    if (scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const other of chunk.imports ?? []) walk(other);
    for (const file of chunk.css ?? []) styles.add(file);
  };
  walk(frame);
  walk(moduleOf(pattern));
  return { styles: [...styles], scripts: [...scripts] };
}

/** Read off web/app/routes.tsx. */
function moduleOf(pattern) {
  const named = (text) => /import\('#([^']+)'\)/.exec(text)?.[1];
  const key = pattern.startsWith('/login') ? '/login/:userId?' : pattern;
  const entry = entryOf(`'${key}'`);
  const [, constant] = /^ (\w+),/.exec(entry ?? '') ?? [];
  const module = named(constant ? routes.slice(routes.indexOf(`const ${constant}:`)) : entry);
  if (!manifest[module]) throw new Error(`Nobody knows the code of ${pattern}.`);
  return module;
}

function entryOf(key) {
  const at = routes.indexOf(`${key}:`);
  return at === -1 ? undefined : routes.slice(at + key.length + 1, at + key.length + 200);
}
