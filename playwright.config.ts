import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/testing/find-chromium.ts';

// `npm test` runs each test at the width of its folder, and at both if it is about the layout. A full
// run has each at both, except those about what only one width shows.
const full = process.env['TEST_FULL'] !== undefined;
const testsOf = (width: string) =>
  full ? /^(?!.*component\/)/ : new RegExp(`${width}/|^(?!.*component/).*@both`);
const without = (...tags: string[]) => tags.map((tag) => new RegExp(tag));
const always = full ? [] : ['@full'];

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  // One more than the cores of the smallest machine: many tests wait for mail or a timer.
  workers: 3,
  // A second try tells a defect from a stumble; what needed one is named as flaky at the end (decision 14).
  retries: 1,
  timeout: 30_000,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['./scripts/testing/browser-reporter.ts']],
  use: {
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      // Headless as root in a container, and quiet: it asks nobody outside for anything.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Drawing needs no process of its own.
        '--in-process-gpu',
      ],
    },
  },
  projects: [
    // The built pages with faked replies. A test sets the width if it matters.
    {
      name: 'component',
      grep: /component\//,
      grepInvert: without(...always),
      use: { viewport: { width: 1280, height: 800 } },
    },
    // The tests of this width first: they have the longest ones with servers of their own.
    {
      name: 'desktop',
      grep: testsOf('desktop'),
      grepInvert: without('@phone-only', ...always),
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      grep: testsOf('phone'),
      grepInvert: without('@desktop-only', ...always),
      use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
    },
  ],
});
