import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceOf } from './device-of.ts';

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0';

test('a device is the browser and the system in words', () => {
  for (const [userAgent, device] of [
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, 'Chrome on Windows'],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/130.0.0.0`,
      'Edge on Windows',
    ],
    [`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, 'Chrome on Android'],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet on Android',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webKit} Version/18.1 Mobile/15E148 Safari/604.1`,
      'Safari on iPhone',
    ],
    [
      `Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) ${webKit} CriOS/130.0 Mobile/15E148 Safari/604.1`,
      'Chrome on iPad',
    ],
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.1 Safari/605.1.15`,
      'Safari on macOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Linux'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`, 'Chrome on ChromeOS'],
  ] as const) {
    assert.equal(deviceOf(userAgent), device);
  }
});

test('what a client makes up is not stored', () => {
  for (const userAgent of [undefined, '', 'curl/8.5.0', '<b>me</b>', 'x'.repeat(20_000)]) {
    assert.equal(deviceOf(userAgent), 'Unknown device');
  }
});

test('only the beginning of a long user agent is read', () => {
  const end = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';
  assert.equal(deviceOf(' '.repeat(400) + end), 'Firefox on Linux');
  assert.equal(deviceOf(' '.repeat(500) + end), 'Unknown device');
});
