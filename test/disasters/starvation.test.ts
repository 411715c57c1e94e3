import assert from 'node:assert/strict';
import { availableParallelism, loadavg } from 'node:os';
import { test } from 'node:test';
import { startInstallation } from '#test/support/disasters/installation.ts';
import { machineLoad } from '#test/support/processes/machine-load.ts';
import { report } from '#test/support/disasters/losses.ts';
import { starve } from '#test/support/starvation/starve.ts';

/** In milliseconds. Beside other tests it shows that people are served, not how soon: `bench/starve.ts` measures. */
const slowest = 1000;
/** Of all calls together, in six seconds. The limits are those of a minute. */
const mostServed = 450;

test('one account and one address make every expensive call again and again, and others are served', async (t) => {
  const before = loadavg()[0] ?? 1;
  const { port } = await startInstallation(t, { RATE_LIMITS: 'on' });
  const { flooded, answers } = await starve({ port: Number(port), people: 6, seconds: 6 });
  report(t, { 'calls of others': flooded.count, 'p95 in ms': flooded.p95 });
  const load = machineLoad();
  assert.ok(flooded.count > 20 / load, String(flooded.count));
  const isAlone = before < availableParallelism() / 2;
  assert.ok(flooded.p95 < slowest * load || !isAlone, `p95 ${flooded.p95} ms`);
  // A slow machine comes to no limit. Without limits a quick one answers thousands.
  const served = Object.entries(answers).filter(([what]) => !what.endsWith(' 429'));
  const count = served.reduce((sum, [, times]) => sum + times, 0);
  assert.ok(count < mostServed, JSON.stringify(answers));
  // A machine that is busy with other tests may say that it is.
  const broken = Object.keys(answers).filter((what) => (isAlone ? / 50\d$/ : / 500$/).test(what));
  assert.deepEqual(broken, []);
});
