import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getMember } from '#contract/members/endpoints.ts';
import { searchInvoices } from '#contract/invoices/endpoints.ts';
import { listMemberStatuses } from '#contract/member-statuses/endpoints.ts';
import { sentences } from '#server/errors.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { registered, tokenOf } from '#test/support/people.ts';

const app = await openTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });

test('a user makes at most 300 calls a minute, all calls and sessions together', async () => {
  const { userId, memberId } = await registered(app);
  const sessions = [await tokenOf(app, userId), await tokenOf(app, userId)];
  const call = async (n: number) => {
    const token = sessions[n % 2] ?? '';
    if (n % 30 === 0) return callApi(app, getMember, { params: { id: memberId } }, { token });
    if (n % 30 === 1) return callApi(app, searchInvoices, { body: {} }, { token });
    return callApi(app, listMemberStatuses, {}, { token });
  };
  for (let n = 0; n < 300; n += 1) assert.equal((await call(n)).status, 200, String(n));
  const refused = await call(300);
  assert.deepEqual([refused.status, refused.message], [429, sentences.tooMany]);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  const other = await registered(app, { email: 'pieter@example.org' });
  const token = await tokenOf(app, other.userId);
  assert.equal((await callApi(app, listMemberStatuses, {}, { token })).status, 200);
});

for (const [url, most] of [
  ['/no-such-page', 600],
  ['/readyz', 600],
  ['/api/openapi.json', 60],
] as const) {
  test(`a client reads ${url} at most ${most} times a minute`, async () => {
    const read = async (client: string) =>
      (await app.fastify.inject({ url, headers: { 'x-forwarded-for': client } })).statusCode;
    for (let n = 0; n < most; n += 1) assert.notEqual(await read('203.0.113.5'), 429);
    assert.equal(await read('203.0.113.5'), 429);
    assert.notEqual(await read('203.0.113.6'), 429);
  });
}

test('all clients of an IPv6 line together make four times the public calls of one', async () => {
  const read = async (client: string) =>
    (
      await app.fastify.inject({
        url: '/api/membertypes',
        headers: { 'x-forwarded-for': client },
      })
    ).statusCode;
  for (let n = 0; n < 480; n += 1) {
    assert.equal(await read(`2001:db8:1:1${(n % 16).toString(16)}::1`), 200, String(n));
  }
  assert.equal(await read('2001:db8:1:1f::2'), 429);
  assert.equal(await read('2001:db8:1:101::1'), 200);
  assert.equal(await read('203.0.113.5'), 200);
});

test('calls of a client that are refused do not count for its neighbours', async () => {
  const read = async (client: string) => {
    const headers = { 'x-forwarded-for': client };
    return (await app.fastify.inject({ url: '/api/membertypes', headers })).statusCode;
  };
  for (let n = 0; n < 480; n += 1) {
    assert.equal(await read('2001:db8:2:201::1'), n < 120 ? 200 : 429, String(n));
  }
  assert.equal(await read('2001:db8:2:202::1'), 200);
});
