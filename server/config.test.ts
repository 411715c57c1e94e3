import { settingsDigest } from '#server/platform/http/observability/installation.ts';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import test from 'node:test';
import { BadSettings, readBackupConfig, readConfig } from './config.ts';
import { settings } from './config-schema.ts';

function complaintsAbout(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    assert.ok(error instanceof BadSettings);
    const [first, ...lines] = error.message.split('\n');
    assert.equal(first, 'These settings are not right:');
    return lines.map((line) => line.trim());
  }
}

test('without any setting the application runs on this machine only', () => {
  const { payfast, environment, ...config } = readConfig({});
  assert.deepEqual(environment, {});
  assert.equal(payfast.mode, 'simulator');
  assert.deepEqual(config, {
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    dataDir: resolve('data'),
    databaseUrl: null,
    smtpUrl: null,
    mailFrom: null,
    isMailFromIgnored: false,
    sessionSecret: null,
    backupPassphrase: null,
    rcloneConfig: '/etc/membership/rclone.conf',
    backupBeforeMigration: true,
    adminEmail: 'admin@localhost',
    adminPassword: null,
    trustProxy: [],
    process: 'all',
    rateLimits: true,
    now: null,
    logLevel: 'info',
    metricsFrom: [],
    transferLinks: new Map(),
    isLoopback: true,
    isDemo: false,
    isTrial: false,
    warnings: [],
  });
  const empty = { PORT: '', DATABASE_URL: '', NOW: '' };
  assert.deepEqual({ ...readConfig(empty), environment: {} }, readConfig({}));
  assert.equal(readConfig({ PORT: '8080' }).publicUrl, 'http://localhost:8080');
});

/** Elsewhere than on this machine the simulator does not start. */
const PAYFAST_MODE = 'sandbox';

const withPassword = (password: string) => `smtp://user:${password}@host`;

const wrong: Record<string, string[]> = {
  BACKUP_PASSPHRASE: ['too short'],
  BACKUP_BEFORE_MIGRATION: ['no', 'ON'],
  PORT: ['x', '-1', '65536', '3000 ', '1e3', '3.5'],
  PUBLIC_URL: [
    'x',
    'members.example.org',
    'ftp://x.org',
    'https://x.org/app',
    'https://x.org/?a=1',
  ],
  DATABASE_URL: ['x', 'mysql://localhost/x', 'localhost:5432'],
  SMTP_URL: [
    'x',
    'http://localhost',
    'mail.example.org:587',
    'smtp://',
    withPassword('123#ss'),
    withPassword('p@ss:w/rd'),
    withPassword('1?2'),
  ],
  SESSION_SECRET: ['short', 'x'.repeat(31)],
  ADMIN_EMAIL: ['x', 'a b@c'],
  ADMIN_PASSWORD: ['short', 'nodigitsHere', 'nocapital1', `A1${'a'.repeat(127)}`],
  TRUST_PROXY: [
    'yes',
    '10.0.0.256',
    '10.0.0.0/33',
    '10.0.0.1 x',
    '1',
    '*',
    '::1/129',
    '0.0.0.0/0',
    '::/0',
  ],
  PROCESS: ['both', 'WEB'],
  RATE_LIMITS: ['no', 'false', '0'],
  NOW: ['now', '2027-13-01', '5', '2027', '1 November 2027'],
  LOG_LEVEL: ['loud', 'INFO'],
  METRICS_FROM: ['everyone', 'loopback', '10.0.0.1/', '10.0.0.1/8/9'],
};

for (const [name, values] of Object.entries(wrong)) {
  test(`${name} is checked, and its value is not repeated`, () => {
    for (const value of values) {
      const complaints = complaintsAbout({ [name]: value });
      assert.equal(complaints.length > 0, true, `${name}=${value} is accepted`);
      assert.ok(
        complaints.every((complaint) => complaint.startsWith(`${name} `)),
        complaints.join('\n'),
      );
    }
  });
}

