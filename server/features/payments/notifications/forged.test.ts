import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { getDonation } from '#contract/donations/endpoints.ts';
import { judgeNotificationAgain, searchNotifications } from '#contract/payments/notifications.ts';
import { notifyDonation, notifySubscription } from '#contract/payments/endpoints.ts';
import { sentences } from '#server/errors.ts';
import { deleteUnsigned } from '#server/platform/jobs/delete-expired.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, tokenOf } from '#test/support/people.ts';
import {
  judgeDue,
  notify,
  pledged,
  shown,
  signed,
  toldOf,
} from '#test/support/payfast/notifications.ts';
import { openProvider } from '#test/support/payfast/provider.ts';
import { testStart, openTestApp } from '#test/support/app.ts';

const provider = await openProvider();
const settings = { PAYFAST_VALIDATE_URL: provider.url };
const app = await openTestApp(settings);
const administrator = await naledi(app);
const signIn = async () => ({ token: await tokenOf(app, administrator.id) });

async function count(where = sql<boolean>`true`): Promise<number> {
  const rows = await app.db.selectFrom('card_notifications').where(where).select('id').execute();
  return rows.length;
}

test('a body of more than 16 KB gets a 413, and one of exactly 16 KB is stored', async () => {
  const before = await count();
  const body = (length: number) => `a=${'x'.repeat(length - 2)}`;
  for (const kind of ['subscription', 'donation'] as const) {
    assert.equal((await notify(app, kind, body(16 * 1024 + 1))).statusCode, 413);
    assert.equal((await notify(app, kind, body(16 * 1024))).statusCode, 200);
  }
  assert.equal((await count()) - before, 2);
});

test('a body that is not a form gets a 415, and nothing is stored', async () => {
  const before = await count();
  for (const endpoint of [notifySubscription, notifyDonation]) {
    const replies = [
      await callApi(app, endpoint, {}),
      await callApi(app, endpoint, {}, { headers: { 'content-type': 'application/json' } }),
    ];
    for (const { status, message } of replies) {
      assert.equal(status, 415);
      assert.equal(message, sentences.notAForm);
    }
  }
  for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/x', ';']) {
    const headers = { 'content-type': type };
    assert.equal((await notify(app, 'donation', 'a=b', { headers })).statusCode, 415, type);
  }
  assert.equal(await count(), before);
  const headers = { 'content-type': 'Application/X-WWW-form-urlencoded; charset=UTF-8' };
  assert.equal((await notify(app, 'donation', 'a=b', { headers })).statusCode, 200);
});

test('every posted body is stored byte for byte, refused and listed, and none causes a 500', async () => {
  const id = await pledged(app);
  const bodies: (string | Buffer)[] = [
    '',
    '&&&===',
    '%',
    '%zz=%00&m_payment_id=%ff%fe',
    'm_payment_id=%00%00&signature=%00',
    `m_payment_id=${id}&m_payment_id=${id}&signature=x`,
    `m_payment_id=${'%F0%9F%A6%8F'.repeat(80)}&pf_payment_id=${'9'.repeat(5000)}`,
    `amount_gross=999999999.99&payment_status=%ED%A0%80&merchant_id=%E2%80%AE`,
    `amount_gross=30000000.00&m_payment_id=${id}`,
    '__proto__=1&constructor=2&signature=3&signature=4',
    Buffer.from([0, 255, 254, 61, 38, 10, 13]),
    Buffer.from('ÿ\u0000=\u2028', 'utf16le'),
    'a='.repeat(8000),
    '{"m_payment_id":1}',
    '<script>=<b>',
  ];
  provider.asked.length = 0;
  for (const body of bodies) {
    const reply = await notify(app, 'donation', body);
    assert.equal(reply.statusCode, 200, `${String(body).slice(0, 60)}: ${reply.body}`);
    assert.equal(await count(sql`body = ${Buffer.from(body)}`), 1);
  }
  await judgeDue(app);
  assert.equal(provider.asked.length, 0, 'a forged notification causes no request to the provider');
  const unsigned = sql<boolean>`verdict = 'refused' AND NOT is_signed`;
  assert.equal(await count(unsigned), await count());
  const found = await callApi(
    app,
    searchNotifications,
    { body: { pageSize: 100 } },
    await signIn(),
  );
  assert.equal(found.status, 200);
  assert.equal(found.data.totalCount, await count());
  assert.equal((await callApi(app, getDonation, { params: { id } })).data.state, 'unpaid');
});

