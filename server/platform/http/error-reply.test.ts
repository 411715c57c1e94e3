import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test, { after } from 'node:test';
import fastify from 'fastify';
import { conflict } from '#server/errors.ts';
import { answerErrors } from './error-reply.ts';

const app = fastify();
let thrown: unknown;
answerErrors(app);
app.get('/', () => Promise.reject(thrown as Error));
after(() => app.close());

const sqlError = (code: string, constraint?: string) =>
  Object.assign(new Error('invalid byte sequence: thandi@example.org'), { code, constraint });
const systemError = (code: string, syscall = 'connect') =>
  Object.assign(new Error(`${syscall} ${code}`), { code, syscall });

async function answerTo(error: unknown) {
  thrown = error;
  const { statusCode, headers, body } = await app.inject('/');
  return { status: statusCode, retryAfter: headers['retry-after'], body };
}

const missingFile = await readFile('/nowhere').catch((error: unknown) => error);
const several = new AggregateError([systemError('ECONNREFUSED')], '');

const cases: [string, unknown, number][] = [
  ['our own refusal', conflict('It is paid already.'), 409],
  ['a value that the database cannot hold', sqlError('22021'), 400],
  ['a number that is too large for it', sqlError('22003'), 400],
  ['a rule of the database', sqlError('23505', 'users_email_key'), 409],
  ['a shutdown', sqlError('57P01'), 503],
  ['a start', sqlError('57P03'), 503],
  ['no more connections', sqlError('53300'), 503],
  ['no connections allowed', sqlError('55000'), 503],
  ['a changed password', sqlError('28P01'), 503],
  ['a replica', sqlError('25006'), 503],
  ['a deadlock', sqlError('40P01'), 503],
  ['a refused connection', systemError('ECONNREFUSED'), 503],
  ['refused on each address', Object.assign(several, { code: 'ECONNREFUSED' }), 503],
  ['no socket', systemError('ENOENT'), 503],
  ['no route', systemError('EHOSTUNREACH'), 503],
  ['a broken connection', new Error('Connection terminated unexpectedly'), 503],
  ['a full pool', new Error('timeout exceeded when trying to connect'), 503],
  ['a missing file of ours', missingFile, 500],
  ['a mistake of ours', new TypeError('x is not a function'), 500],
  ['a mistake in our SQL', sqlError('42703'), 500],
];

for (const [what, error, status] of cases) {
  test(`${what} is a ${status}`, async () => {
    const answer = await answerTo(error);
    assert.equal(answer.status, status);
    assert.equal(answer.retryAfter, status === 503 ? '5' : undefined);
    assert.match(answer.body, /^\{"success":false,"message":"[A-Z][^"]+\."\}$/);
    assert.ok(!answer.body.includes('thandi'));
  });
}