test('MAIL_FROM may have a name, and a senseless one is ignored', () => {
  const read = (MAIL_FROM: string) => {
    const { mailFrom, isMailFromIgnored } = readConfig({ MAIL_FROM });
    return isMailFromIgnored ? 'ignored' : mailFrom;
  };
  const address = 'office@example.org';
  assert.deepEqual(read(address), { name: null, address });
  assert.deepEqual(read(` <${address}> `), { name: null, address });
  for (const name of ['The Office', 'Vrienden, van é']) {
    assert.deepEqual(read(`${name} <${address}>`), { name, address });
    assert.deepEqual(read(`"${name}" <${address}>`), { name, address });
  }
  assert.equal(readConfig({ MAIL_FROM: '' }).isMailFromIgnored, false);
  for (const senseless of [
    'x',
    'a@b@c',
    'a@b\n.c',
    'Name\nBcc: x <a@b.c>',
    'Name <a@b.c',
    'a@b.c, d@e.f',
    '<a@b.c> <d@e.f>',
    'Name <>',
  ]) {
    assert.equal(read(senseless), 'ignored', senseless);
  }
});

test('a variable that differs from a setting by a letter or two is named, and others are not', () => {
  const { warnings } = readConfig({
    SMTP_URI: 'smtp://localhost',
    PUBLIC_ULR: 'https://members.example.org',
    BACKUP_PASSPHRASSE: 'x',
    HOME: '/root',
    HOSTNAME: 'here',
    DATABASE_PASSWORD: 'x',
    PATH: '/bin',
    BACKUP_PASSWORD: 'x',
  });
  assert.deepEqual(warnings, [
    'SMTP_URI is no setting and is ignored. Did you mean SMTP_URL?',
    'PUBLIC_ULR is no setting and is ignored. Did you mean PUBLIC_URL?',
    'BACKUP_PASSPHRASSE is no setting and is ignored. Did you mean BACKUP_PASSPHRASE?',
    'BACKUP_PASSWORD is no setting and is ignored.',
  ]);
});

test('the digest of the settings is the same in two processes, without card payments too', () => {
  for (const PAYFAST_MODE of ['off', 'simulator']) {
    const [one, other] = [1, 2].map(() =>
      settingsDigest(Buffer.from('secret'), readConfig({ PAYFAST_MODE })),
    );
    assert.equal(one, other, PAYFAST_MODE);
  }
  const off = readConfig({ PAYFAST_MODE: 'off' });
  const other = readConfig({ PAYFAST_MODE: 'off', PORT: '3001' });
  const secret = Buffer.from('secret');
  assert.notEqual(settingsDigest(secret, off), settingsDigest(secret, other));
});

test('one message lists all invalid settings, including contradictions', () => {
  const everything = Object.fromEntries(
    Object.entries(wrong).map(([name, [value = '']]) => [name, value]),
  );
  const named = complaintsAbout(everything).map((complaint) => complaint.split(' ')[0]);
  assert.deepEqual(new Set(named), new Set(Object.keys(wrong)));
  assert.deepEqual(
    complaintsAbout({
      PORT: 'x',
      PROCESS: 'web',
      NOW: '2027-01-01',
      PUBLIC_URL: 'https://x.org',
      PAYFAST_MODE,
    }),
    [
      'PORT must be a port number, such as 3000',
      'PROCESS=web needs DATABASE_URL: the embedded database serves one process',
      'NOW is for tests: leave it out, or choose a PUBLIC_URL on localhost',
    ],
  );
});

