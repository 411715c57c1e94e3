import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import test from 'node:test';
import { smtpAnswer } from '#server/platform/mail/delivery/smtp-options.ts';
import { networkProblem } from './network-problem.ts';

const withCode = (code: string, message = '') => Object.assign(new Error(message), { code });

test('the codes of the network become words, also inside the errors of libraries', async () => {
  const unknown = await lookup('mail.example.invalid').catch((error: unknown) => error);
  // A machine without a network cannot look up any name.
  assert.match(
    networkProblem(unknown) ?? '',
    /^(there is no server with the name mail\.example\.invalid|the name of the server cannot)/,
  );
  const cases: [Error, string | null][] = [
    // As nodemailer and `fetch` throw them.
    [
      withCode('EDNS', 'getaddrinfo ENOTFOUND mail.example.org'),
      'there is no server with the name mail.example.org',
    ],
    [
      withCode('ESOCKET', 'connect ECONNREFUSED 127.0.0.1:1'),
      'nothing answers at this address and port',
    ],
    [withCode('ETIMEDOUT', 'Connection timeout'), 'there was no answer in time'],
    [
      new TypeError('fetch failed', { cause: withCode('ENOTFOUND') }),
      'there is no server with this name',
    ],
    [new DOMException('aborted', 'TimeoutError'), 'there was no answer in time'],
    [withCode('EACCES', 'permission denied'), null],
  ];
  for (const [error, meaning] of cases) assert.equal(networkProblem(error), meaning);
});

test('an administrator reads a whole sentence about the mail server, or its reply', () => {
  assert.equal(
    smtpAnswer(withCode('EDNS', 'getaddrinfo ENOTFOUND mail.example.org')),
    'There is no server with the name mail.example.org.',
  );
  const response = '450 ECONNREFUSED by the next server';
  assert.equal(smtpAnswer(Object.assign(new Error(response), { response })), response);
  const other = 'internal-token=abc123';
  assert.equal(
    smtpAnswer(
      Object.assign(new Error(`Invalid greeting. response=${other}`), { response: other }),
    ),
    'What answers there is not a mail server.',
  );
});
