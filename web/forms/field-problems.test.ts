import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countFields, fieldProblems, formName } from './field-problems.ts';

test('problems come out flat, in order, with the names the form uses', () => {
  const errors = {
    email: { type: 'check', message: 'Email is required.' },
    relatives: [undefined, { firstName: { type: 'check', message: 'First name is required.' } }],
    root: { type: 'server', message: 'No.' },
  };
  assert.deepEqual(fieldProblems(errors), [
    { name: 'email', message: 'Email is required.' },
    { name: 'relatives.1.firstName', message: 'First name is required.' },
    { name: 'root', message: 'No.' },
  ]);
});

test('no errors are no problems', () => assert.deepEqual(fieldProblems({}), []));

test('fields of lists count each', () => {
  assert.equal(countFields({ email: '', names: [{ first: '', last: '' }], ok: null }), 4);
});

test('a server writes list fields in either way', () => {
  assert.equal(formName('relatives[0].email'), 'relatives.0.email');
  assert.equal(formName('relatives.0.email'), 'relatives.0.email');
});