test('contradictory settings are refused, and the error says what to choose', () => {
  const DATABASE_URL = 'postgresql://localhost/membership';
  const SESSION_SECRET = 'x'.repeat(32);
  const refused: [Record<string, string>, RegExp][] = [
    [{ PROCESS: 'web' }, /^PROCESS=web needs DATABASE_URL/],
    [{ PROCESS: 'worker' }, /^PROCESS=worker needs DATABASE_URL/],
    [{ DATABASE_URL }, /^SESSION_SECRET is needed with DATABASE_URL/],
    [{ NOW: '2027-01-01T00:00:00Z', PUBLIC_URL: 'https://x.org' }, /^NOW is for tests/],
    [{ RATE_LIMITS: 'off', PUBLIC_URL: 'http://10.0.0.1' }, /^RATE_LIMITS=off is for load tests/],
  ];
  for (const [environment, sentence] of refused) {
    const complaints = complaintsAbout({ PAYFAST_MODE, ...environment });
    assert.equal(complaints.length, 1);
    assert.match(complaints[0] ?? '', sentence);
  }
  for (const process of ['web', 'worker', 'all']) {
    assert.deepEqual(complaintsAbout({ DATABASE_URL, SESSION_SECRET, PROCESS: process }), []);
  }
});

test('a certificate of DATABASE_URL that is a folder or missing is named, also for a backup', () => {
  const SESSION_SECRET = 'x'.repeat(32);
  for (const [path, sentence] of [
    ['/tmp', 'DATABASE_URL has sslrootcert=/tmp, which is a folder. Name the file'],
    [
      '/nowhere',
      "DATABASE_URL has sslrootcert=/nowhere, which cannot be read (ENOENT: no such file or directory, open '/nowhere')",
    ],
  ] as const) {
    const DATABASE_URL = `postgresql://localhost/membership?sslrootcert=${path}`;
    assert.deepEqual(complaintsAbout({ DATABASE_URL, SESSION_SECRET }), [sentence]);
    assert.throws(() => readBackupConfig({ DATABASE_URL }), BadSettings);
  }
});

test('a setting behind a byte-order mark is not left out silently', () => {
  const environment = { '\uFEFFDATA_DIR': '/srv/membership/data' };
  assert.deepEqual(complaintsAbout(environment), [
    'DATA_DIR is not read, because the settings file begins with a byte-order mark. Save the file as UTF-8 without one',
  ]);
  assert.throws(() => readBackupConfig(environment), BadSettings);
});

test('test settings need a PUBLIC_URL and a HOST on this machine, and the error names what is missing', () => {
  const NOW = '2027-01-01T00:00:00Z';
  const test = { NOW, RATE_LIMITS: 'off' };
  for (const HOST of ['127.0.0.1', '127.0.0.2', 'localhost', '::1']) {
    assert.deepEqual(complaintsAbout({ ...test, HOST }), []);
  }
  for (const HOST of ['0.0.0.0', '::', '10.0.0.7', 'localhost.example.org']) {
    const complaints = complaintsAbout({ ...test, HOST });
    assert.deepEqual(
      complaints.map((complaint) => /^\S+/.exec(complaint)?.[0]),
      ['NOW', 'RATE_LIMITS=off', 'PAYFAST_MODE=simulator'],
    );
    for (const complaint of complaints)
      assert.match(complaint, /, or(?: choose)? HOST=127\.0\.0\.1$/);
    assert.deepEqual(complaintsAbout({ HOST, PAYFAST_MODE }), []);
  }
  const [both] = complaintsAbout({ NOW, HOST: '::', PUBLIC_URL: 'https://x.org', PAYFAST_MODE });
  assert.match(both ?? '', /or choose a PUBLIC_URL on localhost and HOST=127\.0\.0\.1$/);
});

test('the demo may use test settings at any address', () => {
  const environment = {
    PUBLIC_URL: 'https://demo.example.org',
    HOST: '0.0.0.0',
    NOW: '2027-01-01T00:00:00Z',
    RATE_LIMITS: 'off',
  };
  assert.equal(complaintsAbout(environment).length, 3);
  const { isDemo, payfast } = readConfig(environment, { isDemo: true });
  assert.deepEqual([isDemo, payfast.mode], [true, 'simulator']);
});

