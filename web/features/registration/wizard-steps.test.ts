import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  firstStepOf,
  isBehind,
  placeOf,
  reachableStep,
  type Progress,
  stepAfter,
  stepBefore,
} from './wizard-steps.ts';

test('the family type has a step for relatives, the others go straight to payment', () => {
  assert.equal(stepAfter('registration', true), 'relatives');
  assert.equal(stepAfter('relatives', true), 'payment');
  assert.equal(stepAfter('registration', false), 'payment');
  assert.equal(stepBefore('payment', true), 'relatives');
  assert.equal(stepBefore('payment', false), 'registration');
  assert.equal(stepBefore('relatives', true), 'registration');
});

test('the steps are counted for the type that is chosen', () => {
  assert.equal(placeOf('registration', false), 'Step 1 of 2');
  assert.equal(placeOf('registration', true), 'Step 1 of 3');
  assert.equal(placeOf('payment', false), 'Step 2 of 2');
  assert.equal(placeOf('payment', true), 'Step 3 of 3');
});

const complete: Progress = { isFamily: true, person: true, passwords: true, relatives: true };

test('a step is shown once the ones before it are right', () => {
  assert.equal(reachableStep('payment', complete), 'payment');
  assert.equal(reachableStep('relatives', complete), 'relatives');
  assert.equal(reachableStep('registration', complete), 'registration');
  assert.equal(reachableStep('payment', { ...complete, person: false }), 'registration');
  assert.equal(reachableStep('relatives', { ...complete, person: false }), 'registration');
  assert.equal(reachableStep('payment', { ...complete, relatives: false }), 'relatives');
});

test('without the passwords relatives can be typed but nothing paid', () => {
  const reloaded = { ...complete, passwords: false };
  assert.equal(reachableStep('relatives', reloaded), 'relatives');
  assert.equal(reachableStep('payment', reloaded), 'registration');
});

test('relatives asked for without the family type are the payment', () => {
  const single = { ...complete, isFamily: false, relatives: false };
  assert.equal(reachableStep('relatives', single), 'payment');
});

test('what the server says is shown at the first step that asks for such a field', () => {
  const said = (...fields: string[]) =>
    firstStepOf(fields.map((field) => ({ field, message: 'No.' })));
  assert.equal(said('email'), 'registration');
  assert.equal(said('paymentType', 'relatives.0.dateOfBirth'), 'relatives');
  assert.equal(said('paymentType'), 'payment');
  assert.equal(said('fee'), null);
  assert.equal(said(''), null);
  assert.equal(said(), null);
});

test('going back leads to what is behind only', () => {
  assert.equal(isBehind('registration', 'payment'), true);
  assert.equal(isBehind('payment', 'payment'), false);
  assert.equal(isBehind('payment', 'relatives'), false);
});
