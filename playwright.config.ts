import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/testing/find-chromium.ts';

/** What an administrator does, on a desktop; everything else is done on a phone. */
const administration = [
  'audit',
  'bulk-email-form',
  'bulk-email-preview',
  'bulk-email-run',
  'bulk-email-trouble',
  'card-notifications',
  'company-info',
  'company-settings',
  'donations',
  'invoice-add',
  'invoice-form',
  'invoice-void',
  'invoices',
  'list-tools',
  'lists',
  'mail-lists',
  'member-form',
  'member-relatives',
  'member-status',
  'member-statuses',
  'member-trouble',
  'member-types',
  'members',
  'renewals',
  'small-laptop',
  'summary',
  'user-pictures',
  'users',
];
const administrationFile = `\\b(?:${administration.join('|')})\\.\\w+\\.ts\\b`;

// `npm test` runs each test at one width, and at both if it is about the layout.
const full = process.env['TEST_FULL'] !== undefined;
const onDesktop = full ? /./ : new RegExp(`${administrationFile}|@both`);
const onPhone = full ? /./ : new RegExp(`^(?!.*${administrationFile})|@both`);

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  // One more than the cores of the smallest machine: many tests wait for mail or a timer.
  workers: 3,
  // A second try tells a defect from a stumble; what needed one is named as flaky at the end (decision 14).
  retries: 1,
  timeout: 30_000,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  grepInvert: full ? [] : /@full/,
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
      grep: onPhone,
      use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
    },
    { name: 'desktop', grep: onDesktop, use: { viewport: { width: 1280, height: 800 } } },
  ],
});
