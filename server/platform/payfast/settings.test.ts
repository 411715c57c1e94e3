import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPayfastSettings } from './settings.ts';
import { loopbackSources, providerSources } from './source.ts';

const local = { publicUrl: 'http://localhost:3000', isLoopback: true, testsNeed: null };
const public_ = {
  publicUrl: 'https://members.example.org',
  isLoopback: false,
  testsNeed: 'a PUBLIC_URL on localhost',
};
const account = {
  PAYFAST_MERCHANT_ID: '12345678',
  PAYFAST_MERCHANT_KEY: 'q1cd2rdny4a53',
  PAYFAST_PASSPHRASE: 'Ab-9_/z',
};
const live = { PAYFAST_MODE: 'live', ...account };

function problemsOf(
  environment: Record<string, string>,
  surroundings: typeof local | typeof public_ = public_,
): string {
  return readPayfastSettings(environment, surroundings).problems.join('\n');
}

test('without settings the simulator runs, with the published sandbox account', () => {
  assert.deepEqual(readPayfastSettings({}, local).settings, {
    mode: 'simulator',
    merchantId: '10000100',
    merchantKey: '46f0cd694581a',
    passphrase: 'jt7NOE43FZPn',
    processUrl: 'http://localhost:3000/payfast-simulator/eng/process',
    validateUrl: 'http://localhost:3000/payfast-simulator/eng/query/validate',
    apiUrl: null,
    sources: loopbackSources,
    sourceCheck: 'log',
  });
});

test('the sandbox and the live provider have their own addresses', () => {
  const sandbox = readPayfastSettings(
    { PAYFAST_MODE: 'sandbox', PAYFAST_MERCHANT_ID: '1' },
    public_,
  );
  assert.equal(sandbox.settings?.processUrl, 'https://sandbox.payfast.co.za/eng/process');
  assert.equal(sandbox.settings?.merchantId, '1');
  assert.equal(sandbox.settings?.merchantKey, '46f0cd694581a');
  const { settings } = readPayfastSettings(live, public_);
  assert.equal(settings?.processUrl, 'https://www.payfast.co.za/eng/process');
  assert.equal(settings?.validateUrl, 'https://www.payfast.co.za/eng/query/validate');
  assert.deepEqual(settings?.sources, providerSources);
  assert.equal(settings?.passphrase, 'Ab-9_/z');
});

test('sources, their check and the validate address can be set', () => {
  const { settings } = readPayfastSettings(
    {
      PAYFAST_MODE: 'sandbox',
      PAYFAST_SOURCES: '10.0.0.0/8, ::1',
      PAYFAST_SOURCE_CHECK: 'refuse',
      PAYFAST_VALIDATE_URL: 'http://127.0.0.1:9/validate',
    },
    public_,
  );
  assert.deepEqual(settings?.sources, ['10.0.0.0/8', '::1']);
  assert.equal(settings?.sourceCheck, 'refuse');
  assert.equal(settings?.validateUrl, 'http://127.0.0.1:9/validate');
});

test('the simulator is refused on a public address, with what to choose', () => {
  assert.match(problemsOf({}), /^PAYFAST_MODE=simulator .* choose live \(or sandbox/);
  assert.match(problemsOf({ PAYFAST_MODE: 'test' }), /must be simulator, sandbox, live or off/);
});

test('live needs the whole account, and not the published one', () => {
  assert.equal(problemsOf({ PAYFAST_MODE: 'live' }).match(/ is needed/g)?.length, 3);
  assert.match(problemsOf({ ...live, PAYFAST_MERCHANT_ID: '10000100' }), /is the sandbox's/);
  assert.match(
    problemsOf({ ...live, PAYFAST_VALIDATE_URL: 'https://x.org' }),
    /leave it out with PAYFAST_MODE=live/,
  );
});

test('an invalid setting is named without its secret', () => {
  for (const passphrase of ['a'.repeat(33), ' abc', 'abc\n', 'a b', 'a+b', 'é']) {
    const problems = problemsOf({ ...live, PAYFAST_PASSPHRASE: passphrase });
    assert.match(problems, /^PAYFAST_PASSPHRASE must be at most 32/);
    assert.ok(!problems.includes(passphrase));
  }
  assert.match(problemsOf({ ...live, PAYFAST_MERCHANT_ID: 'x' }), /_ID must be a number/);
  assert.match(problemsOf({ ...live, PAYFAST_MERCHANT_KEY: 'a b' }), /_KEY must be letters/);
  assert.match(problemsOf({ ...live, PAYFAST_SOURCES: '1.2.3.4 no' }), /: no is neither/);
  assert.match(problemsOf({ ...live, PAYFAST_SOURCE_CHECK: 'on' }), /must be log or refuse/);
  const odd = { PAYFAST_VALIDATE_URL: 'ftp://x', PAYFAST_SOURCES: '?', PAYFAST_SOURCE_CHECK: '?' };
  assert.equal(readPayfastSettings(odd, local).problems.length, 3);
});
