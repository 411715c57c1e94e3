import { demoPassword } from '#contract/company-info/public-settings.ts';
import { BadSettings, isLoopback, readConfig, type Config } from '#server/config.ts';

/** `npm run demo -- --database` */
const withDatabase = '--database';

/** The settings of the demo. `DATABASE_URL`, which may be a real organisation’s, is used on request only. */
export function readDemoConfig(
  environment: Record<string, string | undefined>,
  options: readonly string[],
): Config {
  const config = readConfig(
    {
      ...environment,
      DATA_DIR: environment['DATA_DIR'] || './data-demo',
      DATABASE_URL: options.includes(withDatabase) ? environment['DATABASE_URL'] : '',
      ADMIN_EMAIL: environment['ADMIN_EMAIL'] || 'admin@example.org',
      ADMIN_PASSWORD: environment['ADMIN_PASSWORD'] || demoPassword,
      // The addresses of the invented people could belong to somebody.
      SMTP_URL: '',
    },
    { isDemo: true },
  );
  if (isReachable(config) && config.adminPassword === demoPassword) {
    throw new BadSettings(
      'Others can reach this demo, and its password is published. Set ADMIN_PASSWORD to one of your own, or leave out PUBLIC_URL and HOST.',
    );
  }
  return config;
}

/** Whether others than the user of this machine can sign in. */
export function isReachable(config: Config): boolean {
  return !config.isLoopback || !isLoopback(config.host);
}
