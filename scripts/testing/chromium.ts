import { spawnSync } from 'node:child_process';
import { findChromium } from './find-chromium.ts';
import type { Prepared } from './run-steps.ts';

/** Finds the browser for the stories, and installs Debian's where that needs no question. */
export async function bringChromium(): Promise<Prepared> {
  const path = findChromium() ?? installChromium();
  console.log(`Browser: ${path}`);
  return { env: { CHROMIUM_PATH: path } };
}

function installChromium(): string {
  const named = process.env.CHROMIUM_PATH;
  if (named) throw new Error(`CHROMIUM_PATH is ${named}, and there is no such file.`);
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !apt('--version')) throw new Error(howToInstall);
  console.log("No Chromium here: installing Debian's package with apt-get.");
  apt('update');
  // The shell is enough, and quicker; older releases have only the whole browser.
  if (!apt('install', '-y', 'chromium-headless-shell')) apt('install', '-y', 'chromium');
  const path = findChromium();
  if (!path) throw new Error(howToInstall);
  return path;
}

function apt(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', ['-q', ...args], { env, stdio: 'ignore' }).status === 0;
}

const howToInstall = `The browser stories need Chromium or Chrome, and none was found. Do one of:
  - Debian, Ubuntu:  sudo apt-get install chromium
  - anywhere:        npx playwright install chromium
  - have one:        CHROMIUM_PATH=/path/to/chromium npm test
  - do without:      npm run check`;
