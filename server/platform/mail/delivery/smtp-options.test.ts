import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smtpAnswer } from './smtp-options.ts';

const answers: [object, string][] = [
  [
    { message: 'getaddrinfo ENOTFOUND mail.example.org' },
    'There is no server with the name mail.example.org (ENOTFOUND).',
  ],
  [
    { message: 'connect ECONNREFUSED 127.0.0.1:587' },
    'Nothing answers at 127.0.0.1:587 (ECONNREFUSED).',
  ],
  [{ message: 'x', response: '550 5.7.1 no' }, '550 5.7.1 no'],
  [{ message: 'Greeting never received' }, 'Greeting never received'],
  [{}, 'No answer'],
];

test('an administrator reads what an error of the mail server means', () => {
  for (const [error, words] of answers) assert.equal(smtpAnswer(error), words);
});
