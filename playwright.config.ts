import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/testing/find-chromium.ts';

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  workers: 2,
  // A second try tells a defect from a stumble; what needed one is named as flaky at the end (decision 14).
  retries: 1,
  timeout: 30_000,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
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
      ],
    },
  },
  projects: [
    {
      name: 'phone',
      use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
    },
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
  ],
});
