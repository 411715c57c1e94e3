import assert from 'node:assert/strict';
import test from 'node:test';
import { endpoint } from './endpoint.ts';

test('an endpoint with a property that no endpoint has does not compile', () => {
  const shape = { method: 'GET', path: '/x', access: 'staff', summary: 'X' } as const;
  assert.equal(endpoint(shape), shape);
  // @ts-expect-error: "limited" would be ignored.
  assert.ok(endpoint({ ...shape, limited: true }));
  // @ts-expect-error: the same in the literal itself.
  assert.ok(endpoint({ method: 'GET', path: '/x', access: 'staff', summary: 'X', limited: true }));
});
