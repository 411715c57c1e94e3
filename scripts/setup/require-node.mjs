import { spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';

import { bin } from './root.mjs';

const least = 24;

/** Refuses when the `node` that will run the application is too old. */
export function requireNode() {
  const { stdout, error } = spawnSync('node', ['--version'], { encoding: 'utf8', env: withBin() });
  const version = error ? 'none that runs here' : stdout.trim();
  if (Number(/^v(\d+)\./.exec(version)?.[1] ?? 0) >= least) return;
  throw new Error(
    `The application needs Node ${least} or newer, and "node" is ${version}. ` +
      'Install it from https://nodejs.org and start again.',
  );
}

export function withBin() {
  return { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
}
