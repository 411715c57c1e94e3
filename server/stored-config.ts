import { BadSettings, readConfig, type Config } from './config.ts';

/** The settings that administrators can enter on a page, under their names in the environment. */
export const storedNames = {
  mail: ['SMTP_URL', 'MAIL_FROM'],
  payfast: ['PAYFAST_MODE', 'PAYFAST_MERCHANT_ID', 'PAYFAST_MERCHANT_KEY', 'PAYFAST_PASSPHRASE'],
} as const;

export type StoredKind = keyof typeof storedNames;
export const storedKinds = Object.keys(storedNames) as StoredKind[];
export type StoredValues = Partial<Record<string, string>>;

/**
 * Names of the kind that the environment has. Then the page changes nothing of it: parts of two accounts would not fit
 * together. `PAYFAST_MODE=page` leaves the choice to the page, also where the application would not start without one.
 */
export function namesOnServer(config: Config, kind: StoredKind): string[] {
  const { environment } = config;
  // Neither may reach anybody.
  if (config.isTrial) return ['TRIAL'];
  if (config.isDemo) return ['npm run demo'];
  return storedNames[kind].filter((name) => {
    const value = environment[name] ?? '';
    return value !== '' && !(name === 'PAYFAST_MODE' && value === 'page');
  });
}

/** The part of the settings that can change while the application runs. */
export type Changeable = Pick<Config, 'smtpUrl' | 'mailFrom' | 'isMailFromIgnored' | 'payfast'>;

/** The settings with these in place of those of the environment. Throws `BadSettings`, as a start with them would. */
export function withStored({ environment, isDemo }: Config, stored: StoredValues): Changeable {
  const { smtpUrl, mailFrom, isMailFromIgnored, payfast } = readConfig(
    { ...environment, ...stored },
    { isDemo },
  );
  return { smtpUrl, mailFrom, isMailFromIgnored, payfast };
}

/** Why the application would not start with these, or `null`. */
export function problemOf(config: Config, stored: StoredValues): string | null {
  try {
    withStored(config, stored);
    return null;
  } catch (error) {
    if (error instanceof BadSettings) return error.problems.join('. ');
    throw error;
  }
}
