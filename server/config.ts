import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { warningsOf } from './config-warnings.ts';
import { readAmbiguousLines } from './settings-file.ts';
import { readPayfastSettings, type PayfastSettings } from './platform/payfast/settings.ts';
import {
  senderIn,
  settings,
  transferLinks,
  words,
  type Environment,
  type Sender,
  type Settings,
} from './config-schema.ts';

/** The settings, read once. Nothing else looks at the environment. product-rules 2.3. */
export interface Config {
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  smtpUrl: string | null;
  mailFrom: Sender | null;
  /** `MAIL_FROM` is set, and no sender can be read from it. */
  isMailFromIgnored: boolean;
  sessionSecret: string | null;
  /** Backups are encrypted with it; `null`: they are not. */
  backupPassphrase: string | null;
  /** Where root defines the remotes that backups can be copied to. */
  rcloneConfig: string;
  backupBeforeMigration: boolean;
  adminEmail: string;
  adminPassword: string | null;
  trustProxy: string[];
  process: 'web' | 'worker' | 'all';
  rateLimits: boolean;
  now: Date | null;
  logLevel: string;
  metricsFrom: string[];
  payfast: PayfastSettings;
  /** By the donation type's name. */
  transferLinks: ReadonlyMap<string, string>;
  /** `PUBLIC_URL` is on this machine: links may be written to the log. */
  isLoopback: boolean;
  /** Settings that are ignored, or read in another way than they look. Sentences for the log and for doctor. */
  warnings: string[];
  /** The data is made up (`npm run demo`), so test settings are harmless at any address. */
  isDemo: boolean;
  /** A restored copy for trying out: it makes no backups. `ofTrial` replaces its other settings. */
  isTrial: boolean;
  /** What it was read from. `withStored` reads it again. */
  environment: Environment;
}

export class BadSettings extends Error {
  /** One sentence each. */
  readonly problems: string[];

  constructor(message: string, problems: string[] = [message]) {
    super(message);
    this.problems = problems;
  }
}

/** With `TRIAL=1` a copy of an installation, with its settings, reaches neither its database nor anybody else. */
function ofTrial(environment: Environment): Environment {
  if (!environment['TRIAL']) return environment;
  const PORT = environment['TRIAL_PORT'] || '3001';
  const off = { DATABASE_URL: '', SMTP_URL: '', PUBLIC_URL: '', TRUST_PROXY: '', METRICS_FROM: '' };
  return { ...environment, ...off, PAYFAST_MODE: 'off', PROCESS: 'all', HOST: '127.0.0.1', PORT };
}

/** Validates everything and names all that is wrong in one message. */
export function readConfig(
  given: Environment = process.env,
  { isDemo = false }: Partial<Pick<Config, 'isDemo'>> = {},
): Config {
  const environment = ofTrial(given);
  const values = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== ''),
  );
  const issues = settings.safeParse(values).error?.issues ?? [];
  const bad = new Set(issues.map((issue) => String(issue.path[0])));
  const good = settings.parse(
    Object.fromEntries(Object.entries(values).filter(([name]) => !bad.has(name))),
  );
  const config = { ...configOf(good), isDemo, environment, warnings: warningsOf(environment) };
  const payfast = readPayfastSettings(good, { ...config, testsNeed: testsNeed(config) });
  const contradicting = contradictions(good, config).filter(
    (problem) => ![...bad].some((name) => problem.includes(name)),
  );
  const malformed = issues.map((issue) => `${String(issue.path[0])} ${issue.message}`);
  const unread = unreadSettings(environment);
  const problems = [...unread, ...malformed, ...contradicting, ...payfast.problems];
  if (payfast.settings === null || problems.length > 0) {
    throw new BadSettings(complaint(problems), problems);
  }
  return { ...config, payfast: payfast.settings };
}

/** What a backup and a restore need. They work although other settings are missing or wrong. */
export function readBackupConfig(given: Environment = process.env) {
  const environment = ofTrial(given);
  const { DATA_DIR, DATABASE_URL, SESSION_SECRET, BACKUP_PASSPHRASE, PUBLIC_URL, PORT } =
    environment;
  const { dataDir, databaseUrl, sessionSecret, backupPassphrase, isTrial } = readConfig({
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => isMarked(name))),
    DATA_DIR,
    DATABASE_URL,
    TRIAL: environment['TRIAL'],
    // A restore works without it. The application needs it at its next start.
    SESSION_SECRET: SESSION_SECRET || 'x'.repeat(32),
    BACKUP_PASSPHRASE,
  });
  return {
    dataDir,
    databaseUrl,
    sessionSecret: SESSION_SECRET ? sessionSecret : null,
    backupPassphrase,
    isTrial,
    /** For links. It is not checked. */
    publicUrl: PUBLIC_URL?.replace(/\/+$/, '') || `http://localhost:${PORT || 3000}`,
    warnings: readAmbiguousLines(environment['MEMBERSHIP_SETTINGS']),
  };
}