test('badly signed notifications are deleted after a week or beyond the newest 10,000, and others stay', async () => {
  await app.db.deleteFrom('card_notifications').execute();
  const id = await pledged(app);
  await notify(app, 'donation', signed(toldOf(id)));
  await notify(app, 'donation', signed(toldOf(id), 'another'));
  await judgeDue(app);
  const insert = (from: number, to: number) =>
    sql`INSERT INTO card_notifications (id, kind, body, source_address, is_signed, received_at)
      SELECT gen_random_uuid(), 'donation', 'x', '203.0.113.9', false,
        ${app.clock.now()}::timestamptz + n * interval '1 second'
      FROM generate_series(${from}::int, ${to}::int) n`.execute(app.db);
  await insert(1, 10_002);
  await deleteUnsigned(app.ctx());
  const unsigned = sql<boolean>`NOT is_signed`;
  assert.equal(await count(unsigned), 10_000);
  assert.equal((await shown(app, id)).length, 1, 'the oldest badly signed one is deleted');

  app.clock.set('2027-03-17T08:01:40Z');
  await deleteUnsigned(app.ctx());
  assert.equal(await count(unsigned), 9902, 'notifications younger than a week stay');
  app.clock.set('2028-03-17T08:00:00Z');
  await deleteUnsigned(app.ctx());
  assert.deepEqual([await count(unsigned), await count()], [0, 1]);
  assert.equal((await shown(app, id))[0]?.verdict, 'settled');
  app.clock.set(testStart);
});

test('after a wrong passphrase is corrected, the notification can be processed again and is kept', async () => {
  const corrected = 'another-passphrase';
  const other = await openTestApp({ ...settings, PAYFAST_PASSPHRASE: corrected });
  const id = await pledged(other);
  // As it was stored while the setting was wrong.
  await notify(other, 'donation', signed(toldOf(id), corrected));
  await other.db
    .updateTable('card_notifications')
    .set({ is_signed: false, verdict: 'refused', judged_at: other.clock.now() })
    .execute();
  const [row] = await shown(other, id);
  const { token } = await naledi(other);
  const again = await callApi(
    other,
    judgeNotificationAgain,
    { params: { id: row!.id } },
    { token },
  );
  assert.equal(again.data.verdict, 'settled');
  other.clock.set('2027-06-01T08:00:00Z');
  await deleteUnsigned(other.ctx());
  assert.equal((await shown(other, id)).length, 1);
});

/** The stored address, the outcome of its check, and the verdict. */
async function sourceOf(at: typeof app, from: string, forwarded?: string) {
  const id = await pledged(at);
  const headers: Record<string, string> =
    forwarded === undefined ? {} : { 'x-forwarded-for': forwarded, forwarded: `for=${forwarded}` };
  const reply = await notify(at, 'donation', signed(toldOf(id)), { from, headers });
  assert.equal(reply.statusCode, 200);
  await judgeDue(at);
  const [row] = await shown(at, id);
  const check = row?.checks.find(({ name }) => name === 'source');
  return [row?.sourceAddress, check?.outcome, row?.verdict];
}

test('the source address is that of the connection, and a forged header is ignored', async () => {
  assert.deepEqual(await sourceOf(app, '127.0.0.1'), ['127.0.0.1', 'passed', 'settled']);
  assert.deepEqual(await sourceOf(app, '::ffff:127.0.0.1'), ['127.0.0.1', 'passed', 'settled']);
  // Recorded but settled, because PAYFAST_SOURCE_CHECK is `log`.
  const stranger = ['203.0.113.9', 'failed', 'settled'];
  assert.deepEqual(await sourceOf(app, '203.0.113.9'), stranger);
  assert.deepEqual(await sourceOf(app, '203.0.113.9', '127.0.0.1'), stranger);
});

test('with `refuse`, an unknown source is refused without confirmation, and can be processed again later', async () => {
  const strict = await openTestApp({
    ...settings,
    PAYFAST_SOURCE_CHECK: 'refuse',
    PAYFAST_SOURCES: '197.97.145.144/28',
    TRUST_PROXY: '10.0.0.1',
  });
  provider.asked.length = 0;
  const refused = (address: string) => [address, 'failed', 'refused'];
  const passed = (address: string) => [address, 'passed', 'settled'];
  assert.deepEqual(await sourceOf(strict, '203.0.113.9'), refused('203.0.113.9'));
  // Not from the trusted proxy, so the header is ignored.
  const forged = await sourceOf(strict, '203.0.113.9', '197.97.145.150');
  assert.deepEqual(forged, refused('203.0.113.9'));
  assert.equal(provider.asked.length, 0);
  assert.deepEqual(await sourceOf(strict, '197.97.145.150'), passed('197.97.145.150'));
  assert.deepEqual(await sourceOf(strict, '10.0.0.1', '197.97.145.150'), passed('197.97.145.150'));
  // A client can write entries before the one that the proxy adds.
  const two = await sourceOf(strict, '10.0.0.1', '197.97.145.150, 203.0.113.9');
  assert.deepEqual(two, refused('203.0.113.9'));
  assert.deepEqual(await sourceOf(strict, '197.97.145.160'), refused('197.97.145.160'));
  const garbage = 'x'.repeat(3000);
  assert.deepEqual(await sourceOf(strict, '10.0.0.1', garbage), refused('x'.repeat(200)));

  const [row] = await shown(strict, '', 'refused');
  await strict.db
    .updateTable('card_notifications')
    .set({ source_address: '197.97.145.150' })
    .where('id', '=', row!.id)
    .execute();
  const { token } = await naledi(strict);
  const again = await callApi(
    strict,
    judgeNotificationAgain,
    { params: { id: row!.id } },
    { token },
  );
  assert.equal(again.data.verdict, 'settled');
  assert.equal((await shown(strict, randomUUID())).length, 0);
});
