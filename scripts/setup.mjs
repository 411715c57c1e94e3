// The first half of `npm start` and `npm test`: installs and builds what is out of date. Plain
// JavaScript, because it runs on the system's Node, which may be old. Quiet if there is nothing to do.
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installRecord, isBuilt, isInstalled, sourcesDigest } from './setup/up-to-date.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const leastNode = 24;
// npm puts it first in the path of its scripts: after the install, `node` is the packaged one.
const bin = join(root, 'node_modules', '.bin');
const nodePackage = `node-${process.platform}-${process.arch}`;
const packagedNode = join(root, 'node_modules', nodePackage, 'bin', 'node');
const withBin = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };

try {
  if (process.argv.includes('--check')) {
    process.exitCode = isInstalled() && isBuilt() ? 0 : 1;
  } else {
    install();
    linkNode();
    requireNode();
    build();
  }
} catch (error) {
  const readOnly = ['EACCES', 'EPERM', 'EROFS'].includes(error.code);
  const advice = readOnly ? 'Run it once as the user that owns this folder. ' : '';
  console.error(`${advice}${error.message}`);
  process.exitCode = 1;
}

function install() {
  if (isInstalled()) return;
  console.log('Installing…');
  // Not `npm ci`: it refuses a lockfile that lacks the optional packages of other platforms.
  const options = ['install', '--no-save', '--include=dev', '--include=optional'];
  const failure = 'npm could not install. Start again.';
  run('npm', [...options, '--loglevel=error'], failure);
  // On an old Node, npm leaves out optional packages that want a newer one.
  if (majorOf(process.version) < leastNode && existsSync(packagedNode)) {
    run(packagedNode, [npmProgram(), ...options, '--loglevel=error'], failure);
  }
}

/** npm before 11.12 removes the link again when it skips the same program for another platform. */
function linkNode() {
  const link = join(bin, 'node');
  if (existsSync(link) || !existsSync(packagedNode)) return;
  rmSync(link, { force: true });
  symlinkSync(join('..', nodePackage, 'bin', 'node'), link);
}

/** The script behind `npm`, for another Node to run. */
function npmProgram() {
  if (process.env.npm_execpath) return process.env.npm_execpath;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const command = folders.map((folder) => join(folder, 'npm')).find((path) => existsSync(path));
  return realpathSync(command ?? 'npm');
}

function requireNode() {
  const { stdout, error } = spawnSync('node', ['--version'], { encoding: 'utf8', env: withBin });
  const version = error ? 'none that runs here' : stdout.trim();
  if (majorOf(version) >= leastNode) return;
  throw new Error(
    `The application needs Node ${leastNode} or newer, and "node" is ${version}. ` +
      'Install it from https://nodejs.org and start again.',
  );
}

function majorOf(version) {
  return Number(/^v(\d+)\./.exec(version)?.[1] ?? 0);
}

/**
 * Builds into a folder of its own, so that a running application never serves half of a build.
 * Returns false if nothing has changed.
 */
function buildPages() {
  if (isBuilt()) return false;
  console.log('Building the pages…');
  const pages = join(root, 'dist', 'web');
  // Before: a source that is saved during the build makes the next start build again.
  const digest = sourcesDigest();
  const fresh = `${pages}-${process.pid}`;
  const failure = 'The pages could not be built.';
  try {
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
    run('node', [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'], failure);
    run('node', [join(root, 'scripts', 'setup', 'prerender.mjs'), fresh], failure);
    writeFileSync(join(fresh, '.built'), digest);
    rmSync(pages, { recursive: true, force: true });
    renameSync(fresh, pages);
    return true;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** The first start then needs no TypeScript compiler, as `scripts/start.sh` says. */
function compileServer() {
  withBin.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled');
  const compile = join(root, 'scripts', 'setup', 'compile.mjs');
  run('node', [compile], 'The server could not be loaded.');
}

function run(command, args, failure) {
  const env = command === 'node' ? { ...withBin, NODE_ENV: 'production' } : envOfNpm();
  const { status } = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(failure);
}

/** npm may have left out packages that it could not fetch, without an error. */
function build() {
  try {
    if (buildPages()) compileServer();
  } catch (error) {
    rmSync(installRecord, { force: true });
    throw new Error(`${error.message} Start again: it then installs everything again.`, {
      cause: error,
    });
  }
}

/** npm must not run on the Node that it is about to replace. Debian's npm finds its packages in NODE_PATH. */
function envOfNpm() {
  const others = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== bin);
  return {
    ...process.env,
    PATH: others.join(delimiter),
    // Node 24 warns of what an old npm uses.
    NODE_NO_WARNINGS: '1',
    NODE_PATH: Module.globalPaths.join(delimiter),
  };
}
