// Whether the packages and the pages belong to this version, by their content: a clone and a copy have any times.
// Plain JavaScript, for a system's Node that may be old.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** npm writes its own record of the installed packages last. */
export const installRecord = join(root, 'node_modules', '.package-lock.json');
const sources = [
  'contract',
  'docs/admin-guide.md',
  'index.html',
  'package-lock.json',
  'scripts/guide',
  'vite.config.ts',
  'web',
];

/** Optional packages of other platforms are not installed. */
export function isInstalled() {
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const installed = packagesIn(installRecord);
  return (
    Object.keys(installed).every((path) => path in wanted) &&
    Object.entries(wanted).every(([path, { version, integrity, optional, devOptional }]) => {
      const one = installed[path];
      if (one === undefined) return path === '' || optional === true || devOptional === true;
      return one.version === version && one.integrity === integrity;
    })
  );
}

function packagesIn(path) {
  return JSON.parse(readIfAny(path) || '{}').packages ?? {};
}

/** The pages have the digest of the sources that they were built from. */
export function isBuilt() {
  return readIfAny(join(root, 'dist', 'web', '.built')) === sourcesDigest();
}

export function sourcesDigest() {
  const hash = createHash('sha256');
  for (const name of sources) addTo(hash, name);
  return hash.digest('hex');
}

function addTo(hash, name) {
  const path = join(root, name);
  if (statSync(path).isDirectory()) {
    for (const inside of readdirSync(path).sort()) addTo(hash, join(name, inside));
    return;
  }
  const content = readFileSync(path);
  hash.update(`${name}\0${content.length}\0`).update(content);
}

function readIfAny(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return '';
  }
}
