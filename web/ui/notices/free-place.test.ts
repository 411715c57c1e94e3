import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freeLift } from './free-place.ts';

const notice = { left: 0, right: 400, top: 550, bottom: 600 };
const at = (top: number, bottom: number, left = 0) => ({ left, right: left + 100, top, bottom });

test('a notice is lifted over what it would cover, and what is above that', () => {
  assert.equal(freeLift(notice, [], 0), 0);
  assert.equal(freeLift(notice, [at(100, 140), at(560, 590, 500)], 0), 0, 'nothing is below it');
  assert.equal(freeLift(notice, [at(560, 590)], 0), 44);
  // Between the first two there is no room.
  const lift = freeLift(notice, [at(470, 510), at(560, 590), at(520, 545)], 0);
  assert.equal(notice.bottom - lift, 466);
  assert.equal(freeLift(notice, [at(560, 590), at(400, 440)], 0), 44, 'there is room between');
});

test('without a free place it stays where it is', () => {
  assert.equal(freeLift(notice, [at(0, 600)], 0), 0);
  assert.equal(freeLift(notice, [at(60, 590)], 20), 0);
});
