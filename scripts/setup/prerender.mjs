// Builds the renderer of the public pages and their documents, which can be read before any script
// has loaded: node scripts/setup/prerender.mjs <folder>
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const [, , folder] = process.argv;
const outDir = join(folder, 'drawn');

await build({
  logLevel: 'warn',
  publicDir: false,
  // One small module: an import of react-dom or lucide-react would load all of it, for development.
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: { ssr: 'web/ssr/prerender.tsx', outDir, emptyOutDir: true },
});
const { pageDocuments } = await import(pathToFileURL(join(outDir, 'prerender.js')).href);
const index = readFileSync(join(folder, 'index.html'), 'utf8');
const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'));

const documents = pageDocuments().map(({ modules, ...page }) => ({
  ...page,
  document: documentOf(modules),
}));
writeFileSync(join(outDir, 'documents.json'), JSON.stringify(documents));

/** Without what the server renders into it for each visit. */
function documentOf(modules) {
  const { styles, scripts } = filesOf(modules);
  const links = [
    ...styles.map((file) => [file, 'stylesheet']),
    ...scripts.map((file) => [file, 'modulepreload']),
  ]
    .filter(([file]) => !index.includes(`"/${file}"`))
    .map(([file, rel]) => `    <link rel="${rel}" crossorigin href="/${file}">\n`);
  return index.replace('</head>', () => `${links.join('').trimStart()}</head>`);
}

/** The styles and scripts of the modules, with everything that they import. */
function filesOf(modules) {
  const styles = new Set();
  const scripts = new Set();
  const walk = (key) => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`${key} is not among the built modules.`);
    if (scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const other of chunk.imports ?? []) walk(other);
    for (const file of chunk.css ?? []) styles.add(file);
  };
  for (const module of modules) walk(module);
  return { styles: [...styles], scripts: [...scripts] };
}
