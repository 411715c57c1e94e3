import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { bin, root } from './root.mjs';
import { replaceFolder, workFolder } from './replace-folder.mjs';

const installed = join(root, 'node_modules');
const stamp = join(installed, '.setup-stamp');

/** Brings node_modules to what package-lock.json says. */
export function install() {
  const wanted = wantedStamp();
  if (isInstalled(wanted)) return;
  if (!existsSync(stamp) && missing(installed) === undefined) return stampInstalled(wanted);
  console.log('Installing…');
  const work = workFolder('install');
  try {
    for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
      if (existsSync(join(root, name))) copyFileSync(join(root, name), join(work, name));
    }
    npmInstall(work);
    const fresh = join(work, 'node_modules');
    writeFileSync(join(fresh, '.setup-stamp'), wanted);
    // Another start may have been faster, and may run on its copy by now.
    if (!isInstalled(wanted)) putInPlace(fresh, wanted);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function putInPlace(fresh, wanted) {
  try {
    replaceFolder(fresh, installed);
  } catch (error) {
    // A volume mounted there can't be exchanged, only filled.
    if (!['EBUSY', 'EXDEV'].includes(error.code)) throw error;
    npmInstall(root);
    writeFileSync(stamp, wanted);
  }
}

function wantedStamp() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex');
  return `${process.platform}-${process.arch} ${hash}\n`;
}

function isInstalled(wanted) {
  try {
    return readFileSync(stamp, 'utf8') === wanted;
  } catch {
    return false;
  }
}

/** The first package that isn't as locked, by npm's own record, which npm writes last of all. */
function missing(folder) {
  const record = join(folder, '.package-lock.json');
  if (!existsSync(record)) return 'every package';
  const has = JSON.parse(readFileSync(record, 'utf8')).packages;
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const { dependencies, devDependencies, optionalDependencies } = locked[''];
  const ours = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .map((name) => `node_modules/${name}`)
    .filter((path) => isForHere(locked[path]));
  return (
    ours.find((path) => !has[path]) ??
    Object.keys(has).find((path) => locked[path] && locked[path].version !== has[path].version)
  );
}

function isForHere({ os = [process.platform], cpu = [process.arch] }) {
  return os.includes(process.platform) && cpu.includes(process.arch);
}

function stampInstalled(wanted) {
  try {
    writeFileSync(stamp, wanted);
  } catch {
    // A user who may only read compares the lists at each start instead.
  }
}

/**
 * Not "npm ci": that refuses a lock without the optional packages of other platforms, which npm
 * leaves out where it can't see them. What is locked is installed as locked either way.
 */
function npmInstall(folder) {
  const { npm_node_execpath: node, npm_execpath: npm, ...env } = process.env;
  // npm would install into the project that it was started for, and with the Node it replaces.
  delete env.npm_config_local_prefix;
  const others = (env.PATH ?? '').split(delimiter).filter((one) => one !== bin);
  env.PATH = others.join(delimiter);
  const [command, first] = node && npm ? [node, [npm]] : ['npm', []];
  // Building the pages needs what NODE_ENV=production would leave out.
  const options = ['install', '--no-save', '--include=dev', '--include=optional'];
  const { status, error } = spawnSync(command, [...first, ...options, '--loglevel=error'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`npm could not install${error ? `: ${error.message}` : ''}.`);
  // npm passes over an optional package that it can't fetch; two of them carry Node and PostgreSQL.
  const absent = missing(join(folder, 'node_modules'));
  if (absent) throw new Error(`npm could not install ${absent}. Start again.`);
}
