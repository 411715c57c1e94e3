import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entriesBack, further, lastOf, replaced, trailOf } from './step-trail.ts';

const whole = trailOf({ trail: ['registration', 'relatives', 'payment'] });

test('an entry without a trail is the first step', () => {
  assert.deepEqual(trailOf(null), ['registration']);
  assert.deepEqual(trailOf({ trail: 'payment' }), ['registration']);
  assert.deepEqual(trailOf({ trail: ['elsewhere'] }), ['registration']);
});

test('each step on is one entry more', () => {
  assert.deepEqual(further(trailOf(null), 'relatives'), ['registration', 'relatives']);
  assert.equal(lastOf(whole), 'payment');
});

test('a step behind is reached by going back, so that entries do not pile up', () => {
  assert.equal(entriesBack(whole, 'relatives'), 1);
  assert.equal(entriesBack(whole, 'registration'), 2);
  assert.equal(entriesBack(trailOf({ trail: ['payment'] }), 'relatives'), null);
});

test('after a reload the entry may be given to another step', () => {
  assert.deepEqual(replaced(whole, 'registration'), ['registration', 'relatives', 'registration']);
  assert.deepEqual(replaced(trailOf(null), 'relatives'), ['relatives']);
});