/** Node reads a byte-order mark as a part of the first name. */
const isMarked = (name: string) => name.startsWith('\uFEFF');

/** Without it, the application could start with another database. */
function unreadSettings(environment: Environment): string[] {
  const marked = Object.keys(environment).filter(isMarked);
  return marked.map(
    (name) =>
      `${name.slice(1)} is not read, because the settings file begins with a byte-order mark. Save the file as UTF-8 without one`,
  );
}

/** The files that the database's address names. */
function badCertificates(databaseUrl: string | null): string[] {
  const query = new URL(databaseUrl ?? 'postgresql:').searchParams;
  return ['sslrootcert', 'sslcert', 'sslkey'].flatMap((name) => {
    const path = query.get(name);
    if (!path) return [];
    try {
      readFileSync(path);
      return [];
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const problem =
        code === 'EISDIR' ? 'is a folder. Name the file' : `cannot be read (${message})`;
      return `DATABASE_URL has ${name}=${path}, which ${problem}`;
    }
  });
}

const remotesFile = (path = '/etc/membership/rclone.conf') => resolve(path);

function configOf(
  values: Settings,
): Omit<Config, 'payfast' | 'isDemo' | 'warnings' | 'environment'> {
  const port = Number(values.PORT ?? 3000);
  const mailFrom = senderIn(values.MAIL_FROM ?? '');
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, '');
  return {
    port,
    host: values.HOST ?? '127.0.0.1',
    publicUrl,
    dataDir: resolve(values.DATA_DIR ?? './data'),
    databaseUrl: values.DATABASE_URL ?? null,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom,
    isMailFromIgnored: values.MAIL_FROM !== undefined && mailFrom === null,
    sessionSecret: values.SESSION_SECRET ?? null,
    backupPassphrase: values.BACKUP_PASSPHRASE ?? null,
    rcloneConfig: remotesFile(values.RCLONE_CONFIG),
    backupBeforeMigration: values.BACKUP_BEFORE_MIGRATION !== 'off',
    adminEmail: (values.ADMIN_EMAIL ?? 'admin@localhost').toLowerCase(),
    adminPassword: values.ADMIN_PASSWORD ?? null,
    trustProxy: words(values.TRUST_PROXY ?? ''),
    process: values.PROCESS ?? 'all',
    rateLimits: values.RATE_LIMITS !== 'off',
    now: values.NOW === undefined ? null : new Date(values.NOW),
    logLevel: values.LOG_LEVEL ?? 'info',
    metricsFrom: words(values.METRICS_FROM ?? ''),
    transferLinks: transferLinks(values.TRANSFER_LINKS ?? '') ?? new Map(),
    isLoopback: isLoopback(new URL(publicUrl).hostname),
    isTrial: values.TRIAL !== undefined,
  };
}

function contradictions(values: Settings, config: Omit<Config, 'payfast'>): string[] {
  const problems: string[] = [];
  if (config.databaseUrl === null && config.process !== 'all') {
    problems.push(
      `PROCESS=${config.process} needs DATABASE_URL: the embedded database serves one process`,
    );
  }
  if (config.databaseUrl !== null && config.sessionSecret === null) {
    problems.push(
      'SESSION_SECRET is needed with DATABASE_URL, so that all processes accept the same sign-ins',
    );
  }
  problems.push(...badCertificates(config.databaseUrl));
  const need = testsNeed(config);
  if (need !== null && values.NOW !== undefined) {
    problems.push(`NOW is for tests: leave it out, or choose ${need}`);
  }
  if (need !== null && !config.rateLimits) {
    problems.push(`RATE_LIMITS=off is for load tests: choose on, or ${need}`);
  }
  return problems;
}

/**
 * What to choose so that only this machine reaches the application; `null` if nothing. Test settings
 * need that, except in the demo, whose data is made up. product-rules 2.4.
 */
function testsNeed(config: Pick<Config, 'isLoopback' | 'host' | 'isDemo'>): string | null {
  const needs = [
    ...(config.isLoopback ? [] : ['a PUBLIC_URL on localhost']),
    ...(isLoopback(config.host) ? [] : ['HOST=127.0.0.1']),
  ];
  return config.isDemo || needs.length === 0 ? null : needs.join(' and ');
}

/** The host of an address, or one to listen on. */
export function isLoopback(host: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(host) || /^127(\.\d{1,3}){3}$/.test(host);
}

function complaint(problems: string[]): string {
  return ['These settings are not right:', ...problems.map((problem) => `  ${problem}`)].join('\n');
}
