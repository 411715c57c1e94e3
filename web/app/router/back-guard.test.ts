import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BrowserWindow, type Guard, guardBack } from './back-guard.ts';

type Listener = Parameters<BrowserWindow['addEventListener']>[1];

/**
 * A browser with the pages /0 to /3, at the last one, and a router that shows the page of each
 * `popstate` that reaches it. Browsers step later; some drop the page's own step if the user steps
 * before it.
 */
function openTab({ dropsOwnStep = false } = {}) {
  const entryAt = (idx: number) => ({ pathname: `/${idx}`, state: { key: `key${idx}`, idx } });
  let entries = [0, 1, 2, 3].map(entryAt);
  let index = 3;
  let shown = '/3';
  let pressed = 0;
  const listeners = new Set<Listener>();
  const guards = new Set<Guard>();

  function step(steps: number) {
    if (entries[index + steps] === undefined) return;
    index += steps;
    let isStopped = false;
    const event = { stopImmediatePropagation: () => (isStopped = true) };
    for (const listener of listeners) listener(event);
    if (!isStopped) show();
  }
  function show() {
    shown = here().pathname;
    guarding.pageShown();
  }
  const here = () => entries[index] ?? entryAt(index);
  const browser: BrowserWindow = {
    history: {
      get state() {
        return here().state;
      },
      go(steps) {
        assert.notEqual(steps, 0, 'go(0) reloads the page');
        if (!dropsOwnStep || pressed === 0) setImmediate(() => step(steps));
      },
    },
    get location() {
      return here();
    },
    addEventListener: (_type, listener) => listeners.add(listener),
  };
  const guarding = guardBack(browser, (to) => [...guards].find(({ stops }) => stops(to)));
  return {
    guards,
    shows: () => shown,
    at: () => here().pathname,
    press: (steps: number) => {
      pressed += 1;
      setImmediate(() => {
        pressed -= 1;
        step(steps);
      });
    },
    /** As a save that leads to another page. */
    push: (pathname: string) => {
      index += 1;
      const state = { key: pathname, idx: index };
      entries = [...entries.slice(0, index), { pathname, state }];
      show();
    },
  };
}

async function settled() {
  for (let turns = 0; turns < 5; turns += 1) await new Promise((done) => setImmediate(done));
}

/** Asks about every page, and waits for `answer`. */
function askingGuard() {
  let answer = (_mayLeave: boolean) => {};
  const answered = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  let asked = 0;
  const guard: Guard = {
    stops: () => true,
    ask() {
      asked += 1;
      return answered;
    },
  };
  return { guard, answer, asked: () => asked };
}

for (const mayLeave of [true, false]) {
  test(`Back from a guarded page asks on that page, and ${mayLeave ? 'leaves' : 'stays'}`, async () => {
    const { guards, shows, at, press } = openTab();
    const { guard, answer } = askingGuard();
    guards.add(guard);
    press(-1);
    await settled();
    assert.deepEqual([shows(), at()], ['/3', '/3']);
    answer(mayLeave);
    await settled();
    const place = mayLeave ? '/2' : '/3';
    assert.deepEqual([shows(), at()], [place, place]);
  });
}

for (const [mayLeave, dropsOwnStep] of [
  [true, true],
  [true, false],
  [false, true],
  [false, false],
] as const) {
  const browser = dropsOwnStep ? 'drops the page’s own step' : 'takes every step';
  test(`Back pressed twice at once asks once and ${mayLeave ? 'leaves' : 'stays'}, if the browser ${browser}`, async () => {
    const { guards, shows, at, press } = openTab({ dropsOwnStep });
    const { guard, answer, asked } = askingGuard();
    guards.add(guard);
    press(-1);
    press(-1);
    await settled();
    while (at() !== '/3') await settled();
    assert.deepEqual([shows(), asked()], ['/3', 1]);
    answer(mayLeave);
    await settled();
    const place = mayLeave ? '/1' : '/3';
    assert.deepEqual([shows(), at(), asked()], [place, place, 1]);
  });
}

test('a guard that does not stop the step is not asked', async () => {
  const { guards, shows, press } = openTab();
  const ask = () => Promise.reject(new Error('asked'));
  guards.add({ stops: ({ pathname }) => pathname !== '/2', ask });
  press(-1);
  await settled();
  assert.equal(shows(), '/2');
});

test('after an allowed step, the guard of the next page runs again', async () => {
  const { guards, shows, press } = openTab();
  const first = askingGuard();
  guards.add(first.guard);
  press(-1);
  await settled();
  first.answer(true);
  await settled();
  guards.clear();
  const second = askingGuard();
  guards.add(second.guard);
  press(-1);
  await settled();
  assert.deepEqual([shows(), second.asked()], ['/2', 1]);
});

test('an answer that comes after a save has shown another page does nothing', async () => {
  const { guards, shows, at, press, push } = openTab();
  const { guard, answer } = askingGuard();
  guards.add(guard);
  press(-1);
  await settled();
  guards.clear();
  push('/saved');
  answer(true);
  await settled();
  assert.deepEqual([shows(), at()], ['/saved', '/saved']);
});

test('a save that shows another page before the return leaves Back as it is', async () => {
  const { guards, shows, at, press, push } = openTab();
  guards.add({
    stops: () => true,
    ask() {
      guards.clear();
      setImmediate(() => push('/saved'));
      return new Promise(() => undefined);
    },
  });
  press(-1);
  await settled();
  assert.deepEqual([shows(), at()], ['/saved', '/saved']);
  press(-1);
  await settled();
  assert.equal(shows(), at());
});
