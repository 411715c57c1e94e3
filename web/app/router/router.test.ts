import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageHistory } from './history.ts';
import { hrefOf, type Location } from './location.ts';
import type { Route } from './load-page.ts';
import { createRouter } from './router.ts';

const page = () => null;
const notFound = () => null;

/** Steps later, as browsers do; some forget the page's own step when the visitor steps meanwhile. */
function historyAt(pathname: string, { forgets = false } = {}) {
  const first: Location = { pathname, search: '', hash: '', state: null, key: 'first' };
  let entries = [first];
  let index = 0;
  let told: (steps: number) => void = () => undefined;
  let opensAnew: (to: Location) => boolean = () => false;
  let pressed = 0;
  function take(steps: number) {
    if (entries[index + steps] === undefined) return;
    index += steps;
    told(steps);
  }
  function press(steps: number) {
    pressed += 1;
    setImmediate(() => {
      pressed -= 1;
      take(steps);
    });
  }
  const history: PageHistory = {
    here: () => entries[index] ?? first,
    push(to) {
      entries = [...entries.slice(0, index + 1), to];
      index += 1;
    },
    replace(to) {
      entries[index] = to;
    },
    go(steps) {
      if (!forgets || pressed === 0) setImmediate(() => take(steps));
    },
    openAnew: (to) => Promise.resolve(opensAnew(to)),
    onStep(listener) {
      told = listener;
    },
  };
  const update = (open: typeof opensAnew) => (opensAnew = open);
  return {
    history,
    press,
    update,
    addresses: () => entries.map(hrefOf),
    at: () => hrefOf(history.here()),
  };
}

async function settled() {
  for (let turns = 0; turns < 5; turns += 1) await new Promise((done) => setImmediate(done));
}

const routeTo = (path: string, code: Route['page'] = () => page): Route => ({
  path,
  title: path,
  frames: [],
  page: code,
});

async function opened(...more: Route[]) {
  return openedIn(historyAt('/list'), ...more);
}

async function openedIn(browser: ReturnType<typeof historyAt>, ...more: Route[]) {
  const routes = [...['/list', '/record/:id', '/other'].map((path) => routeTo(path)), ...more];
  const router = createRouter(routes, notFound, browser.history);
  await router.start();
  const shows = () => router.shown().page?.title;
  return { router, shows, ...browser };
}

test('a page that is gone to is shown with its part of the address, and is an entry of its own', async () => {
  const { router, shows, addresses } = await opened();
  await router.navigate('/record/7?page=2#end', { state: { from: 'list' } });
  assert.equal(shows(), '/record/:id');
  const { location, how, page: now } = router.shown();
  assert.deepEqual(now?.params, { id: '7' });
  assert.deepEqual([location.search, location.hash, how], ['?page=2', '#end', 'push']);
  assert.deepEqual(location.state, { from: 'list' });
  assert.deepEqual(addresses(), ['/list', '/record/7?page=2#end']);
});

test('an address without its path stays on the page; instead of this entry, or after it', async () => {
  const { router, addresses } = await opened();
  await router.navigate({ search: '?name=a' });
  await router.navigate({ search: '?name=ab' }, { replace: true });
  assert.deepEqual(addresses(), ['/list', '/list?name=ab']);
});

test('no address leads to another site', async () => {
  const { router, addresses } = await opened();
  for (const to of ['//evil.example/a', String.raw`/\evil.example/a`, 'https://evil.example/a']) {
    await router.navigate(to);
  }
  assert.ok(addresses().every((address) => address.startsWith('/') && !address.includes('evil')));
});

test('Back and Forward show what stood there', async () => {
  const { router, shows } = await opened();
  await router.navigate('/record/7');
  void router.navigate(-1);
  await settled();
  assert.deepEqual([shows(), router.shown().how], ['/list', 'step']);
  void router.navigate(1);
  await settled();
  assert.equal(shows(), '/record/:id');
});

test('the page before stays, address and all, until the code of the next is there', async () => {
  const code = Promise.withResolvers<typeof page>();
  const { router, shows, at } = await opened(routeTo('/slow', () => code.promise));
  const going = router.navigate('/slow');
  await settled();
  assert.deepEqual([shows(), at()], ['/list', '/list']);
  code.resolve(page);
  await going;
  assert.deepEqual([shows(), at()], ['/slow', '/slow']);
});

test('who goes elsewhere meanwhile is not taken back by code that comes late', async () => {
  const code = Promise.withResolvers<typeof page>();
  const { router, shows, addresses } = await opened(routeTo('/slow', () => code.promise));
  const going = router.navigate('/slow');
  await router.navigate('/other');
  code.resolve(page);
  await going;
  assert.equal(shows(), '/other');
  assert.deepEqual(addresses(), ['/list', '/other']);
});

test('code that can’t be fetched is told, and left behind by going elsewhere', async () => {
  const broken = new TypeError('no network');
  const { router, shows } = await opened(routeTo('/far', () => Promise.reject(broken)));
  await router.navigate('/far');
  assert.deepEqual([shows(), router.shown().error], [undefined, broken]);
  await router.navigate('/list');
  assert.deepEqual([shows(), router.shown().error], ['/list', null]);
});

