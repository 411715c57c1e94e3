import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BadSettings, readConfig } from './config.ts';

function complaintsAbout(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    assert.ok(error instanceof BadSettings);
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
}

const account = {
  PAYFAST_MERCHANT_ID: '10021234',
  PAYFAST_MERCHANT_KEY: 'q1cd2rdny4a53',
  PAYFAST_PASSPHRASE: 'Secret-phrase_1/2',
};
const elsewhere = { PUBLIC_URL: 'https://members.example.org' };

test('without any setting payments use the simulator on this machine', () => {
  const { payfast, transferLinks } = readConfig({ PORT: '8080' });
  assert.equal(payfast.mode, 'simulator');
  assert.equal(payfast.processUrl, 'http://localhost:8080/payfast-simulator/eng/process');
  assert.equal(payfast.validateUrl, 'http://localhost:8080/payfast-simulator/eng/query/validate');
  assert.deepEqual([payfast.sources, payfast.sourceCheck], [['127.0.0.0/8', '::1'], 'log']);
  assert.equal(transferLinks.size, 0);
});

test('the simulator is refused on a public address, and the error says what to choose', () => {
  for (const PUBLIC_URL of ['https://members.example.org', 'http://10.0.0.1:3000']) {
    for (const mode of ['', 'simulator']) {
      const [complaint, ...more] = complaintsAbout({ PUBLIC_URL, PAYFAST_MODE: mode });
      assert.match(complaint ?? '', /^PAYFAST_MODE=simulator .* choose live .*, or a PUBLIC_URL/);
      assert.deepEqual(more, []);
    }
  }
  assert.deepEqual(complaintsAbout({ ...elsewhere, PAYFAST_MODE: 'sandbox' }), []);
});

test('off needs no account and no address that others can reach, and is no test', () => {
  for (const environment of [{}, elsewhere]) {
    const { payfast } = readConfig({ ...environment, PAYFAST_MODE: 'off' });
    assert.equal(payfast.mode, 'off');
    assert.equal(payfast.validateUrl, 'https://www.payfast.co.za/eng/query/validate');
  }
  // Nobody knows the passphrase, so nobody signs a notification with it.
  const phrase = () => readConfig({ PAYFAST_MODE: 'off' }).payfast.passphrase;
  assert.match(phrase(), /^[0-9a-f]{32}$/);
  assert.notEqual(phrase(), phrase());
  const { payfast } = readConfig({ PAYFAST_MODE: 'off', ...account });
  assert.equal(
    payfast.passphrase,
    account.PAYFAST_PASSPHRASE,
    'late notifications are judged by it',
  );
  assert.match(
    complaintsAbout({ PAYFAST_MODE: 'off', PAYFAST_MERCHANT_ID: 'x' }).join(),
    /^PAYFAST_MERCHANT_ID must be a number/,
  );
});

test('live needs an account of its own: each missing part is named, the sandbox’s is refused', () => {
  const live = { ...elsewhere, PAYFAST_MODE: 'live' };
  const named = (environment: Record<string, string>) =>
    complaintsAbout(environment).map((complaint) => complaint.split(' ')[0]);
  assert.deepEqual(named(live), Object.keys(account));
  assert.deepEqual(named({ ...live, ...account, PAYFAST_PASSPHRASE: '' }), ['PAYFAST_PASSPHRASE']);
  assert.deepEqual(named({ ...live, ...account, PAYFAST_MERCHANT_ID: '10000100' }), [
    'PAYFAST_MERCHANT_ID',
  ]);
  const validate = { PAYFAST_VALIDATE_URL: 'https://example.org/validate' };
  assert.deepEqual(named({ ...live, ...account, ...validate }), ['PAYFAST_VALIDATE_URL']);
  const api = { PAYFAST_API_URL: 'https://example.org' };
  assert.deepEqual(named({ ...live, ...account, ...api }), ['PAYFAST_API_URL']);
  const { payfast } = readConfig({ ...live, ...account });
  assert.equal(payfast.apiUrl, 'https://api.payfast.co.za');
  assert.equal(payfast.processUrl, 'https://www.payfast.co.za/eng/process');
  assert.equal(payfast.validateUrl, 'https://www.payfast.co.za/eng/query/validate');
  assert.ok(payfast.sources.includes('197.97.145.144/28'));
});

const wrong: Record<string, string[]> = {
  PAYFAST_MODE: ['test', 'LIVE', 'live '],
  PAYFAST_MERCHANT_ID: ['x', '1e3', ' 10000100'],
  PAYFAST_MERCHANT_KEY: ['a b', 'x'.repeat(101), "'"],
  PAYFAST_PASSPHRASE: ['a b', ' padded', 'x'.repeat(33), 'pass&word', 'ñ'],
  PAYFAST_VALIDATE_URL: ['x', 'ftp://example.org', 'localhost:3000'],
  PAYFAST_API_URL: ['x', 'ftp://example.org', 'http:///'],
  PAYFAST_SOURCES: ['everyone', '10.0.0.256', '10.0.0.0/33', '10.0.0.1/8/9'],
  PAYFAST_SOURCE_CHECK: ['yes', 'REFUSE', 'off'],
  TRANSFER_LINKS: [
    'https://wise.com',
    'Wise=http://wise.com',
    'Wise=javascript:alert(1)',
    'Western Union=https://x.org',
    'Wise=',
    'Wise=https://wise.com;World Remit=x',
  ],
};

for (const [name, values] of Object.entries(wrong)) {
  test(`${name} is checked, and a secret is not repeated`, () => {
    for (const value of values) {
      const [complaint = '', ...more] = complaintsAbout({ [name]: value });
      assert.ok(complaint.startsWith(`${name} `), `${name}=${value}: ${complaint}`);
      assert.deepEqual(more, []);
      const isSecret = /KEY|PASSPHRASE/.test(name);
      assert.ok(!isSecret || !complaint.includes(value), complaint);
    }
  });
}

test('one message lists all invalid payment settings together with the others', () => {
  const environment = Object.fromEntries(
    Object.entries(wrong).map(([name, [value = '']]) => [name, value]),
  );
  const complaints = complaintsAbout({ ...environment, LOG_LEVEL: 'loud' });
  const named = complaints.map((complaint) => complaint.split(' ')[0]);
  assert.deepEqual(new Set(named), new Set(['LOG_LEVEL', ...Object.keys(wrong)]));
  assert.equal(named.length, new Set(named).size);
});

test('transfer links are read by the name of the donation type', () => {
  const links = readConfig({
    TRANSFER_LINKS:
      ' World Remit=https://www.worldremit.com/en?a=b=c , Wise=https://wise.com/pay ,',
  }).transferLinks;
  assert.deepEqual(
    [...links],
    [
      ['World Remit', 'https://www.worldremit.com/en?a=b=c'],
      ['Wise', 'https://wise.com/pay'],
    ],
  );
});

test('lists of sources take commas and spaces; refuse is chosen by name', () => {
  const { payfast } = readConfig({
    PAYFAST_SOURCES: '197.97.145.144/28, 10.0.0.1  2001:db8::/32',
    PAYFAST_SOURCE_CHECK: 'refuse',
  });
  assert.deepEqual(payfast.sources, ['197.97.145.144/28', '10.0.0.1', '2001:db8::/32']);
  assert.equal(payfast.sourceCheck, 'refuse');
});
