import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { Refused } from '#server/errors.ts';
import { openTurns } from './turns.ts';

/** Turns whose work ends when the test says so. */
function openWork(limits: Parameters<typeof openTurns>[0]) {
  const inTurn = openTurns(limits);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const work = (caller: string) =>
    inTurn(caller, async () => {
      started.push(caller);
      await new Promise<void>((end) => ends.push(end));
    });
  const endOne = async () => {
    ends.shift()?.();
    await setImmediate();
  };
  return { started, work, endOne };
}

test('a caller with much work delays others by one piece of it, not by all', async () => {
  const { started, work, endOne } = openWork({ atOnce: 1, mostWaiting: 10 });
  const all = [work('flood'), work('flood'), work('flood'), work('flood'), work('other')];
  await setImmediate();
  for (let n = 0; n < 5; n += 1) await endOne();
  await Promise.all(all);
  assert.deepEqual(started, ['flood', 'flood', 'other', 'flood', 'flood']);
});

test('no more than the limit runs at once, also when work fails', async () => {
  const inTurn = openTurns({ atOnce: 2, mostWaiting: 100 });
  let running = 0;
  let most = 0;
  const one = async (n: number) => {
    running += 1;
    most = Math.max(most, running);
    await setImmediate();
    running -= 1;
    if (n % 3 === 0) throw new Error('failed');
  };
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, (_, n) => inTurn('someone', () => one(n))),
  );
  assert.equal(most, 2);
  assert.equal(results.filter(({ status }) => status === 'rejected').length, 10);
  await inTurn('someone', async () => {});
});

test('a caller runs no more at once than its share, and others go on', async () => {
  const { started, work, endOne } = openWork({ atOnce: 4, mostWaiting: 10, mostOfCaller: 2 });
  const all = [work('flood'), work('flood'), work('flood'), work('flood'), work('other')];
  await setImmediate();
  assert.deepEqual(started, ['flood', 'flood', 'other']);
  for (let n = 0; n < 5; n += 1) await endOne();
  await Promise.all(all);
  assert.equal(started.length, 5);
});

test('one caller fills at most half of the queue, and a full queue refuses with a time to wait', async () => {
  const { work, endOne } = openWork({ atOnce: 1, mostWaiting: 4 });
  const kept = [work('flood'), work('flood'), work('flood')];
  const isRefused = (error: unknown) =>
    error instanceof Refused && error.status === 429 && error.retryAfter === 5;
  await assert.rejects(work('flood'), isRefused);
  kept.push(work('second'), work('third'));
  await assert.rejects(work('fourth'), isRefused);
  for (let n = 0; n < 5; n += 1) await endOne();
  await Promise.all(kept);
});

test('one that leaves while it waits takes no turn and no place', async () => {
  const inTurn = openTurns({ atOnce: 1, mostWaiting: 2 });
  const first = Promise.withResolvers<void>();
  const running = inTurn('someone', () => first.promise);
  const left = new AbortController();
  const waiting = inTurn('leaver', () => assert.fail('has left'), left.signal);
  left.abort(new Error('left'));
  await assert.rejects(waiting, /left/);
  const next = inTurn('leaver', async () => 'served');
  first.resolve();
  await running;
  assert.equal(await next, 'served');
});
