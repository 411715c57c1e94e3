import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setupSteps, type SetupStep } from '#contract/get-started/endpoints.ts';
import { doneSince, nextStepNotice } from './next-step.ts';

const stepsWith = (...done: SetupStep[]) =>
  setupSteps.map((step) => ({ step, isDone: done.includes(step) }));

test('a step that is done leads to the next open one, and the last ones to those passed over', () => {
  const lead = (done: SetupStep, ...all: SetupStep[]) => {
    const [text, { label, to }] = nextStepNotice(stepsWith(...all), done);
    return [text, label, to];
  };
  assert.deepEqual(lead('organisation', 'organisation'), [
    'Get started: 1 of 7 done. Next: Bank account or live card payments.',
    'Next step',
    '/admin/companyinfo#bank',
  ]);
  assert.deepEqual(lead('fees', 'organisation', 'money', 'fees', 'mail'), [
    'Get started: 4 of 7 done. Next: First backup.',
    'Next step',
    '/admin/backups',
  ]);
  const [passedOver] = lead('members', 'members', 'twoStep', 'backup', 'organisation', 'money');
  assert.equal(passedOver, 'Get started: 5 of 7 done. Next: Fees.');
  assert.deepEqual(lead('members', ...setupSteps), [
    'All steps are done.',
    'Get Started',
    '/admin/getstarted',
  ]);
});

test('only what was open before is done since', () => {
  const now = stepsWith('organisation', 'money');
  assert.deepEqual(doneSince(stepsWith(), now), ['organisation', 'money']);
  assert.deepEqual(doneSince(stepsWith('organisation', 'fees'), now), ['money']);
  assert.deepEqual(doneSince(now, now), []);
});
