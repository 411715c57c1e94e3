import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routeFor } from './match.ts';

const routes = ['/', '/login/:userId?', '/users', '/users/:id', '/users/new', '/pay/:kind/:id'].map(
  (path) => ({ path }),
);

function found(pathname: string) {
  const match = routeFor(routes, pathname);
  return match && [match.route.path, match.params];
}

test('an address leads to the pattern that it fits, with what stands in its places', () => {
  assert.deepEqual(found('/'), ['/', {}]);
  assert.deepEqual(found('/users'), ['/users', {}]);
  assert.deepEqual(found('/users/7'), ['/users/:id', { id: '7' }]);
  assert.deepEqual(found('/pay/donation/7'), ['/pay/:kind/:id', { kind: 'donation', id: '7' }]);
});

test('words win over places', () => {
  assert.deepEqual(found('/users/new'), ['/users/new', {}]);
});

test('what may be left out may be left out', () => {
  assert.deepEqual(found('/login'), ['/login/:userId?', {}]);
  assert.deepEqual(found('/login/7'), ['/login/:userId?', { userId: '7' }]);
});

test('a slash at the end and capitals make no other address', () => {
  assert.deepEqual(found('/Users/'), ['/users', {}]);
});

test('what is written in codes is read, and a lonely % is itself', () => {
  assert.deepEqual(found('/users/a%2Fb%20c'), ['/users/:id', { id: 'a/b c' }]);
  assert.deepEqual(found('/users/%'), ['/users/:id', { id: '%' }]);
});

test('an address that fits nothing is found nowhere', () => {
  for (const pathname of ['/user', '/users/7/8', '/pay', '/pay/donation']) {
    assert.equal(found(pathname), null, pathname);
  }
});
