import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { replaceFolder, workFolder } from './replace-folder.mjs';
import { withBin } from './require-node.mjs';
import { root } from './root.mjs';

const sources = [
  'contract',
  'index.html',
  'package-lock.json',
  'scripts/setup/prerender.mjs',
  'vite.config.ts',
  'web',
];
const pages = join(root, 'dist', 'web');

/** Builds the pages when a file that they are made of has changed. */
export function buildPages() {
  if (!existsSync(join(root, 'vite.config.ts'))) return;
  const wanted = fingerprint();
  if (builtFrom() === wanted) return;
  console.log('Building the pages…');
  const work = workFolder('pages');
  try {
    const fresh = join(work, 'web');
    viteBuild(fresh);
    run(join(root, 'scripts', 'setup', 'prerender.mjs'), [fresh]);
    writeFileSync(join(fresh, '.setup-stamp'), wanted);
    replaceFolder(fresh, pages);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function viteBuild(outDir) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  run(vite, ['build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn']);
}

function run(script, options) {
  const { status, error } = spawnSync('node', [script, ...options], {
    cwd: root,
    env: { ...withBin(), NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) {
    throw new Error(`The pages could not be built${error ? `: ${error.message}` : ''}.`);
  }
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesBelow)) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesBelow(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found ? [path] : [];
  const names = readdirSync(join(root, path));
  names.sort();
  return names.flatMap((name) => filesBelow(join(path, name)));
}

function builtFrom() {
  try {
    return readFileSync(join(pages, '.setup-stamp'), 'utf8');
  } catch {
    return '';
  }
}
