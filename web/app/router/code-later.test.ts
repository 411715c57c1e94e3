import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { codeLater } from './code-later.ts';

test('a load that stalls is rejected after 15 seconds, and a later one starts again', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const stalled = new Promise<string>(() => undefined);
  const loads = [stalled, Promise.resolve('the code')];
  const later = codeLater(() => loads.shift() ?? stalled);

  const first = assert.rejects(later.fetch(), { name: 'ApiError', status: 0 });
  const together = assert.rejects(later.fetch());
  mock.timers.tick(15_000);
  await first;
  await together;
  assert.equal(loads.length, 1, 'two callers share one load');
  assert.equal(later.here(), null);

  assert.equal(await later.fetch(), 'the code');
  assert.equal(later.here(), 'the code');
  mock.timers.reset();
});
