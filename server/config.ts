import { resolve } from 'node:path';
import { readPayfastSettings, type PayfastSettings } from './platform/payfast/settings.ts';
import { settings, transferLinks, words, type Settings } from './config-schema.ts';

/** The settings, read once. Nothing else looks at the environment. product-rules 2.3. */
export interface Config {
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  smtpUrl: string | null;
  mailFrom: string | null;
  sessionSecret: string | null;
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
  /** Links may be written to the log, and test settings used. */
  isLoopback: boolean;
}

export class BadSettings extends Error {}

type Environment = Record<string, string | undefined>;

/** Validates everything and names all that is wrong in one message. */
export function readConfig(environment: Environment = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const issues = settings.safeParse(given).error?.issues ?? [];
  const bad = new Set(issues.map((issue) => String(issue.path[0])));
  const good = settings.parse(
    Object.fromEntries(Object.entries(given).filter(([name]) => !bad.has(name))),
  );
  const config = configOf(good);
  const payfast = readPayfastSettings(good, config);
  const contradicting = contradictions(good, config).filter(
    (problem) => ![...bad].some((name) => problem.includes(name)),
  );
  const malformed = issues.map((issue) => `${String(issue.path[0])} ${issue.message}`);
  const problems = [...malformed, ...contradicting, ...payfast.problems];
  if (payfast.settings === null || problems.length > 0) throw new BadSettings(complaint(problems));
  return { ...config, payfast: payfast.settings };
}

function configOf(given: Settings): Omit<Config, 'payfast'> {
  const port = Number(given.PORT ?? 3000);
  const publicUrl = (given.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, '');
  return {
    port,
    host: given.HOST ?? '127.0.0.1',
    publicUrl,
    dataDir: resolve(given.DATA_DIR ?? './data'),
    databaseUrl: given.DATABASE_URL ?? null,
    smtpUrl: given.SMTP_URL ?? null,
    mailFrom: given.MAIL_FROM ?? null,
    sessionSecret: given.SESSION_SECRET ?? null,
    adminEmail: (given.ADMIN_EMAIL ?? 'admin@localhost').toLowerCase(),
    adminPassword: given.ADMIN_PASSWORD ?? null,
    trustProxy: words(given.TRUST_PROXY ?? ''),
    process: given.PROCESS ?? 'all',
    rateLimits: given.RATE_LIMITS !== 'off',
    now: given.NOW === undefined ? null : new Date(given.NOW),
    logLevel: given.LOG_LEVEL ?? 'info',
    metricsFrom: words(given.METRICS_FROM ?? ''),
    transferLinks: transferLinks(given.TRANSFER_LINKS ?? '') ?? new Map(),
    isLoopback: isLoopback(new URL(publicUrl).hostname),
  };
}

function contradictions(given: Settings, config: Omit<Config, 'payfast'>): string[] {
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
  if (!config.isLoopback && given.NOW !== undefined) {
    problems.push('NOW is for tests: leave it out, or choose a PUBLIC_URL on localhost');
  }
  if (!config.isLoopback && !config.rateLimits) {
    problems.push('RATE_LIMITS=off is for load tests: choose on, or a PUBLIC_URL on localhost');
  }
  return problems;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

function complaint(problems: string[]): string {
  return ['These settings are not right:', ...problems.map((problem) => `  ${problem}`)].join('\n');
}
