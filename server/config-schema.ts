import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { password } from '#contract/auth/passwords.ts';

/** What each environment variable must look like; docs/configuration.md says what it does. product-rules 2.3. */

export type Environment = Record<string, string | undefined>;

export const words = (text: string) => text.split(/[\s,]+/).filter((word) => word !== '');

/** An address, or a range of them: `10.0.0.7`, `10.0.0.0/8`, `fd00::/8`. */
function isAddressRange(word: string): boolean {
  const [address = '', bits, ...more] = word.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return more.length === 0 && most > 0 && (bits === undefined || isBits(bits, most));
}

/** Not 0: a range of all addresses would believe everybody. */
const isBits = (text: string, most: number) =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= most;
const namedRanges = new Set(['loopback', 'linklocal', 'uniquelocal']);
const listOf = (fits: (word: string) => boolean, problem: string) =>
  z.string().check(z.refine((text) => words(text).every(fits), problem));
const pathOf = ({ pathname, search, hash, username }: URL) =>
  `${pathname}${search}${hash}${username}`;
const url = (protocols: string[], example: string) =>
  z
    .string()
    .check(
      z.refine(
        (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
        `must look like ${example}`,
      ),
    );

/** An unescaped `/`, `?` or `#` of a password would end the host's name. */
function isMailServer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash } = new URL(text);
  const isWhole = ['', '/'].includes(pathname) && hash === '' && !search.includes('@');
  return ['smtp:', 'smtps:'].includes(protocol) && hostname !== '' && isWhole;
}

export const settings = z.object({
  PORT: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535,
          'must be a port number, such as 3000',
        ),
      ),
  ),
  HOST: z.optional(z.string()),
  PUBLIC_URL: z.optional(
    url(['http:', 'https:'], 'https://members.example.org').check(
      z.refine(
        (text) => !URL.canParse(text) || /^\/+$/.test(pathOf(new URL(text))),
        'must end with the host or the port: the application is served at its root',
      ),
    ),
  ),
  DATA_DIR: z.optional(z.string()),
  TRIAL: z.optional(z.enum(['1'], 'must be 1, or left out')),
  TRIAL_PORT: z.optional(z.string()),
  DATABASE_URL: z.optional(
    url(['postgres:', 'postgresql:'], 'postgresql://user:password@host/database'),
  ),
  SMTP_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          isMailServer,
          'must look like smtp://user:password@mail.example.org:587. In the password write @ as %40, : as %3A, / as %2F and # as %23',
        ),
      ),
  ),
  // `senderIn` reads it. One that cannot be read never stops the start. product-rules 2.7.
  MAIL_FROM: z.optional(z.string()),
  SESSION_SECRET: z.optional(z.string().check(z.minLength(32, 'must be at least 32 characters'))),
  ADMIN_EMAIL: z.optional(
    z.string().check(z.regex(/^[^\s@<>]+@[^\s@<>]+$/, 'must be an email address')),
  ),
  ADMIN_PASSWORD: z.optional(password),
  TRUST_PROXY: z.optional(
    listOf(
      (word) => isAddressRange(word) || namedRanges.has(word),
      'must be addresses or ranges of proxies, such as 10.0.0.1 or 10.0.0.0/8 or loopback',
    ),
  ),
  PROCESS: z.optional(z.enum(['web', 'worker', 'all'], 'must be web, worker or all')),
  BACKUP_PASSPHRASE: z.optional(
    z.string().check(z.minLength(16, 'must be at least 16 characters')),
  ),
  BACKUP_BEFORE_MIGRATION: z.optional(z.enum(['on', 'off'], 'must be on or off')),
  RCLONE_CONFIG: z.optional(z.string()),
  RATE_LIMITS: z.optional(z.enum(['on', 'off'], 'must be on or off')),
  NOW: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => /^\d{4}-\d{2}-\d{2}(T.+)?$/.test(text) && !Number.isNaN(Date.parse(text)),
          'must be an instant, such as 2027-11-01T08:00:00Z',
        ),
      ),
  ),
  LOG_LEVEL: z.optional(
    z.enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be trace, debug, info, warn, error, fatal or silent',
    ),
  ),
  // `readPayfastSettings` says what these must look like.
  PAYFAST_MODE: z.optional(z.string()),
  PAYFAST_MERCHANT_ID: z.optional(z.string()),
  PAYFAST_MERCHANT_KEY: z.optional(z.string()),
  PAYFAST_PASSPHRASE: z.optional(z.string()),
  PAYFAST_VALIDATE_URL: z.optional(z.string()),
  PAYFAST_API_URL: z.optional(z.string()),
  PAYFAST_SOURCES: z.optional(z.string()),
  PAYFAST_SOURCE_CHECK: z.optional(z.string()),
  TRANSFER_LINKS: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => transferLinks(text) !== null,
          'must look like World Remit=https://…,Wise=https://…',
        ),
      ),
  ),
  METRICS_FROM: z.optional(
    listOf(isAddressRange, 'must be addresses or ranges, such as 10.0.0.7 or 10.0.0.0/8'),
  ),
});

export interface Sender {
  /** `null`: the organisation's. */
  name: string | null;
  address: string;
}

/** `office@example.org` or `The Office <office@example.org>`; `null` when it is neither. */
export function senderIn(text: string): Sender | null {
  const {
    name = '',
    bracketed,
    bare,
  } = /^(?:"?(?<name>[^"<>\p{Cc}]*)"? *<(?<bracketed>[^<>]*)>|(?<bare>.*))$/u.exec(text.trim())
    ?.groups ?? {};
  const address = (bracketed ?? bare ?? '').trim();
  if (!/^[^\s@<>"(),:;]+@[^\s@<>"(),:;]+$/.test(address)) return null;
  return { name: name.trim() || null, address };
}

/** Where each transfer site is, by the donation type's name; `null` when it can't be read. */
export function transferLinks(text: string): Map<string, string> | null {
  const links = new Map<string, string>();
  for (const part of text.split(',').filter((word) => word.trim() !== '')) {
    const [name = '', ...rest] = part.split('=');
    const link = rest.join('=').trim();
    const isKnown = ['World Remit', 'Wise'].includes(name.trim());
    if (!isKnown || !URL.canParse(link) || new URL(link).protocol !== 'https:') return null;
    links.set(name.trim(), link);
  }
  return links;
}

export type Settings = z.output<typeof settings>;