test('only a loopback address counts as local, not a name that begins like one', () => {
  const isLoopback = (PUBLIC_URL: string) => readConfig({ PUBLIC_URL, PAYFAST_MODE }).isLoopback;
  for (const url of [
    'http://localhost',
    'http://127.0.0.1:3000',
    'http://[::1]',
    'http://127.9.9.9',
  ]) {
    assert.equal(isLoopback(url), true, url);
  }
  for (const url of ['http://localhost.example.org', 'http://127.0.0.1.nip.io', 'http://0.0.0.0']) {
    assert.equal(isLoopback(url), false, url);
  }
});

test('lists can have commas and spaces, and the trailing slash of a URL is removed', () => {
  const config = readConfig({
    TRUST_PROXY: '10.0.0.1, 10.1.0.0/16 loopback',
    METRICS_FROM: 'fd00::/8',
    PUBLIC_URL: 'https://members.example.org/',
    PAYFAST_MODE,
  });
  assert.deepEqual(config.trustProxy, ['10.0.0.1', '10.1.0.0/16', 'loopback']);
  assert.deepEqual(config.metricsFrom, ['fd00::/8']);
  assert.equal(config.publicUrl, 'https://members.example.org');
});

test('a backup needs few settings, whatever the others are', () => {
  const DATABASE_URL = 'postgresql://db.example.org/membership';
  assert.deepEqual(readBackupConfig({ DATABASE_URL, PORT: 'x', PAYFAST_MODE: 'x' }), {
    dataDir: resolve('data'),
    databaseUrl: DATABASE_URL,
    publicUrl: 'http://localhost:x',
    sessionSecret: null,
    backupPassphrase: null,
    isTrial: false,
    warnings: [],
  });
  assert.throws(() => readBackupConfig({ BACKUP_PASSPHRASE: 'short' }), BadSettings);
});

test('docs/configuration.md has a row for every setting, and for no other', async () => {
  const text = await readFile(new URL('../docs/configuration.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `([A-Z_]+)` +\| (.+?) +\| (.+?) +\|$/gm)];
  assert.deepEqual(new Set(rows.map(([, name]) => name)), new Set(Object.keys(settings.def.shape)));
});

test('a trial has the settings of an installation, and reaches neither its database nor anybody else', () => {
  const installation = {
    PUBLIC_URL: 'https://members.example.org',
    DATABASE_URL: 'postgresql://user@host/membership',
    SMTP_URL: 'smtp://mail.example.org',
    SESSION_SECRET: 'of the tests, and longer than 32 characters',
    BACKUP_PASSPHRASE: 'a text of 16 characters',
    TRUST_PROXY: '127.0.0.1',
    PAYFAST_MODE: 'live',
    PAYFAST_MERCHANT_ID: '10000100',
    PAYFAST_MERCHANT_KEY: '46f0cd694581a',
    PAYFAST_PASSPHRASE: 'a-passphrase',
    HOST: '0.0.0.0',
    PORT: '3000',
    PROCESS: 'worker',
  };
  const trial = readConfig({ ...installation, TRIAL: '1' });
  assert.deepEqual(
    [trial.databaseUrl, trial.smtpUrl, trial.payfast.mode, trial.process, trial.isTrial],
    [null, null, 'off', 'all', true],
  );
  assert.deepEqual(
    [trial.publicUrl, trial.host, trial.port, trial.backupPassphrase],
    ['http://localhost:3001', '127.0.0.1', 3001, 'a text of 16 characters'],
  );
  assert.equal(readBackupConfig({ ...installation, TRIAL: '1' }).databaseUrl, null);
  assert.equal(readBackupConfig(installation).databaseUrl, installation.DATABASE_URL);
  assert.throws(
    () => readConfig({ ...installation, TRIAL: 'yes' }),
    /TRIAL must be 1, or left out/,
  );
});
