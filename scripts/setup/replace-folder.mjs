import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { root } from './root.mjs';

const dist = join(root, 'dist');

/** A folder to work in, on the disk of what it will replace; those of dead starts are removed. */
export function workFolder(purpose) {
  mkdirSync(dist, { recursive: true });
  for (const name of readdirSync(dist)) {
    const [, pid] = /^\.work-(\d+)-/.exec(name) ?? [];
    if (pid && !isAlive(Number(pid))) rmSync(join(dist, name), { recursive: true, force: true });
  }
  return mkdtempSync(join(dist, `.work-${process.pid}-${purpose}-`));
}

/** Exchanges whole folders: no start ever sees half of one, whoever is interrupted. */
export function replaceFolder(fresh, target) {
  const old = join(dirname(fresh), 'old');
  try {
    renameSync(target, old);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  try {
    renameSync(fresh, target);
  } catch (error) {
    // Another start put the same there a moment ago.
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
