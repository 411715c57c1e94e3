import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

// The shell draws the same page and has no browser around it: the stories take a good third less.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const macApplication = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** CHROMIUM_PATH, else the system's Chromium or Chrome, else the one Playwright downloaded. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : undefined;
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  const installed = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...installed, macApplication, chromium.executablePath()].find((path) => existsSync(path));
}
