import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isFrom, isSource, loopbackSources, providerSources } from './source.ts';

test('the provider’s addresses are known, and their neighbours are not', () => {
  const known = [
    '197.97.145.144',
    '197.97.145.159',
    '41.74.179.192',
    '41.74.179.223',
    '102.216.36.1',
    '102.216.36.15',
    '102.216.36.128',
    '144.126.193.139',
    '13.245.74.88',
    '3.163.232.237',
    '3.163.252.237',
    '::ffff:102.216.36.1',
    '::ffff:66d8:2401',
  ];
  for (const address of known) assert.equal(isFrom(providerSources, address), true, address);
  const strangers = [
    '197.97.145.143',
    '197.97.145.160',
    '41.74.179.224',
    '102.216.36.16',
    '102.216.36.144',
    '144.126.193.138',
    '3.163.253.237',
    '3.163.240.236',
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '::102.216.36.1',
    // A connection that has ended has no address.
    '',
    'unknown',
  ];
  for (const address of strangers) assert.equal(isFrom(providerSources, address), false, address);
});

test('loopback is known in either family', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) {
    assert.equal(isFrom(loopbackSources, address), true, address);
  }
  for (const address of ['128.0.0.1', '::2']) {
    assert.equal(isFrom(loopbackSources, address), false, address);
  }
});

test('own ranges may be of either family', () => {
  const sources = ['2001:db8::/32', 'fe80::1', '10.0.0.0/8', '0.0.0.0/0'];
  assert.equal(isFrom(sources.slice(0, 1), '2001:db8:1::5'), true);
  assert.equal(isFrom(sources.slice(0, 1), '2001:db9::5'), false);
  assert.equal(isFrom(sources.slice(1, 2), 'fe80::1%eth0'), true);
  assert.equal(isFrom(sources.slice(2, 3), '::ffff:10.1.2.3'), true);
  assert.equal(isFrom(sources.slice(3), '8.8.8.8'), true);
  assert.equal(isFrom([], '8.8.8.8'), false);
});

test('what is no address or range is refused as a setting', () => {
  const right = ['1.2.3.4', '1.2.3.4/0', '1.2.3.4/32', '::1', '::/0', '2001:db8::/128'];
  for (const source of right) assert.equal(isSource(source), true, source);
  const wrong = [
    '',
    '1.2.3',
    '1.2.3.4/33',
    '1.2.3.4/',
    '1.2.3.4/8/8',
    '::/129',
    'w1w.payfast.co.za',
    'fe80::1%eth0',
    '1.2.3.4/-1',
    '1.2.3.4/1e1',
  ];
  for (const source of wrong) assert.equal(isSource(source), false, source);
});

test('no text makes the check fail', () => {
  const address = fc.oneof(
    fc.string(),
    fc.ipV4(),
    fc.ipV6(),
    fc.ipV4().map((ip) => `::ffff:${ip}`),
  );
  fc.assert(
    fc.property(address, (text) => {
      assert.equal(typeof isFrom(providerSources, text), 'boolean');
      assert.equal(typeof isSource(text), 'boolean');
    }),
  );
});
