import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Version {
  /** `1.0.0` */
  version: string;
  /** The first 12 digits, with `+` if files were changed since; `unknown` in a copy without its history. */
  commit: string;
}

/** Written by `npm run release`. A clone has none, and asks git. */
const releaseFile = '../release.json';

let known: Version | undefined;

/** Which program this is, for the operator, for a backup, and for a report of a defect. */
export function readVersion(): Version {
  known ??= { version: readText('../package.json', 'version'), commit: findCommit() };
  return known;
}

/** `1.0.0 (8f2c1d0a9b3e)` */
export function versionText({ version, commit } = readVersion()): string {
  return `${version} (${commit})`;
}

function findCommit(): string {
  try {
    return readText(releaseFile, 'commit');
  } catch {
    return askGit('rev-parse', '--short=12', 'HEAD')?.concat(isChanged() ? '+' : '') ?? 'unknown';
  }
}

const isChanged = () => askGit('status', '--porcelain', '--untracked-files=no') !== '';

/** `null` without git, and in a copy that is not a clone. */
function askGit(...args: string[]): string | null {
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8', timeout: 5000 });
  return status === 0 ? stdout.trim() : null;
}

function readText(path: string, key: string): string {
  const text = readFileSync(new URL(path, import.meta.url), 'utf8');
  const value = (JSON.parse(text) as Record<string, unknown>)[key];
  if (typeof value !== 'string') throw new Error(`${path} has no ${key}.`);
  return value;
}