test('code of a release before is not told as an error: the address is opened anew', async () => {
  const { router, shows, update, at } = await opened(
    routeTo('/far', () => Promise.reject(new TypeError('404'))),
  );
  const anew: string[] = [];
  update((to) => anew.push(to.pathname) > 0);
  await router.navigate('/far');
  assert.deepEqual([anew, shows(), at(), router.shown().error], [['/far'], '/list', '/list', null]);
});

test('what is typed while the code of the next page comes is asked about', async () => {
  const code = Promise.withResolvers<typeof page>();
  const { router, shows } = await opened(routeTo('/slow', () => code.promise));
  let changed = false;
  let asked = 0;
  const ask = () => Promise.resolve((asked += 1) > 1);
  router.guard({ stops: () => changed, ask });
  const going = router.navigate('/slow');
  changed = true;
  code.resolve(page);
  await going;
  assert.deepEqual([shows(), asked], ['/list', 1]);
  // Asked at the click, and not once more.
  await router.navigate('/slow');
  assert.deepEqual([shows(), asked], ['/slow', 2]);
});

test('the answer to an old question takes nobody away from where a save has led', async () => {
  const { router, shows } = await opened();
  await router.navigate('/record/7');
  const asked = Promise.withResolvers<boolean>();
  const stop = router.guard({ stops: () => true, ask: () => asked.promise });
  void router.navigate(-1);
  await settled();
  stop();
  await router.navigate('/other');
  asked.resolve(true);
  await settled();
  assert.equal(shows(), '/other');
});

test('a save that leads elsewhere before Back is taken back leaves Back as it is', async () => {
  const { router, shows, at } = await opened();
  await router.navigate('/record/7');
  const leaving = Promise.withResolvers<void>();
  const ask = () => {
    stop();
    leaving.resolve(router.navigate('/other'));
    return new Promise<boolean>(() => undefined);
  };
  const stop = router.guard({ stops: () => true, ask });
  void router.navigate(-1);
  await settled();
  await leaving.promise;
  assert.deepEqual([shows(), at()], ['/other', '/other']);
  void router.navigate(-1);
  await settled();
  assert.deepEqual([shows(), at()], ['/list', '/list']);
});

for (const [answer, forgets] of [
  [true, true],
  [true, false],
  [false, true],
  [false, false],
] as const) {
  const browser = forgets ? 'forgets the way back' : 'goes every way';
  test(`Back pressed twice at once is asked about once and ${answer ? 'goes' : 'stays'}, where the browser ${browser}`, async () => {
    const { router, shows, at, press } = await openedIn(historyAt('/list', { forgets }));
    await router.navigate('/record/7');
    await router.navigate('/other');
    const answered = Promise.withResolvers<boolean>();
    let asked = 0;
    const ask = () => {
      asked += 1;
      return answered.promise;
    };
    router.guard({ stops: () => true, ask });
    press(-1);
    press(-1);
    await settled();
    while (at() !== '/other') await settled();
    assert.deepEqual([shows(), at(), asked], ['/other', '/other', 1]);
    answered.resolve(answer);
    await settled();
    const place = answer ? '/list' : '/other';
    assert.deepEqual([shows(), at(), asked], [place, place, 1]);
  });
}

test('a doubled slash in the address is no other site', async () => {
  const { router, at } = await opened();
  await router.navigate({ pathname: '//list', search: '?name=a' });
  assert.equal(at(), '//list?name=a');
});

test('an address that nobody knows shows that', async () => {
  const { router } = await opened();
  await router.navigate('/nowhere');
  assert.equal(router.shown().page?.Component, notFound);
});

for (const answer of [true, false]) {
  const outcome = answer ? 'goes on after a yes' : 'stays after a no';

  test(`a guarded page ${outcome}, by a link`, async () => {
    const { router, at, shows } = await opened();
    const stop = router.guard({ stops: () => true, ask: () => Promise.resolve(answer) });
    await router.navigate('/other');
    assert.equal(shows(), answer ? '/other' : '/list');
    assert.equal(at(), answer ? '/other' : '/list');
    stop();
    await router.navigate('/other');
    assert.equal(shows(), '/other');
  });

  test(`a guarded page ${outcome}, by Back`, async () => {
    const { router, at, shows } = await opened();
    await router.navigate('/record/7');
    const asked = Promise.withResolvers<boolean>();
    const stop = router.guard({ stops: () => true, ask: () => asked.promise });
    void router.navigate(-1);
    await settled();
    // Asked on the page itself, whose address stands again.
    assert.deepEqual([shows(), at()], ['/record/:id', '/record/7']);
    asked.resolve(answer);
    await settled();
    assert.deepEqual([shows(), at()], answer ? ['/list', '/list'] : ['/record/:id', '/record/7']);
    stop();
  });
}

test('a guard that has nothing against it isn’t noticed', async () => {
  const { router, shows } = await opened();
  await router.navigate('/record/7');
  const ask = () => Promise.reject(new Error('asked'));
  router.guard({ stops: ({ pathname }) => pathname !== '/list', ask });
  void router.navigate(-1);
  await settled();
  assert.equal(shows(), '/list');
});
