import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, plainAddress } from './client-of.ts';

test('a client that has left has an empty address', () => {
  assert.equal(plainAddress(undefined), '');
  assert.equal(clientOf({ ip: undefined, socket: { remoteAddress: undefined } }), '');
});
