import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { assertEmpty } from './assert-none.ts';

/** What looks like a secret and is none. An entry that no file needs fails the test. */
const harmless: Record<string, string> = {
  '46f0cd694581a': 'the merchant key of the sandbox account that Payfast publishes',
  jt7NOE43FZPn: 'the passphrase of that account',
  q1cd2rdny4a53: 'a merchant key that the provider’s examples show',
  'Secret-phrase_1/2': 'a passphrase of tests',
  'Never-to-be-seen_42': 'a passphrase of tests',
  '5a538bc0-ce28-47d4-98bd-9ee7bc11ad56': 'a token in the provider’s example of a notification',
  '5f6e1c1e-0d5c-4f0c-9a51-2f6d3e8b1c70': 'a token to unsubscribe, of tests',
};

const forms: [what: string, form: RegExp][] = [
  ['a private key', /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----/g],
  ['a session token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g],
  [
    'a token of a service',
    /\b(?:AKIA[0-9A-Z]{16}|gh[pousr]_\w{20,}|npm_\w{30,}|xox[abp]-[\w-]{10,}|[sr]k_live_\w+|AIza[\w-]{30,})/g,
  ],
  ['an age identity', /\bAGE-SECRET-KEY-1[0-9A-Z]{20,}/g],
  // A name, and a word with letters and digits in quotes or after a `=`.
  [
    'a password, passphrase or key',
    /(?:passw(?:or)?d|passphrase|secret|token|(?:api|merchant|private)[_-]?key)["'`]?\s*(?::|=)\s*["'`]?(?=[\w+/-]*\d)(?=[\w+/-]*[a-z])([\w+/-]{12,})/gi,
  ],
  // Of an address: user, password, host. Words are examples.
  ['a password in an address', /\b[a-z+]+:\/\/[\w%.-]+:(?=[^@\s]*\d)([^@\s/'"`${}]{6,})@/g],
];

interface Match {
  what: string;
  value: string;
}

function secretsIn(text: string): Match[] {
  return forms.flatMap(([what, form]) =>
    [...text.matchAll(form)].map(([whole, value = whole]) => ({ what, value })),
  );
}

const { status, stdout } = spawnSync('git', ['ls-files', '-z'], { encoding: 'utf8' });
const skip = status === 0 ? false : 'the files are not in a git repository';
const files = stdout.split('\0').filter((file) => file !== '' && !/\.(png|ttf)$/.test(file));

test('no file of the repository holds a key, token or password', { skip }, () => {
  const used = new Set<string>();
  const problems = files.flatMap((file) =>
    secretsIn(readFileSync(file, 'utf8'))
      .filter(({ value }) => {
        if (value in harmless) used.add(value);
        return !(value in harmless);
      })
      // The value is not repeated: the log of a test run is read by many.
      .map(({ what, value }) => `${file} holds ${what}: ${value.slice(0, 3)}…`),
  );
  assertEmpty(problems);
  assert.deepEqual([...used].toSorted(), Object.keys(harmless).toSorted());
  assert.ok(files.length > 1000);
});

test('each kind of secret is detected', () => {
  const digits = '0123456789';
  const key = ['PRIVATE', 'KEY-----'].join(' ');
  const samples = [
    `-----BEGIN ${key}`,
    `-----BEGIN OPENSSH ${key}`,
    `eyJ${digits}.eyJ${digits}.${digits}`,
    `AKIA${digits}ABCDEF`,
    `ghp_${digits}${digits}`,
    `npm_${digits.repeat(3)}`,
    `sk_live_${digits}`,
    `AGE-SECRET-KEY-1${digits}${digits}`,
    `SESSION_SECRET=ab${digits}`,
    `"passphrase": "ab${digits}"`,
    `const apiKey = 'ab${digits}';`,
    `smtp://office:pw${digits}@mail.example.org`,
  ];
  for (const sample of samples) assert.equal(secretsIn(sample).length > 0, true, sample);
  const innocent = [
    'password: string',
    "const password = 'Secret123';",
    'postgresql://user:password@host/database',
    'authorization: Bearer',
    'SESSION_SECRET=',
  ];
  for (const sample of innocent) assert.deepEqual(secretsIn(sample), [], sample);
});
